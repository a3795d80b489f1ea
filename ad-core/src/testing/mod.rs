//! Tests of derivatives: exact comparisons of all strategies, and the number of digits that are right.
//!
//! [`check`] answers the question whether the derivatives of a function are right. It compares all strategies exactly, and the rules of
//! elementary functions with their values. It reports a point whose derivatives are not those of its neighbours. [`check_by_differences`]
//! compares the derivatives of the whole function with its own values.
//! [`digits`] estimates how much rounding they have suffered. [`laws`] asserts that a dictionary of one's own is a commutative semiring.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::forward::{self, Forward};
use crate::number::argument::Argument;
use crate::stack::{self, Stack};
use crate::{Exp, F64, Num, Of, Primal, Product, Residue, Residues, Shape, reverse};

mod decisions;
mod differences;
mod digits;
mod laws;
mod neighbours;
#[cfg(feature = "std")]
pub(crate) mod rules;
mod slope;

pub use decisions::Decision;
pub use differences::check_by_differences;
pub use digits::digits;
pub use laws::{Violation, laws};

const DIFFERENCES: &str = "differences";
const NEIGHBOURS: &str = "its neighbours";

/// Floats that decide the branches, and residues in which derivatives are compared.
type Both = Product<F64, Residues>;

/// The points at which [`check`] compares: the given one, and others near it.
const POINTS: usize = 4;

/// The expressions that [`check`] accepts: those of `#[exp]`, and those by hand that hold for all dictionaries.
pub trait Checked:
    Exp<Both>
    + Exp<Primal<Both>>
    + for<'t> Exp<Forward<'t, Both>>
    + for<'t> Exp<Stack<'t, Both>>
    + for<'s, 't> Exp<Forward<'t, Forward<'s, Both>>>
    + for<'s, 't> Exp<Stack<'t, Forward<'s, Both>>>
    + for<'s, 't> Exp<Forward<'t, Stack<'s, Both>>>
    + for<'s> Exp<Primal<Forward<'s, Both>>>
    + for<'s, 't> Exp<Stack<'t, Stack<'s, Both>>>
    + for<'s> Exp<Primal<Stack<'s, Both>>>
    + neighbours::Seen
{
}

impl<E> Checked for E where
    E: Exp<Both>
        + Exp<Primal<Both>>
        + for<'t> Exp<Forward<'t, Both>>
        + for<'t> Exp<Stack<'t, Both>>
        + for<'s, 't> Exp<Forward<'t, Forward<'s, Both>>>
        + for<'s, 't> Exp<Stack<'t, Forward<'s, Both>>>
        + for<'s, 't> Exp<Forward<'t, Stack<'s, Both>>>
        + for<'s> Exp<Primal<Forward<'s, Both>>>
        + for<'s, 't> Exp<Stack<'t, Stack<'s, Both>>>
        + for<'s> Exp<Primal<Stack<'s, Both>>>
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
        let point: Vec<String> = self.point.iter().map(ToString::to_string).collect();
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
/// | value | plain evaluation, forward mode, tape, adjoint program |
/// | first | forward mode, tape, adjoint program |
/// | second | forward ∘ forward, forward ∘ tape, forward ∘ program, tape ∘ forward, tape ∘ tape, tape ∘ program |
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
/// The neighbours lie in random directions, on both sides, at distances of 10⁻³ to 6·10⁻⁸ of the numbers, or of 1 if these are smaller. Beside
/// each float there is a number with 31 digits, so cancellation hides nothing. An error is reported only if the derivatives converge along
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
    let mut random = Random(0x5DEE_CE66_D1CE_5EED);
    for i in 0..POINTS {
        let point = x.map_numbers(&mut |x| {
            let shift = if i == 0 || x.is_infinite() { 0.0 } else { 1e-3 * random.float() * (1.0 + x.abs()) };
            (x + shift, random.residue())
        });
        judged(|| check_at(e, &point, &mut random))?;
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

/// Numbers of floats and residues.
type Numbers<S> = Of<S, Num<Both>>;

fn number(v: (f64, Residue)) -> Num<Both> {
    Num::new(Product(F64, Residues), v)
}

fn numbers<S: Shape>(x: &Of<S, (f64, Residue)>) -> Numbers<S> {
    S::map(x, &mut |x| number(*x))
}

/// A container like `x`, filled at random.
fn filled<S: Shape, T: Clone>(x: &Of<S, T>, random: &mut Random) -> Numbers<S> {
    S::map(x, &mut |_| number((random.float(), random.residue())))
}

fn zeros<S: Shape, T: Clone>(x: &Of<S, T>) -> Numbers<S> {
    S::map(x, &mut |_| number((0.0, Residue::default())))
}

fn listed<S: Shape>(x: &Numbers<S>) -> Vec<Num<Both>> {
    let mut numbers = Vec::new();
    S::for_each(x, &mut |x| numbers.push(*x));
    numbers
}

fn dot<S: Shape>(a: &Numbers<S>, b: &Numbers<S>) -> Num<Both> {
    listed::<S>(a).iter().zip(&listed::<S>(b)).map(|(a, b)| a * b).sum()
}

/// For each number of `x`, a direction in which only that number varies.
fn directions<S: Shape, T: Clone>(x: &Of<S, T>) -> impl Iterator<Item = Numbers<S>> {
    (0..S::count(x)).map(|i| {
        let mut j = 0;
        S::map(x, &mut |_| {
            let here = i == j;
            j += 1;
            number((f64::from(u8::from(here)), Residue::new(here.into())))
        })
    })
}

fn check_at<E: Checked>(
    e: &E,
    point: &Of<E::In, (f64, Residue)>,
    random: &mut Random,
) -> Result<(), Disagreement> {
    let dict = Product(F64, Residues);
    let x = numbers::<E::In>(point);
    let y = e.apply(dict, &x);
    let (v, w) = (filled::<E::In, _>(&x, random), filled::<E::Out, _>(&y, random));
    let (no_x, no_y) = (zeros::<E::In, _>(&x), zeros::<E::Out, _>(&y));
    let programmed = Exp::<Primal<Both>>::has_program(e);

    // The values and first derivatives. With one tangent at a time the other inputs are constants, so no 0 meets an infinity.
    let (forward_y, jacobian) = forward::value_and_jacobian(e).width::<1>().apply(dict, &x);
    let mut rows = Vec::new();
    E::Out::for_each(&jacobian, &mut |row| rows.push(listed::<E::In>(row)));
    let weights = listed::<E::Out>(&w);
    let by_forward: Vec<_> =
        (0..E::In::count(&x)).map(|i| rows.iter().zip(&weights).map(|(row, w)| row[i] * w).sum()).collect();
    let seeded = (x.clone(), w.clone());
    let (tape_y, by_tape) = stack::vjp(e).apply(dict, &seeded);
    let by_program = programmed.then(|| reverse::vjp(e).apply(dict, &seeded));

    let (plain, point) = (listed::<E::Out>(&y), listed::<E::In>(&x));
    let moderate = are_moderate(&plain) && are_moderate(&point);
    let mut compared = Compared { point, quantity: Quantity::Value, moderate };
    compared.compare("plain evaluation", &plain, "forward", &listed::<E::Out>(&forward_y))?;
    compared.compare("plain evaluation", &plain, "tape", &listed::<E::Out>(&tape_y))?;
    if let Some((y, _)) = &by_program {
        compared.compare("plain evaluation", &plain, "program", &listed::<E::Out>(y))?;
    }
    compared.quantity = Quantity::First;
    compared.compare("forward", &by_forward, "tape", &listed::<E::In>(&by_tape))?;
    if let Some((_, dx)) = &by_program {
        compared.compare("forward", &by_forward, "program", &listed::<E::In>(dx))?;
    }

    // The second derivatives: of w·J(x)·v.
    compared.moderate &= are_moderate(&by_forward);
    compared.quantity = Quantity::Second;
    let directed = (x.clone(), v.clone());
    let reference: Vec<_> = directions::<E::In, _>(&x)
        .map(|direction| {
            let twice = forward::jvp(forward::jvp(e));
            let (_, (_, d)) = twice.apply(dict, &(directed.clone(), (direction, no_x.clone())));
            dot::<E::Out>(&d, &w)
        })
        .collect();
    let second =
        |name, d: &Numbers<E::In>| compared.compare("forward∘forward", &reference, name, &listed::<E::In>(d));
    let tangent = (seeded.clone(), (v.clone(), no_y.clone()));
    let cotangent = (directed, (no_y.clone(), w.clone()));
    let twice = (seeded, (no_y, v));
    second("forward∘tape", &forward::jvp(stack::vjp(e)).apply(dict, &tangent).1.1)?;
    second("tape∘forward", &stack::vjp(forward::jvp(e)).apply(dict, &cotangent).1.0)?;
    second("tape∘tape", &stack::vjp(stack::vjp(e)).apply(dict, &twice).1.0)?;
    if programmed {
        second("forward∘program", &forward::jvp(reverse::vjp(e)).apply(dict, &tangent).1.1)?;
        second("tape∘program", &stack::vjp(reverse::vjp(e)).apply(dict, &twice).1.0)?;
    }
    Ok(())
}

fn are_moderate(numbers: &[Num<Both>]) -> bool {
    numbers.iter().map(|x| x.value().0.abs()).all(|x| x == 0.0 || (1e-100..1e100).contains(&x))
}

/// The place of a comparison.
struct Compared {
    point: Vec<Num<Both>>,
    quantity: Quantity,
    /// Whether the numbers so far are so moderate that products do not overflow. Then a derivative that is NaN is so by all strategies.
    moderate: bool,
}

impl Compared {
    fn compare(
        &self,
        one: &'static str,
        a: &[Num<Both>],
        other: &'static str,
        b: &[Num<Both>],
    ) -> Result<(), Disagreement> {
        let differ = |(a, b): (&Num<Both>, &Num<Both>)| {
            let ((a, r), (b, s)) = (a.value(), b.value());
            let differ = match (a.is_nan(), b.is_nan()) {
                (true, true) => false,
                (false, false) => r != s,
                _ => r != s || self.moderate && (a.is_finite() || b.is_finite()),
            };
            differ && r.is_known() && s.is_known()
        };
        let Some(entry) = a.iter().zip(b).position(differ) else { return Ok(()) };
        Err(Disagreement {
            quantity: self.quantity,
            entry,
            roads: [(one, a[entry].value().0), (other, b[entry].value().0)],
            point: self.point.iter().map(|x| x.value().0).collect(),
            function: None,
            neighbours: None,
        })
    }
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
