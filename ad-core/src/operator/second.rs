//! Second derivatives over floats in retained memory: by the adjoint program on dual numbers, else by a tape with second partial
//! derivatives. Where a derivative is not finite, both are repeated by forward over reverse mode, which knows all dependences.

mod programmed;
mod terms;

use alloc::vec::Vec;

use crate::forward::{Dense, Tangents, WIDTH};
use crate::number::num::as_numbers;
use crate::number::quadratic::has_quadratic;
use crate::number::shape::assert_length;
use crate::operator::mode::{Mode, TwiceDifferentiable, Width, by_fixed_width};
use crate::second_order::{Variables, Workspace};
use crate::{Argument, Destination, Exp, F64, Matrix, Num, Of, Shape, Signature, stack};
use programmed::Programmed;
use terms::{assembled, assembled_apart};

/// The containers for second derivatives by arguments of one shape.
pub(crate) struct Second<I: Shape> {
    variables: Variables<I>,
    one: Programmed<I, 1>,
    four: Programmed<I, 4>,
    eight: Programmed<I, 8>,
    exact: Tangents<I, F64, 1>,
    /// The argument of a sum of terms.
    terms: Option<Of<I, Num<F64>>>,
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
            terms: None,
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
        if !const { are_few::<I>() }
            && mode != Some(Mode::Tape)
            && let Some(value) = self.by_terms(e, x, gradient, rows)
        {
            return value;
        }
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

    /// The value at `x`, the gradient and the Hessian by a program of second order for a sum, if there is one.
    fn by_terms<E, X, G, H, K>(&mut self, e: &E, x: &X, gradient: &mut G, rows: &mut [f64]) -> Option<f64>
    where
        E: TwiceDifferentiable<In = I>,
        X: Argument<I, H> + ?Sized,
        G: Destination<I, K> + ?Sized,
    {
        let n = G::numbers(gradient);
        let x = x.map_numbers_within(&mut self.terms, &mut |v: &f64| Num::new(F64, *v));
        self.row.clear();
        self.row.resize(n, 0.0);
        let value = if I::count(&x) == n { assembled_apart(e, &x, &mut self.row, rows) } else { None };
        if value.is_some() {
            let mut entries = self.row.iter();
            gradient.each_number(&mut |entry| *entry = *entries.next().expect("one for each number"));
        }
        self.terms = Some(x);
        value
    }

    /// The value at `x`, the gradient and the Hessian by the program of `e`, if all are finite.
    fn by_program<E, X, G, H, K>(&mut self, e: &E, x: &X, gradient: &mut G, rows: &mut [f64]) -> Option<f64>
    where
        E: TwiceDifferentiable<In = I>,
        X: Argument<I, H> + ?Sized,
        G: Destination<I, K> + ?Sized,
    {
        let n = G::numbers(gradient);
        if const { are_few::<I>() } {
            let x = x.to_container();
            let (value, found, hessian) = at_once(e, &x).or_else(|| few(e, &x))?;
            gradient.zip_with(&found, &mut |entry, d: &f64| *entry = *d);
            let mut rows = rows.chunks_exact_mut(n.max(1));
            I::for_each(&hessian, &mut |found| {
                let mut row = rows.next().into_iter().flatten();
                I::for_each(found, &mut |d| *row.next().expect("a row has an entry for each number") = *d);
            });
            Some(value)
        } else {
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
    }

    /// The gradient at `x` goes into `gradient`, and the product of the Hessian with `v` into `product`, by the program of `e`. Returns
    /// whether there is one in this mode, and all derivatives are finite.
    pub(crate) fn product_into<E, X, V, G, P, H, K, L, M>(
        &mut self,
        (e, mode): (&E, Option<Mode>),
        at: (&X, &V),
        gradient: &mut G,
        product: &mut P,
    ) -> bool
    where
        E: TwiceDifferentiable<In = I>,
        X: Argument<I, H> + ?Sized,
        V: Argument<I, K> + ?Sized,
        G: Destination<I, L> + ?Sized,
        P: Destination<I, M> + ?Sized,
    {
        by_program(e, mode) && self.one.product_into(e, at, gradient, product)
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
        let finite = match (by_program(e, mode), Width::of(rows)) {
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

/// Whether the type determines that there are so few numbers that each has a tangent of its own.
pub(crate) const fn are_few<S: Shape>() -> bool {
    matches!(S::COUNT, Some(n) if n <= WIDTH)
}

/// Value, gradient and Hessian.
type All<I> = (f64, Of<I, f64>, Of<Matrix<I, I>, f64>);

/// The value, the gradient and the Hessian by a program of second order, if there is one, and if all are finite.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn at_once<E: Exp<F64> + Signature<Out = f64>>(e: &E, x: &Of<E::In, f64>) -> Option<All<E::In>> {
    if !has_quadratic::<F64, E>(F64) {
        return None;
    }
    let (value, gradient, hessian) = e.quadratic(&as_numbers::<E::In, F64>(F64, x))?;
    // 0 × v is not 0 if v is not finite. One product for all numbers is shorter than a question for each. The matrix is symmetric.
    let mut zero = 0.0;
    let mut plain = |v: &Num<F64>, is_checked: bool| {
        if is_checked {
            zero *= v.value();
        }
        v.value()
    };
    let value = plain(&value, true);
    let gradient = E::In::map(&gradient, &mut |v| plain(v, true));
    let (mut i, mut j) = (0, 0);
    let hessian = E::In::map(&hessian, &mut |row| {
        (i, j) = (i + 1, 0);
        E::In::map(row, &mut |v| {
            j += 1;
            plain(v, i <= j)
        })
    });
    (zero == 0.0).then_some((value, gradient, hessian))
}

/// The value, the gradient and the Hessian by the terms of a sum, or else by the program of `e` on dual numbers, if all are finite. There are
/// [few](are_few) inputs, and memory is only allocated for parts of sums.
#[inline]
pub(crate) fn few<E: TwiceDifferentiable>(e: &E, x: &Of<E::In, f64>) -> Option<All<E::In>> {
    let by_program = || by_fixed_width!(E::In, W => programmed::few::<E, W>(e, x), _ => None);
    few_by_terms(e, x).or_else(by_program)
}

/// The same by the terms alone.
#[inline]
fn few_by_terms<E: TwiceDifferentiable>(e: &E, x: &Of<E::In, f64>) -> Option<All<E::In>> {
    let n = E::In::count(x);
    let (mut gradient, mut rows) = ([0.0; WIDTH], [0.0; WIDTH * WIDTH]);
    let (gradient, rows) = (&mut gradient[..n], &mut rows[..n * n]);
    let value = assembled(e, &as_numbers::<E::In, F64>(F64, x), gradient, rows)?;
    let next = |numbers: &mut core::slice::Iter<'_, f64>| {
        E::In::map(x, &mut |_| *numbers.next().expect("one for each number"))
    };
    let (gradient, mut entries) = (next(&mut gradient.iter()), rows.iter());
    let hessian = E::In::map(x, &mut |_| next(&mut entries));
    Some((value, gradient, hessian))
}

/// Whether products are computed by the program of `e`.
pub(crate) fn by_program<E: TwiceDifferentiable>(e: &E, mode: Option<Mode>) -> bool {
    mode.map_or_else(|| Exp::<Dense<'_>>::has_program(e), |mode| mode != Mode::Tape)
}

#[cfg(test)]
mod tests {
    use super::at_once;
    use crate::number::quadratic::Quadratic;
    use crate::{Exp, F64, Num, Signature};

    /// A program of second order with these results: the value, the gradient, and the upper triangle.
    struct Results([f64; 6]);

    impl Signature for Results {
        type In = (f64, f64);
        type Out = f64;
    }

    impl Exp<F64> for Results {
        fn apply(&self, _: F64, x: &(Num<F64>, Num<F64>)) -> Num<F64> {
            x.0
        }
        fn quadratic(&self, _: &(Num<F64>, Num<F64>)) -> Option<Quadratic<(f64, f64), Num<F64>>> {
            let [y, a, b, aa, ab, bb] = self.0.map(|v| Num::new(F64, v));
            Some((y, (a, b), ((aa, ab), (ab, bb))))
        }
    }

    /// A result that is not finite must be found wherever it is, and large or small ones must not be taken for such.
    #[test]
    fn results_that_are_not_finite_are_found_at_each_place() {
        let finite = [f64::MAX, f64::MIN, f64::from_bits(1), -0.0, 0.0, f64::MAX];
        let (y, (a, b), ((aa, ab), (ba, bb))) = at_once(&Results(finite), &(1.0, 2.0)).unwrap();
        assert_eq!([y, a, b, aa, ab, bb, ba].map(f64::to_bits)[..6], finite.map(f64::to_bits));
        assert_eq!(ba.to_bits(), ab.to_bits());
        for place in 0..6 {
            for v in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                let mut results = finite;
                results[place] = v;
                assert!(at_once(&Results(results), &(1.0, 2.0)).is_none(), "{results:?}");
            }
        }
    }
}
