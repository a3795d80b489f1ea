//! Tests of derivatives: exact comparisons of all strategies, and the number of digits that are right.
//!
//! [`check`] answers the question whether the derivatives of a function are right. It compares all strategies exactly, and the rules of
//! elementary functions with their values. It reports a point whose derivatives are not those of its neighbours. [`check_function`] also
//! compares the expression with the plain function. [`check_by_differences`]
//! compares the derivatives of the whole function with its own values.
//! [`digits`] estimates how much rounding they have suffered. [`laws`] asserts that a dictionary of one's own is a commutative semiring.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::forward::Forward;
use crate::number::argument::Argument;
use crate::number::erased::Collected;
use crate::stack::Stack;
use crate::{Exp, F64, Of, Product, Residue, Residues};

mod decisions;
mod differences;
mod digits;
mod laws;
mod neighbours;
mod plain;
#[cfg(feature = "std")]
pub(crate) mod rules;
mod slope;
mod strategies;

pub use decisions::Decision;
pub use differences::check_by_differences;
pub use digits::digits;
pub use laws::{Violation, laws};
use strategies::check_at;

const DIFFERENCES: &str = "differences";
const NEIGHBOURS: &str = "its neighbours";

/// Floats that decide the branches, and residues in which derivatives are compared.
type Both = Product<F64, Residues>;

/// The points at which [`check`] compares: the given one, and others near it.
const POINTS: usize = 4;

/// The expressions that [`check`] accepts: those of `#[exp]`, and those by hand that hold for all dictionaries.
pub trait Checked:
    Exp<F64>
    + Exp<Both>
    + Exp<Both>
    + for<'t> Exp<Forward<'t, Both>>
    + for<'t> Exp<Stack<'t, Both>>
    + for<'s, 't> Exp<Forward<'t, Forward<'s, Both>>>
    + for<'s, 't> Exp<Stack<'t, Forward<'s, Both>>>
    + for<'s, 't> Exp<Forward<'t, Stack<'s, Both>>>
    + for<'s> Exp<Forward<'s, Both>>
    + for<'s, 't> Exp<Stack<'t, Stack<'s, Both>>>
    + for<'s> Exp<Stack<'s, Both>>
    + neighbours::Seen
{
}

impl<E> Checked for E where
    E: Exp<F64>
        + Exp<Both>
        + Exp<Both>
        + for<'t> Exp<Forward<'t, Both>>
        + for<'t> Exp<Stack<'t, Both>>
        + for<'s, 't> Exp<Forward<'t, Forward<'s, Both>>>
        + for<'s, 't> Exp<Stack<'t, Forward<'s, Both>>>
        + for<'s, 't> Exp<Forward<'t, Stack<'s, Both>>>
        + for<'s> Exp<Forward<'s, Both>>
        + for<'s, 't> Exp<Stack<'t, Stack<'s, Both>>>
        + for<'s> Exp<Stack<'s, Both>>
        + neighbours::Seen
{
}

/// Two strategies that disagree, or a point and its neighbours: the error of [`check`] and [`check_by_differences`].
///
/// ```
/// # use std::borrow::Cow;
/// # use ad::function::{Function, Partial};
/// use ad::prelude::*;
/// use ad::testing;
///
/// # fn main() {
/// #[exp]
/// fn cube(x: f64) -> f64 {
///     x * x * x
/// }
/// assert!(testing::check(&Cube, &2.0).is_ok());
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Disagreement {
    /// The quantity: the value, the first derivative, or the second derivative in a random direction.
    pub quantity: Quantity,
    /// The index of the number: of the result for a value, of the argument for a derivative, of the operand for a rule.
    pub entry: usize,
    /// Both strategies, and the floats that they give.
    pub roads: [(&'static str, f64); 2],
    /// The numbers of the argument.
    pub point: Vec<f64>,
    /// The elementary function whose rule is wrong.
    pub function: Option<Cow<'static, str>>,
    /// The limits that the derivative is not among.
    pub neighbours: Option<Box<Neighbours>>,
}

/// The derivatives near a point that has another one: a part of a [`Disagreement`]. See [`check`](check#special-points).
#[derive(Clone, Debug, PartialEq)]
pub struct Neighbours {
    /// The index of the number of the result.
    pub result: usize,
    /// The second number of the argument of a second derivative.
    pub second: Option<usize>,
    /// The least and the largest limit of the derivative, along all directions.
    pub limits: [f64; 2],
    /// The decision that the program makes at this point only.
    pub decision: Decision,
}

/// The quantity in which two strategies disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// A number of the result.
    Value,
    /// The derivative of a random combination of the results by a number of the argument.
    First,
    /// The derivative of that by a number of the argument, in a random direction.
    Second,
    /// The partial derivative of an elementary function.
    Rule,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [(one, a), (other, b)] = self.roads;
        let quantity = match self.quantity {
            Quantity::Value => "value",
            Quantity::First => "first derivative by number",
            Quantity::Second => "second derivative by number",
            Quantity::Rule => "derivative by operand",
        };
        let function = self.function.as_ref().map(|name| alloc::format!(" of `{name}`")).unwrap_or_default();
        let point: Vec<String> = self.point.iter().map(ToString::to_string).collected();
        let second = self.neighbours.as_ref().and_then(|neighbours| neighbours.second);
        let second = second.map(|second| alloc::format!(" and {second}")).unwrap_or_default();
        write!(
            f,
            "the {quantity} {}{second}{function} at ({}) is {a} by {one}",
            self.entry,
            point.join(", ")
        )?;
        if let Some(Neighbours { limits: [low, high], decision, .. }) = self.neighbours.as_deref() {
            let shown = |x: f64| alloc::format!("{x:.8e}").parse().unwrap_or(x);
            if shown(*low) == shown(*high) {
                write!(f, " and tends to {} at {other}", shown(b))?;
            } else {
                write!(f, " and tends to {} … {} at {other}", shown(*low), shown(*high))?;
            }
            return write!(f, ": {decision} at this point only");
        }
        write!(f, " and {b} by {other}")?;
        if [plain::FLOATS, plain::FUNCTION].contains(&one) {
            return write!(
                f,
                ": a branch may ask for the type of the numbers, as by `size_of` or `type_name`"
            );
        }
        let by_floats = other == DIFFERENCES || a.is_nan() != b.is_nan();
        if by_floats { Ok(()) } else { write!(f, ", and the residues of both differ") }
    }
}

impl core::error::Error for Disagreement {}

/// Compares all strategies for the derivatives of `e` at `x` and at random points near it, to the second order, and those at `x` with
/// their limits.
///
/// | order | strategies |
/// |---|---|
/// | value | plain floats, plain evaluation, forward mode, tape, adjoint program |
/// | first | forward mode, tape, adjoint program |
/// | second | forward ∘ forward, forward ∘ tape, forward ∘ program, tape ∘ forward, tape ∘ tape, tape ∘ program, a program of second order |
///
/// The adjoint program takes part if the expression has one: by `#[exp(adjoint)]` or by hand.
///
/// Floats decide the branches. Beside them, all strategies compute in [`Residues`], where equal formulas have equal results. So
/// there is no tolerance, and no right derivative is reported. A wrong derivative of degree d passes with probability d·2⁻⁵⁹ at
/// most. Where both floats are NaN, there is no derivative to compare. Neither is there one if the result depends on a power with a
/// variable exponent whose base is 0 or infinite, or on a solution that was found in floats, as that of
/// [`linear::solve`](crate::linear::solve). NaN by one strategy only is reported where argument, value and gradient are
/// moderate, so that no product overflows.
///
/// The values over plain floats and those beside residues may differ by rounding, since the compiler evaluates some of them itself: by
/// 10⁻⁹ of the value, or 10⁻¹² of the largest number. Another difference is reported: a helper that asks for `size_of::<T>()` of its
/// number computes another function under each strategy. The function without the attribute is not a part of its expression: see
/// [`check_function`].
///
/// All strategies share the partial derivatives of elementary functions. So these are compared with differences of the function's values:
/// see [below](#rules).
///
/// ```
/// use ad::prelude::*;
/// use ad::testing;
///
/// #[exp(adjoint)]
/// fn pendulum(angle: f64, speed: f64) -> [f64; 2] {
///     let (mut angle, mut speed) = (angle, speed);
///     for _ in 0..10 {
///         speed -= 0.1 * angle.sin();
///         angle += 0.1 * speed;
///         if angle > 3.0 {
///             angle -= 6.0;
///         }
///     }
///     [angle, speed]
/// }
///
/// testing::check(&Pendulum, &(1.0, 2.0)).unwrap();
/// ```
///
/// # Errors
///
/// Returns the first disagreement. The program of this expression by hand forgets a factor:
///
/// ```
/// use ad::adjoint::{self, Adjoint, Slot};
/// use ad::numbers::{Dict, Seeding};
/// use ad::{Exp, Num, Signature, testing};
///
/// #[derive(Clone, Copy)]
/// struct Square;
///
/// impl Signature for Square {
///     type In = f64;
///     type Out = f64;
/// }
///
/// impl<D: Dict> Exp<D> for Square {
///     fn apply(&self, _: D, x: &Num<D>) -> Num<D> { x * x }
///     fn has_program(&self) -> bool { true }
///     fn program(&self, dict: D, x: &Num<D>, seeding: &mut dyn Seeding<f64, f64, D>) {
///         adjoint::offer(self, dict, x, seeding);
///     }
/// }
///
/// impl<D: Dict> Adjoint<D> for Square {
///     fn pullback<'a>(
///         &'a self,
///         _: D,
///         x: &Num<D>,
///     ) -> (Num<D>, impl FnOnce(&Slot<Num<D>>, &Num<D>, &Slot<Num<D>>) + Clone + use<'a, D>) {
///         (x * x, |dy: &Slot<Num<D>>, x: &Num<D>, dx: &Slot<Num<D>>| dy.with(|d| dx.add(d * x))) // and once more
///     }
/// }
///
/// let error = testing::check(&Square, &3.0).unwrap_err();
/// assert_eq!(error.quantity, testing::Quantity::First);
/// assert_eq!(error.roads.map(|(strategy, _)| strategy), ["forward", "program"]);
/// ```
///
/// # Rules
///
/// Each elementary function is judged alone, at the arguments that the expression passes to it. A wrong rule is named:
///
/// ```
/// use ad::prelude::*;
/// use ad::{rule, testing};
///
/// rule! {
///     fn cube_root(x) -> y = x.cbrt();
///     partial x = (2.0 * y * y).recip(); // 3.0
/// }
///
/// #[exp]
/// fn rooted(x: f64) -> f64 {
///     cube_root(x) * x
/// }
///
/// let error = testing::check(&Rooted, &8.0).unwrap_err();
/// assert_eq!(error.quantity, testing::Quantity::Rule);
/// // … at (8) is 0.125 by its rule and 0.08333 by differences
/// assert!(error.to_string().starts_with("the derivative by operand 0 of `cube_root` at (8) is 0.125 by its rule and 0.08333"));
/// ```
///
/// | function | values | an error is reported above |
/// |---|---|---|
/// | of the table, if [`DoubleDoubles`](crate::DoubleDoubles) has its digits | 31 digits, at distances of 10⁻¹¹ to 10⁻¹⁴ | 10⁻⁹ of the derivative |
/// | other, as of [`rule!`](crate::rule!) | floats, extrapolated | 10⁻³ of the derivative |
///
/// An error is reported only if the differences converge to one slope on both sides. So nothing is reported at a kink, a jump or a pole,
/// at the end of a domain, and in noise. A function over floats that is constant near the argument is not judged: a rule may say that a
/// rounding has the derivative 1. Not judged are functions by [`with_jvp`](crate::rule::with_jvp), numbers beyond 10^±100, and more than
/// eight arguments of a function near one point. Without the feature `std`, no rule is judged. [`check_by_differences`] sees all of these
/// that change the derivative of the expression.
///
/// # Special points
///
/// A branch for one point, an exit that the exact value takes, and kinks whose combination is smooth give a derivative that no neighbour
/// has. All strategies share it. So the first and second derivatives at `x` are compared with their limits at neighbours:
///
/// ```
/// use ad::prelude::*;
/// use ad::testing;
///
/// #[exp]
/// fn rate(v: f64) -> f64 {
///     if v == 0.0 { 10.0 } else { v / (1.0 - (-v / 10.0).exp()) }
/// }
///
/// testing::check(&Rate, &0.1).unwrap();
/// let error = testing::check(&Rate, &0.0).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "the first derivative by number 0 at (0) is 0 by the program and tends to 0.5 at its neighbours: \
///      `0.0 == 0.0` is true at this point only"
/// );
/// let neighbours = error.neighbours.unwrap();
/// assert!((neighbours.limits[0] - 0.5).abs() < 1e-9);
/// ```
///
/// The neighbours lie in random directions, on both sides, at distances of 10⁻³ to 6·10⁻⁸ of the numbers, or of 1 for numbers
/// below 10⁻⁹. Beside each float there is a number with 31 digits, so cancellation hides nothing. An error is reported only if the derivatives converge along
/// all directions, and the derivative at `x` is outside of the interval of the limits. A kink has its mean inside of them, and a
/// jump has the derivative of one side. There is no error if a neighbour takes the same branches and the same sides of kinks as `x`. Nor
/// is there one if a limit is infinite, or if a function such as `floor` jumps.
///
/// The reason is the first comparison, or else the first kink, with another outcome at all neighbours. A derivative that is wrong at the
/// neighbours as well, as that of a bisection, is seen by [`check_by_differences`] only. The guide's page *Special points* has remedies.
///
/// # Panics
///
/// Panics if the expression panics. If the value of a rule panics close to its argument, the rule is not judged there.
///
/// # Cost
///
/// About 6 n + 10 evaluations at each of four points, for n numbers of the argument. A quotient costs about 300 ns. The judgement of a rule
/// takes 25 values for each operand. At a usual point, the comparison with neighbours takes eight evaluations with 31 digits. At a kink or
/// tie in all directions, it takes 113 of them for each number of the argument.
pub fn check<E: Checked, X: Argument<E::In, H> + ?Sized, H>(e: &E, x: &X) -> Result<(), Disagreement> {
    check_beside(e, |_| None, x)
}

/// The same, and compares the values of `e` with those of `f`, the plain function.
///
/// ```
/// use ad::prelude::*;
/// use ad::testing;
///
/// #[exp]
/// fn energy(x: f64, y: f64) -> f64 {
///     x * x * y
/// }
///
/// testing::check_function(&Energy, |&(x, y)| energy(x, y), &(1.0, 2.0)).unwrap();
/// ```
///
/// # Errors
///
/// As [`check`], and if the values differ by more than rounding. So they do if a helper asks for the type of its number, by
/// `type_name::<T>()` or by a trait of its own:
///
/// ```
/// use ad::prelude::*;
/// use ad::testing;
///
/// fn is_float<T>(_: T) -> bool {
///     std::any::type_name::<T>() == "f64"
/// }
///
/// #[exp]
/// fn halved(x: f64) -> f64 {
///     if is_float(x) { 0.5 * x } else { x }
/// }
///
/// testing::check(&Halved, &2.0).unwrap();
/// let error = testing::check_function(&Halved, |x| halved(*x), &2.0).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "the value 0 at (2) is 1 by the plain function and 2 by its expression: \
///      a branch may ask for the type of the numbers, as by `size_of` or `type_name`"
/// );
/// ```
///
/// # Panics
///
/// As [`check`], and if `f` panics.
///
/// # Cost
///
/// That of [`check`], and four values of `f`.
pub fn check_function<E, F, X, H>(e: &E, f: F, x: &X) -> Result<(), Disagreement>
where
    E: Checked,
    F: Fn(&Of<E::In, f64>) -> Of<E::Out, f64>,
    X: Argument<E::In, H> + ?Sized,
{
    check_beside(e, |x| Some(f(x)), x)
}

fn check_beside<E: Checked, X: Argument<E::In, H> + ?Sized, H>(
    e: &E,
    f: impl Fn(&Of<E::In, f64>) -> Option<Of<E::Out, f64>>,
    x: &X,
) -> Result<(), Disagreement> {
    let mut random = Random(0x5DEE_CE66_D1CE_5EED);
    for i in 0..POINTS {
        let point = x.map_numbers(&mut |x| {
            // The sum with -0 is the number itself, also for -0.
            let shift =
                if i == 0 || x.is_infinite() { -0.0 } else { 1e-3 * random.float() * (1.0 + x.abs()) };
            (x + shift, random.residue())
        });
        judged(|| check_at(e, &f, &point, &mut random))?;
    }
    neighbours::compare(e, &x.map_numbers(&mut |x| *x), &mut random)
}

/// The result of the comparisons, and a wrong rule that they meet, as an error.
#[cfg(feature = "std")]
fn judged(compare: impl FnOnce() -> Result<(), Disagreement>) -> Result<(), Disagreement> {
    let (compared, wrong) = rules::judged(compare);
    // A wrong rule is the reason for other disagreements.
    wrong.map_or(compared, |wrong| {
        let [rule, differences] = wrong.slopes;
        Err(Disagreement {
            quantity: Quantity::Rule,
            entry: wrong.operand,
            roads: [("its rule", rule), (DIFFERENCES, differences)],
            point: wrong.point,
            function: Some(wrong.function),
            neighbours: None,
        })
    })
}

#[cfg(not(feature = "std"))]
fn judged(compare: impl FnOnce() -> Result<(), Disagreement>) -> Result<(), Disagreement> {
    compare()
}

/// `xorshift64*`, by S. Vigna.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn residue(&mut self) -> Residue {
        Residue::new(self.next())
    }

    /// Between -1 and 1.
    #[allow(clippy::cast_precision_loss, reason = "53 bits fit")]
    fn float(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}
