//! Second derivatives by programs of second order.

use crate::number::shortcuts::annihilates;
use crate::{Dict, Exp, F64, Matrix, Num, Of, Shape, Signature};

/// A value, its gradient by an argument of shape `I`, and its Hessian.
pub type Quadratic<I, N> = (N, Of<I, N>, Of<Matrix<I, I>, N>);

/// The most inputs of such a program.
const INPUTS: usize = 6;

/// Receives the derivatives of the terms of a sum.
pub trait Assemble<N> {
    /// Adds the gradient and the upper triangle of the Hessian of a term, column by column, by the `K` numbers at the places `at` among all
    /// numbers of the argument. Two of them may be one.
    fn add<const K: usize, const T: usize>(&mut self, at: [usize; K], gradient: [N; K], triangle: [N; T]);

    /// Multiplies all derivatives so far.
    fn scale(&mut self, factor: N);
}

/// The place of a number in a parameter of slices and arrays, or `None` if it is elsewhere.
#[inline]
pub fn position<N, T: ?Sized>(base: &T, at: &N) -> Option<usize> {
    let place = core::ptr::from_ref(at).addr().wrapping_sub(core::ptr::from_ref(base).addr());
    if place < size_of_val(base) { place.checked_div(size_of::<N>()) } else { None }
}

/// The count of numbers in a parameter of slices and arrays.
#[inline]
pub fn numbers_in<N, T: ?Sized>(base: &T) -> usize {
    size_of_val(base).checked_div(size_of::<N>()).unwrap_or(0)
}

/// The value, the gradient and the Hessian of `e` at `x` by a program of second order, if there is one, and if all numbers are finite: see
/// [`Exp::quadratic`].
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn quadratic<D: Dict, E: Exp<D> + Signature<Out = f64> + ?Sized>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
) -> Option<Quadratic<E::In, Num<D>>> {
    // In lanes, the points of one number may be on several sides of a kink. A dictionary that does not know when 0 times a number is 0 cannot
    // say whether the program serves.
    if D::IN_PLACE || !matches!(E::In::COUNT, Some(1..=INPUTS)) || !annihilates(dict, dict.one()) {
        return None;
    }
    let (mut y, mut gradient, mut hessian) = e.quadratic(x)?;
    let mut finite = true;
    let mut bind = |n: &mut Num<D>| {
        let v = n.value_under(dict);
        finite &= annihilates(dict, v);
        *n = Num::new(dict, v);
    };
    bind(&mut y);
    E::In::for_each_mut(&mut gradient, &mut bind);
    E::In::for_each_mut(&mut hessian, &mut |row| E::In::for_each_mut(row, &mut bind));
    finite.then_some((y, gradient, hessian))
}

/// A gradient and a Hessian, row by row, of floats.
struct Rows<'a> {
    gradient: &'a mut [f64],
    hessian: &'a mut [f64],
    /// The bits of v - v, which is 0 for finite numbers.
    differences: u64,
}

impl Assemble<Num<F64>> for Rows<'_> {
    #[inline]
    #[allow(clippy::eq_op, reason = "v is not finite if this is not 0")]
    fn add<const K: usize, const T: usize>(
        &mut self,
        at: [usize; K],
        gradient: [Num<F64>; K],
        triangle: [Num<F64>; T],
    ) {
        let n = self.gradient.len();
        let mut entries = triangle.into_iter().map(Num::value);
        for (j, (q, d)) in at.into_iter().zip(gradient.map(Num::value)).enumerate() {
            self.gradient[q] += d;
            self.differences |= (d - d).to_bits();
            for (i, p) in at.into_iter().enumerate().take(j + 1) {
                let entry = entries.next().unwrap_or_default();
                self.differences |= (entry - entry).to_bits();
                self.hessian[p * n + q] += entry;
                if i != j {
                    self.hessian[q * n + p] += entry;
                }
            }
        }
    }

    #[allow(clippy::eq_op, reason = "v is not finite if this is not 0")]
    fn scale(&mut self, factor: Num<F64>) {
        let factor = factor.value();
        for d in self.gradient.iter_mut().chain(self.hessian.iter_mut()) {
            *d *= factor;
            self.differences |= (*d - *d).to_bits();
        }
    }
}

/// The value of a sum at `x`. The gradient is written into `gradient`, and the Hessian into `rows`. `None` if there is no program of second
/// order, or if a derivative is not finite.
pub(crate) fn assembled<E: Exp<F64> + Signature<Out = f64>>(
    e: &E,
    x: &Of<E::In, Num<F64>>,
    gradient: &mut [f64],
    rows: &mut [f64],
) -> Option<f64> {
    gradient.fill(0.0);
    rows.fill(0.0);
    let mut sink = Rows { gradient, hessian: rows, differences: 0 };
    let value = e.assemble(x, &mut sink)?.value();
    (value.is_finite() && sink.differences == 0).then_some(value)
}
