//! Second derivatives by one or more sweeps of an adjoint program on dual numbers, in retained containers of arguments and of sums of
//! adjoints.

use crate::adjoint::{is_few, zips_in_place};
use crate::forward::{Dense, DenseDual};
use crate::number::erased::made;
use crate::number::slot::{Slot, Total, total};
use crate::{Argument, Destination, Exp, Matrix, Num, Of, Request, Seeding, Shape, Signature, Strategy};

/// A number of an adjoint program. No evaluation leaves numbers behind, so the containers are retained as they are.
type Number<const W: usize> = Num<Dense<'static, W>>;

/// The arguments of an adjoint program and their adjoints.
pub(super) struct Programmed<I: Shape, const W: usize> {
    x: Option<Of<I, Number<W>>>,
    /// Sums of adjoints, all empty.
    sums: Option<Sums<I, W>>,
    /// Whether reading can empty the sums themselves, once it is known for their structure.
    in_place: Option<bool>,
}

/// A container of sums.
type Sums<I, const W: usize> = Of<I, Total<Number<W>>>;

impl<I: Shape, const W: usize> Default for Programmed<I, W> {
    fn default() -> Self {
        Programmed { x: None, sums: None, in_place: None }
    }
}

/// No adjoint.
fn empty<const W: usize>() -> Number<W> {
    Num::new(Dense::default(), DenseDual::constant(-0.0))
}

impl<I: Shape, const W: usize> Programmed<I, W> {
    pub(super) fn products_into<E, X, G, H, K>(
        &mut self,
        e: &E,
        x: &X,
        directions: &[f64],
        gradient: &mut G,
        products: &mut [f64],
    ) -> bool
    where
        E: Signature<In = I, Out = f64> + for<'u> Exp<Dense<'u, W>>,
        X: Argument<I, H> + ?Sized,
        G: Destination<I, K> + ?Sized,
    {
        let n = G::numbers(gradient);
        if products.is_empty() {
            return self.pass(e, x, |_, _| 0.0, gradient, products).is_some();
        }
        directions.chunks(W * n).zip(products.chunks_mut(W * n)).all(|(directions, products)| {
            let entry = |j, i| directions.get(j * n + i).copied().unwrap_or(0.0);
            self.pass(e, x, entry, gradient, products).is_some()
        })
    }

    /// Returns the value at `x`, if all derivatives are finite. `direction(j, i)` is the entry of direction `j` for number `i`, and
    /// `rows` has a row for each direction.
    pub(super) fn pass<E, X, G, H, K>(
        &mut self,
        e: &E,
        x: &X,
        direction: impl Fn(usize, usize) -> f64,
        gradient: &mut G,
        rows: &mut [f64],
    ) -> Option<f64>
    where
        E: Signature<In = I, Out = f64> + for<'u> Exp<Dense<'u, W>>,
        X: Argument<I, H> + ?Sized,
        G: Destination<I, K> + ?Sized,
    {
        let dict = Dense::default();
        let mut i = 0;
        let mut variable = |v: &f64| {
            let d = made(|j| direction(j, i));
            i += 1;
            Num::new(dict, DenseDual::variable(*v, d))
        };
        let x = x.map_numbers_within(&mut self.x, &mut variable);
        let (value, sums) = self.sweep(e, x);
        let n = I::count(&sums);
        let count = rows.len().checked_div(n).unwrap_or(0);
        let mut i = 0;
        gradient.zip_with(&sums, &mut |entry: &mut f64, sum: &Total<Number<W>>| {
            let DenseDual { v, d } = sum.get().value();
            *entry = not_negative_zero(v);
            for (j, d) in d.iter().enumerate().take(count) {
                rows[j * n + i] = not_negative_zero(*d);
            }
            i += 1;
        });
        self.retain(sums).then_some(value)
    }

    /// The value at `x`, and the sums of adjoints.
    #[inline(never)] // A loop that is inlined into a larger function keeps its sums in memory.
    fn sweep<E>(&mut self, e: &E, x: Of<I, Number<W>>) -> (f64, Sums<I, W>)
    where
        E: Signature<In = I, Out = f64> + for<'u> Exp<Dense<'u, W>>,
    {
        let sums = self.sums.take().filter(|sums| I::mismatch(sums, &x).is_none());
        let sums = sums.unwrap_or_else(|| {
            self.in_place = None;
            no_adjoints::<I, _, W>(&x)
        });
        let swept = swept(e, &x, sums);
        self.x = Some(x);
        swept
    }

    /// Empties the sums and retains their memory. Returns whether all were finite.
    fn retain(&mut self, mut sums: Sums<I, W>) -> bool {
        let mut finite = Finite::default();
        I::for_each_mut(&mut sums, &mut |sum| {
            let DenseDual { v, d } = sum.get_mut().value_mut();
            finite.check(*v);
            d.iter().for_each(|d| finite.check(*d));
            *v = -0.0;
            *d = [-0.0; W];
        });
        self.sums = Some(sums);
        finite.all()
    }
}

impl<I: Shape> Programmed<I, 1> {
    /// The gradient at `x` goes into `gradient`, and the product of the Hessian with `v` into `product`. Returns whether both are finite.
    pub(super) fn product_into<E, X, V, G, P, H, K, L, M>(
        &mut self,
        e: &E,
        (x, v): (&X, &V),
        gradient: &mut G,
        product: &mut P,
    ) -> bool
    where
        E: Signature<In = I, Out = f64> + for<'u> Exp<Dense<'u>>,
        X: Argument<I, H> + ?Sized,
        V: Argument<I, K> + ?Sized,
        G: Destination<I, L> + ?Sized,
        P: Destination<I, M> + ?Sized,
    {
        let dict = Dense::default();
        let mut direction = |d: &f64| Num::new(dict, DenseDual::variable(0.0, [*d]));
        let mut numbers = v.map_numbers_within(&mut self.x, &mut direction);
        x.zip_numbers(&mut numbers, &mut |number: &mut Number<1>, v| number.value_mut().v = *v);
        let (_, sums) = self.sweep(e, numbers);
        let mut finite = Finite::default();
        gradient.zip_with(&sums, &mut |entry: &mut f64, sum: &Total<Number<1>>| {
            *entry = finite.checked(sum.get().value().v);
        });
        product.zip_with(&sums, &mut |entry: &mut f64, sum: &Total<Number<1>>| {
            *entry = finite.checked(sum.replace(empty()).value().d[0]);
        });
        if !*self.in_place.get_or_insert_with(|| zips_in_place::<I, _>(&sums)) {
            I::for_each(&sums, &mut |sum: &Total<Number<1>>| _ = sum.replace(empty()));
        }
        self.sums = Some(sums);
        finite.all()
    }
}

/// The value at `x`, and the sums of adjoints.
#[inline]
fn swept<E, const W: usize>(
    e: &E,
    x: &Of<E::In, Number<W>>,
    mut sums: Sums<E::In, W>,
) -> (f64, Sums<E::In, W>)
where
    E: Signature<Out = f64> + for<'u> Exp<Dense<'u, W>>,
{
    let dict = Dense::default();
    // With several tangents, a program apart is faster, unless it is small.
    if (<Dense<'_, W> as Strategy>::IN_PLACE || is_few::<E::In>())
        && let Some(y) = e.in_place(dict, x, &mut sums, false)
    {
        return (y.value().v, sums);
    }
    let mut sweep = OneSweep::<E::In, W> { value: 0.0, sums: Some(sums) };
    e.program(dict, x, &mut sweep);
    (sweep.value, sweep.sums.unwrap_or_else(|| no_adjoints::<E::In, _, W>(x)))
}

/// The value, the gradient and the Hessian at an argument of at most `W` numbers, if all are finite.
#[inline]
pub(super) fn few<E, const W: usize>(
    e: &E,
    x: &Of<E::In, f64>,
) -> Option<(f64, Of<E::In, f64>, Of<Matrix<E::In, E::In>, f64>)>
where
    E: Signature<Out = f64> + for<'u> Exp<Dense<'u, W>>,
{
    let mut i = 0;
    let x = E::In::map(x, &mut |v: &f64| {
        let d = made(|j| if i == j { 1.0 } else { 0.0 });
        i += 1;
        Num::new(Dense::default(), DenseDual::variable(*v, d))
    });
    let (value, sums) = swept(e, &x, no_adjoints::<E::In, _, W>(&x));
    let mut finite = Finite::default();
    let gradient = E::In::map(&sums, &mut |sum: &Total<Number<W>>| finite.checked(sum.get().value().v));
    let mut j = 0;
    let hessian = E::In::map(&gradient, &mut |_| {
        j += 1;
        E::In::map(&sums, &mut |sum: &Total<Number<W>>| finite.checked(sum.get().value().d[j - 1]))
    });
    finite.all().then_some((value, gradient, hessian))
}

/// Empty sums in the structure of `x`.
fn no_adjoints<I: Shape, T: Clone, const W: usize>(x: &Of<I, T>) -> Sums<I, W> {
    I::map(x, &mut |_| Total::new(empty()))
}

/// `v`, and 0 in place of -0, which is an empty sum.
#[inline]
fn not_negative_zero(v: f64) -> f64 {
    v + 0.0
}

/// Whether all numbers are finite. There are no booleans in the loop, so LLVM vectorizes it.
#[derive(Clone, Copy, Default)]
pub(super) struct Finite {
    /// v - v is 0 for a finite v, and NaN for others.
    differences: u64,
}

impl Finite {
    #[inline]
    #[allow(clippy::eq_op, reason = "v is not finite if this is not 0")]
    pub(super) fn check(&mut self, v: f64) {
        self.differences |= (v - v).to_bits();
    }

    /// `v`, which is checked. It is 0 in place of -0, which is an empty sum.
    #[inline]
    fn checked(&mut self, v: f64) -> f64 {
        self.check(v);
        not_negative_zero(v)
    }

    pub(super) fn all(self) -> bool {
        self.differences == 0
    }
}

/// One sweep, for the gradient and its tangents.
struct OneSweep<I: Shape, const W: usize> {
    value: f64,
    sums: Option<Sums<I, W>>,
}

impl<I: Shape, const W: usize> Seeding<I, f64, Dense<'static, W>> for OneSweep<I, W> {
    fn request(&self) -> Request {
        Request::Gradient
    }
    fn value(&mut self, y: &Number<W>) -> usize {
        self.value = y.value().v;
        1
    }
    fn totals(&mut self, x: &Of<I, Number<W>>) -> Option<Sums<I, W>> {
        Some(self.sums.take().unwrap_or_else(|| no_adjoints::<I, _, W>(x)))
    }
    fn total(&mut self, dx: Sums<I, W>) {
        self.sums = Some(dx);
    }
    fn seed(&mut self, _: usize, dy: &Slot<Number<W>>) {
        dy.add(Num::new(Dense::default(), DenseDual::constant(1.0)));
    }
    fn adjoints(&mut self, _: usize, dx: &Of<I, Slot<Number<W>>>) {
        let sums = self.sums.get_or_insert_with(|| no_adjoints::<I, _, W>(dx));
        total::<I, _>(dx, sums);
    }
}
