//! Second derivatives over floats in retained memory: by the adjoint program on dual numbers, else by a tape with second partial
//! derivatives. Where a derivative is not finite, both are repeated by forward over reverse mode, which knows all dependences.

use alloc::vec::Vec;
use core::marker::PhantomData;

use crate::forward::{Dense, DenseDual, Tangents};
use crate::mode::primal::Primal;
use crate::number::shape::assert_length;
use crate::number::slot::{Slot, Total};
use crate::operator::mode::{Mode, TwiceDifferentiable, Width};
use crate::second_order::{Variables, Workspace};
use crate::{Argument, Destination, Exp, F64, Num, Of, Request, Seeding, Shape, Signature, stack};

/// The containers for second derivatives by arguments of one shape.
pub(crate) struct Second<I: Shape> {
    variables: Variables<I>,
    one: Programmed<I, 1>,
    four: Programmed<I, 4>,
    eight: Programmed<I, 8>,
    exact: Tangents<I, F64, 1>,
    row: Vec<f64>,
}

impl<I: Shape> Default for Second<I> {
    fn default() -> Self {
        Second {
            variables: None,
            one: Programmed::default(),
            four: Programmed::default(),
            eight: Programmed::default(),
            exact: Tangents::default(),
            row: Vec::new(),
        }
    }
}

impl<I: Shape> Second<I> {
    /// Returns the value at `x`. The gradient goes into `gradient`, and the Hessian into `rows`.
    pub(crate) fn hessian_into<E, X, G, H, K>(
        &mut self,
        tape: &mut Workspace,
        (e, mode): (&E, Option<Mode>),
        x: &X,
        gradient: &mut G,
        rows: &mut [f64],
    ) -> f64
    where
        E: TwiceDifferentiable<In = I>,
        X: Argument<I, H> + ?Sized,
        G: Destination<I, K> + ?Sized,
    {
        let n = G::numbers(gradient);
        assert_length("rows", (n, n), rows);
        let value = match mode.unwrap_or_else(|| Mode::of_hessian::<Dense<'_, 8>, E>(e, n)) {
            Mode::Tape => tape.hessian_into(&mut self.variables, e, x, gradient, rows),
            _ => self.by_program(e, x, gradient, rows),
        };
        value.unwrap_or_else(|| {
            self.row.clear();
            self.row.resize((n + 1) * n, 0.0);
            let mut value = (0.0, x.to_container());
            self.exact.jacobian_into(&stack::value_and_grad(e), F64, x, Some(&mut value), &mut self.row);
            gradient.zip_with(&value.1, &mut |entry, d: &f64| *entry = *d);
            rows.copy_from_slice(&self.row[n..]);
            value.0
        })
    }

    /// The value at `x`, the gradient and the Hessian by the program of `e`, if all are finite.
    fn by_program<E, X, G, H, K>(&mut self, e: &E, x: &X, gradient: &mut G, rows: &mut [f64]) -> Option<f64>
    where
        E: TwiceDifferentiable<In = I>,
        X: Argument<I, H> + ?Sized,
        G: Destination<I, K> + ?Sized,
    {
        let n = G::numbers(gradient);
        let mut value = Some(0.0);
        for start in (0..n.max(1)).step_by(8) {
            let columns = start..n.min(start + 8);
            let rows = &mut rows[columns.start * n..columns.end * n];
            let unit = |j, i| if i == start + j { 1.0 } else { 0.0 };
            value = value.and(match Width::of(columns.len()) {
                Width::Eight => self.eight.pass(e, x, unit, gradient, rows),
                Width::One | Width::Four => self.four.pass(e, x, unit, gradient, rows),
            });
        }
        value
    }

    /// The gradient at `x` goes into `gradient`, and the product of the Hessian with each row of `directions` into a row of `products`.
    pub(crate) fn products_into<E, X, G, H, K>(
        &mut self,
        tape: &mut Workspace,
        (e, mode): (&E, Option<Mode>),
        x: &X,
        directions: &[f64],
        gradient: &mut G,
        products: &mut [f64],
    ) where
        E: TwiceDifferentiable<In = I>,
        X: Argument<I, H> + ?Sized,
        G: Destination<I, K> + ?Sized,
    {
        let n = G::numbers(gradient);
        let rows = directions.len().checked_div(n).unwrap_or(0);
        assert_length("directions", (rows, n), directions);
        assert_length("products", (rows, n), products);
        let program = || Exp::<Primal<Dense<'_>>>::has_program(e);
        let finite = match (mode.map_or_else(program, |mode| mode != Mode::Tape), Width::of(rows)) {
            (false, _) => tape.products_into(&mut self.variables, e, x, directions, gradient, products),
            (true, Width::One) => self.one.products_into(e, x, directions, gradient, products),
            (true, Width::Four) => self.four.products_into(e, x, directions, gradient, products),
            (true, Width::Eight) => self.eight.products_into(e, x, directions, gradient, products),
        };
        if !finite {
            self.exact.directions_into(&stack::grad(e), F64, x, directions, gradient, products);
        }
    }
}

/// A number of an adjoint program. No evaluation leaves numbers behind, so the containers are retained as they are.
type Number<const W: usize> = Num<Primal<Dense<'static, W>>>;

/// The arguments of an adjoint program and their adjoints.
struct Programmed<I: Shape, const W: usize> {
    x: Option<Of<I, Number<W>>>,
    totals: Totals<I, W>,
}

/// Sums of adjoints.
struct Totals<I: Shape, const W: usize> {
    /// All empty.
    sums: Option<Of<I, Total<Number<W>>>>,
    /// Whether reading is known to empty the sums. The visitor of a user's shape may copy the second container.
    emptied: bool,
}

impl<I: Shape, const W: usize> Default for Programmed<I, W> {
    fn default() -> Self {
        Programmed { x: None, totals: Totals { sums: None, emptied: false } }
    }
}

/// No adjoint.
fn empty<const W: usize>() -> Number<W> {
    Num::new(Primal(Dense::default()), DenseDual::constant(-0.0))
}

impl<I: Shape, const W: usize> Programmed<I, W> {
    fn products_into<E, X, G, H, K>(
        &mut self,
        e: &E,
        x: &X,
        directions: &[f64],
        gradient: &mut G,
        products: &mut [f64],
    ) -> bool
    where
        E: Signature<In = I, Out = f64> + for<'u> Exp<Primal<Dense<'u, W>>>,
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
    fn pass<E, X, G, H, K>(
        &mut self,
        e: &E,
        x: &X,
        direction: impl Fn(usize, usize) -> f64,
        gradient: &mut G,
        rows: &mut [f64],
    ) -> Option<f64>
    where
        E: Signature<In = I, Out = f64> + for<'u> Exp<Primal<Dense<'u, W>>>,
        X: Argument<I, H> + ?Sized,
        G: Destination<I, K> + ?Sized,
    {
        let dict = Primal(Dense::default());
        let mut i = 0;
        let mut variable = |v: &f64| {
            let d = core::array::from_fn(|j| direction(j, i));
            i += 1;
            Num::new(dict, DenseDual::variable(*v, d))
        };
        let x = x.map_numbers_within(&mut self.x, &mut variable);
        self.totals.sums.take_if(|sums| I::mismatch(sums, &x).is_some());
        let mut sweep =
            OneSweep { gradient, rows, value: 0.0, finite: true, totals: &mut self.totals, how: PhantomData };
        e.program(dict, &x, &mut sweep);
        let value = sweep.finite.then_some(sweep.value);
        self.x = Some(x);
        value
    }
}

/// One sweep, for the gradient and its tangents.
struct OneSweep<'a, I: Shape, G: ?Sized, K, const W: usize> {
    gradient: &'a mut G,
    rows: &'a mut [f64],
    value: f64,
    finite: bool,
    totals: &'a mut Totals<I, W>,
    how: PhantomData<K>,
}

impl<I: Shape, G: Destination<I, K> + ?Sized, K, const W: usize> OneSweep<'_, I, G, K, W> {
    #[inline]
    fn read<T: Clone>(&mut self, dx: &Of<I, T>, adjoint: impl Fn(&T) -> DenseDual<W>) {
        let mut i = 0;
        let (rows, finite) = (&mut *self.rows, &mut self.finite);
        let n = I::count(dx);
        let count = rows.len().checked_div(n).unwrap_or(0);
        self.gradient.zip_with(dx, &mut |entry: &mut f64, slot| {
            let DenseDual { v, d } = adjoint(slot);
            // The sum with 0 is not -0.
            *entry = v + 0.0;
            *finite &= v.is_finite();
            for (j, d) in d.iter().enumerate().take(count) {
                rows[j * n + i] = d + 0.0;
                *finite &= d.is_finite();
            }
            i += 1;
        });
    }
}

impl<I: Shape, G: Destination<I, K> + ?Sized, K, const W: usize> Seeding<I, f64, Primal<Dense<'static, W>>>
    for OneSweep<'_, I, G, K, W>
{
    fn request(&self) -> Request {
        Request::Gradient
    }
    fn value(&mut self, y: &Number<W>) -> usize {
        self.value = y.value().v;
        1
    }
    fn totals(&mut self, x: &Of<I, Number<W>>) -> Option<Of<I, Total<Number<W>>>> {
        Some(self.totals.sums.take().unwrap_or_else(|| I::map(x, &mut |_| Total::new(empty()))))
    }
    fn total(&mut self, dx: Of<I, Total<Number<W>>>) {
        self.read(&dx, |total| total.replace(empty()).value());
        if !self.totals.emptied {
            let mut emptied = true;
            I::for_each(&dx, &mut |total: &Total<Number<W>>| {
                emptied &= total.replace(empty()).value().v.to_bits() == (-0.0f64).to_bits();
            });
            self.totals.emptied = emptied;
        }
        self.totals.sums = self.totals.emptied.then_some(dx);
    }
    fn seed(&mut self, _: usize, dy: &Slot<Number<W>>) {
        dy.add(Num::new(Primal(Dense::default()), DenseDual::constant(1.0)));
    }
    fn adjoints(&mut self, _: usize, dx: &Of<I, Slot<Number<W>>>) {
        self.read(dx, |slot| slot.take().map_or(DenseDual::constant(0.0), Num::value));
    }
}
