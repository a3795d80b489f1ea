//! The choice of a mode for a derivative, and the expressions that permit the choice.

use crate::forward::{Dense, Forward, WIDTH};
use crate::second_order::SecondOrder;
use crate::stack::Stack;
use crate::{Dict, Exp, F64, Shape, Signature};

/// Expressions whose first derivatives can be taken under `D` in every mode. A function with `#[exp]` is one.
///
/// ```
/// use ad::{Differentiable, call, exp};
///
/// /// A step downhill, for any expression.
/// fn descend<E: Differentiable<In = Vec<f64>, Out = f64>>(e: &E, rate: f64, x: &mut [f64]) {
///     let gradient = call::grad(e, &*x);
///     x.iter_mut().zip(gradient).for_each(|(x, slope)| *x -= rate * slope);
/// }
///
/// #[exp]
/// fn bowl(x: &[f64]) -> f64 {
///     x.iter().map(|x| x * x).sum()
/// }
///
/// let mut x = [4.0, -2.0];
/// descend(&Bowl, 0.25, &mut x);
/// assert_eq!(x, [2.0, -1.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "cannot take derivatives of `{Self}`",
    label = "not an expression under every dictionary that `{D}` needs",
    note = "an expression is the struct that `#[exp]` makes of a function, or an operator such as `forward::diff` around one"
)]
pub trait Differentiable<D: Dict = F64>:
    Signature
    + Exp<D>
    + for<'t> Exp<Forward<'t, D, 1>>
    + for<'t> Exp<Forward<'t, D, 2>>
    + for<'t> Exp<Forward<'t, D, 3>>
    + for<'t> Exp<Forward<'t, D, 4>>
    + for<'t> Exp<Forward<'t, D, 5>>
    + for<'t> Exp<Forward<'t, D, 6>>
    + for<'t> Exp<Forward<'t, D, 7>>
    + for<'t> Exp<Forward<'t, D, 8>>
    + for<'t> Exp<Stack<'t, D>>
{
}

#[diagnostic::do_not_recommend]
impl<D: Dict, E> Differentiable<D> for E where
    E: Signature
        + Exp<D>
        + for<'t> Exp<Forward<'t, D, 1>>
        + for<'t> Exp<Forward<'t, D, 2>>
        + for<'t> Exp<Forward<'t, D, 3>>
        + for<'t> Exp<Forward<'t, D, 4>>
        + for<'t> Exp<Forward<'t, D, 5>>
        + for<'t> Exp<Forward<'t, D, 6>>
        + for<'t> Exp<Forward<'t, D, 7>>
        + for<'t> Exp<Forward<'t, D, 8>>
        + for<'t> Exp<Stack<'t, D>>
        + ?Sized
{
}

/// Expressions whose second derivatives can be taken over floats. A function with `#[exp]` and one number as its result is one.
///
/// ```
/// use ad::{TwiceDifferentiable, call, exp};
///
/// /// The trace of the Hessian.
/// fn trace<E: TwiceDifferentiable<In = [f64; 2]>>(e: &E, x: [f64; 2]) -> f64 {
///     let [[a, _], [_, b]] = call::hessian(e, &x);
///     a + b
/// }
///
/// #[exp]
/// fn volume(x: [f64; 2]) -> f64 {
///     x[0] * x[0] * x[1]
/// }
/// assert_eq!(trace(&Volume, [3.0, 5.0]), 10.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "cannot take second derivatives of `{Self}`",
    label = "not an expression of real numbers with one real number as its result, under every dictionary"
)]
pub trait TwiceDifferentiable:
    Signature<Out = f64>
    + for<'t> Exp<SecondOrder<'t>>
    + for<'u> Exp<Dense<'u, 1>>
    + for<'u> Exp<Dense<'u, 2>>
    + for<'u> Exp<Dense<'u, 3>>
    + for<'u> Exp<Dense<'u, 4>>
    + for<'u> Exp<Dense<'u, 5>>
    + for<'u> Exp<Dense<'u, 6>>
    + for<'u> Exp<Dense<'u, 7>>
    + for<'u> Exp<Dense<'u, 8>>
    + for<'t, 'u> Exp<Stack<'t, Forward<'u, F64>>>
    + Exp<F64>
{
}

#[diagnostic::do_not_recommend]
impl<E> TwiceDifferentiable for E where
    E: Signature<Out = f64>
        + for<'t> Exp<SecondOrder<'t>>
        + for<'u> Exp<Dense<'u, 1>>
        + for<'u> Exp<Dense<'u, 2>>
        + for<'u> Exp<Dense<'u, 3>>
        + for<'u> Exp<Dense<'u, 4>>
        + for<'u> Exp<Dense<'u, 5>>
        + for<'u> Exp<Dense<'u, 6>>
        + for<'u> Exp<Dense<'u, 7>>
        + for<'u> Exp<Dense<'u, 8>>
        + for<'t, 'u> Exp<Stack<'t, Forward<'u, F64>>>
        + Exp<F64>
        + ?Sized
{
}

/// How a derivative is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Tangents, up to eight at a time.
    Forward,
    /// A recording of the steps, and a reverse sweep over it.
    Tape,
    /// The adjoint program that `#[exp(adjoint)]` writes.
    Program,
}

impl Mode {
    /// The mode for the gradient of `e` by `n` numbers.
    #[inline]
    pub(crate) fn of_gradient<D: Dict, E: Exp<D>>(e: &E, n: usize) -> Self {
        // One tangent costs less than a reverse sweep.
        if n > 1 && e.has_program() { Mode::Program } else { Mode::of_gradient_without_program(n) }
    }

    /// The mode for the gradient of an expression without a program by `n` numbers.
    #[inline]
    pub(crate) fn of_gradient_without_program(n: usize) -> Self {
        if n <= 16 { Mode::Forward } else { Mode::Tape }
    }

    /// The mode for the Jacobian of `e`, by `n` numbers. `m` counts the numbers of the result.
    pub(crate) fn of_jacobian<D: Dict, E: Exp<D>>(e: &E, n: usize, m: impl FnOnce() -> usize) -> Self {
        let passes = n.div_ceil(8);
        if e.has_program() {
            // A reverse sweep of a program costs about half of a pass with eight tangents.
            if m() <= 2 * passes { Mode::Program } else { Mode::Forward }
        } else if passes <= 2 || passes <= 2 * m() {
            // Two such passes cost less than one recording.
            Mode::Forward
        } else {
            Mode::Tape
        }
    }

    /// The mode for the Hessian of `e` by `n` numbers. A program computes all columns, whereas the tape omits entries that are
    /// structurally 0.
    pub(crate) fn of_hessian<D: Dict, E: Exp<D>>(e: &E, n: usize) -> Self {
        if e.has_program() && n <= 32 { Mode::Program } else { Mode::Tape }
    }
}

/// The number of tangents in a pass of forward mode, if the number of inputs is only known at run time.
pub(crate) enum Width {
    One,
    Four,
    Eight,
}

impl Width {
    /// The tangents for derivatives by `n` numbers.
    #[inline]
    pub(crate) fn of(n: usize) -> Self {
        match n {
            0 | 1 => Width::One,
            2..=4 => Width::Four,
            _ => Width::Eight,
        }
    }
}

/// The number of tangents in a pass of forward mode, if the type determines the number of inputs: one for each of up to eight. Otherwise 0.
pub(crate) const fn fixed_width<S: Shape>() -> usize {
    match S::COUNT {
        None => 0,
        Some(0) => 1,
        Some(n) if n < WIDTH => n,
        Some(_) => WIDTH,
    }
}

/// An expression that depends on the constant `W` with the [`fixed_width`] of a shape, or else the second one. rustc compiles only the one
/// that is chosen, since it is a constant.
macro_rules! by_fixed_width {
    ($Shape:ty, $W:ident => $fixed:expr, _ => $other:expr) => {
        by_fixed_width!(@ $Shape, $W, $fixed, $other, [1 2 3 4 5 6 7 8])
    };
    (@ $Shape:ty, $W:ident, $fixed:expr, $other:expr, [$($width:literal)*]) => {
        match const { $crate::operator::mode::fixed_width::<$Shape>() } {
            $($width => {
                const $W: usize = $width;
                $fixed
            })*
            _ => $other,
        }
    };
}

pub(crate) use by_fixed_width;
