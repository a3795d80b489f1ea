//! Dual numbers over floats whose tangents need no question whether they are there: for second derivatives by adjoint programs.
//!
//! The tangent of a constant is -0, which no sum counts. So a step has no branch. But a product multiplies the tangent of a constant
//! as well, and 0 · ∞ is NaN where [`Forward`](super::Forward) has nothing. So a caller that finds a derivative that is not finite
//! computes again under `Forward`.

use core::marker::PhantomData;

use crate::function::Partial;
use crate::{F64, Strategy};

/// A float and its tangents.
#[derive(Clone, Copy, Debug)]
pub struct DenseDual<const W: usize> {
    pub(crate) v: f64,
    pub(crate) d: [f64; W],
}

impl<const W: usize> DenseDual<W> {
    /// A constant.
    #[inline]
    pub(crate) const fn constant(v: f64) -> Self {
        DenseDual { v, d: [-0.0; W] }
    }

    /// A variable, which is no constant whatever its tangents are.
    #[inline]
    pub(crate) fn variable(v: f64, d: [f64; W]) -> Self {
        DenseDual { v, d: d.map(|d| d + 0.0) }
    }
}

/// The dictionary of dual numbers over floats, with `W` tangents each, which the second derivatives of
/// [`Prepared`](crate::Prepared) and [`call`](crate::call) use: see [`TwiceDifferentiable`](crate::TwiceDifferentiable).
///
/// Numbers of different evaluations do not mix: `'t` stands for one evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dense<'t, const W: usize = 1>(PhantomData<fn(&'t ()) -> &'t ()>);

impl<const W: usize> Strategy for Dense<'_, W> {
    type Base = F64;
    type Lifted = DenseDual<W>;

    /// The caller does not read the tangent of the value, so LLVM leaves it out of a program in the caller's code. With several tangents, a
    /// program apart is faster.
    const IN_PLACE: bool = W == 1;

    #[inline]
    fn base(self) -> F64 {
        F64
    }
    #[inline]
    fn join(self, _: Self) -> Self {
        self
    }
    #[inline]
    fn over(self, _: F64) -> Self {
        self
    }
    #[inline]
    fn constant(v: f64) -> DenseDual<W> {
        DenseDual::constant(v)
    }
    #[inline]
    fn primal(a: DenseDual<W>) -> f64 {
        a.v
    }
    #[inline]
    fn is_constant(a: DenseDual<W>) -> bool {
        a.d.iter().all(|d| d.to_bits() == (-0.0f64).to_bits())
    }
    #[inline]
    fn annihilates(self, a: DenseDual<W>) -> bool {
        a.v.is_finite() && a.d.iter().all(|d| d.is_finite())
    }

    /// The tangent of a step is Σ ẋᵢ·pᵢ, of all operands.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn step<const K: usize>(
        self,
        v: f64,
        operands: [DenseDual<W>; K],
        partial: impl Fn(usize) -> Partial<f64>,
    ) -> DenseDual<W> {
        sum(v, operands, |_| true, partial)
    }

    /// The same, without the partial derivatives with respect to constants.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn function_step<const K: usize>(
        self,
        v: f64,
        operands: [DenseDual<W>; K],
        partial: impl Fn(usize) -> Partial<f64>,
    ) -> DenseDual<W> {
        sum(v, operands, |operand| !Self::is_constant(operand), partial)
    }
}

/// A result with the sum of the tangents of the operands that count.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn sum<const K: usize, const W: usize>(
    v: f64,
    operands: [DenseDual<W>; K],
    counts: impl Fn(DenseDual<W>) -> bool,
    partial: impl Fn(usize) -> Partial<f64>,
) -> DenseDual<W> {
    let mut sum = DenseDual::constant(v);
    for (i, operand) in operands.into_iter().enumerate().filter(|(_, operand)| counts(*operand)) {
        match partial(i) {
            Partial::Zero => {}
            Partial::One => (0..W).for_each(|j| sum.d[j] += operand.d[j]),
            Partial::Value(p) | Partial::MinusOne(p) => (0..W).for_each(|j| sum.d[j] += operand.d[j] * p),
        }
    }
    sum
}
