//! Tests of derivatives: exact comparisons of all strategies, and the number of digits that are right.
//!
//! [`check`] answers the question whether the derivatives of a function are right, without finite differences and tolerances.
//! [`check_by_differences`] compares them with the function's own values, for derivatives that are written by hand, as in
//! [`rule!`](crate::rule!). [`digits`] estimates how much rounding they have suffered.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::forward::{self, Forward};
#[cfg(not(feature = "std"))]
use crate::function::math::Float as _;
use crate::number::argument::Argument;
use crate::stack::{self, Stack};
use crate::{DoubleDoubles, Exp, F64, Num, Of, Primal, Product, Residue, Residues, Shape, reverse};

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
{
}

/// Two strategies that disagree: the error of [`check`] and [`check_by_differences`].
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
    /// The index of the number: of the result for a value, of the argument for a derivative.
    pub entry: usize,
    /// Both strategies, and the floats that they give.
    pub roads: [(&'static str, f64); 2],
    /// The numbers of the argument.
    pub point: Vec<f64>,
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
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [(one, a), (other, b)] = self.roads;
        let quantity = match self.quantity {
            Quantity::Value => "value",
            Quantity::First => "first derivative by number",
            Quantity::Second => "second derivative by number",
        };
        let point: Vec<String> = self.point.iter().map(ToString::to_string).collect();
        write!(f, "the {quantity} {} at ({}) is {a} by {one}", self.entry, point.join(", "))?;
        write!(f, " and {b} by {other}")?;
        let by_floats = other == DIFFERENCES || a.is_nan() != b.is_nan();
        if by_floats { Ok(()) } else { write!(f, ", and the residues of both differ") }
    }
}

impl core::error::Error for Disagreement {}

/// Compares all strategies for the derivatives of `e` at `x` and at random points near it, to the second order.
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
/// most. Where both floats are NaN, there is no derivative to compare, and neither where the result depends on a power with a variable
/// exponent whose base is 0 or infinite. NaN by one strategy only is reported where argument, value and gradient are moderate, so that
/// no product overflows.
///
/// All strategies use the same partial derivatives of elementary functions. A wrong [`Function::partial`](crate::function::Function)
/// is found by [`check_by_differences`], not by this.
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
/// # Panics
///
/// Panics if the expression panics.
///
/// # Cost
///
/// About 6 n + 10 evaluations at each of four points, for n numbers of the argument. A quotient costs about 300 ns.
pub fn check<E: Checked, X: Argument<E::In, H> + ?Sized, H>(e: &E, x: &X) -> Result<(), Disagreement> {
    let mut random = Random(0x5DEE_CE66_D1CE_5EED);
    for i in 0..POINTS {
        let point = x.map_numbers(&mut |x| {
            let shift = if i == 0 || x.is_infinite() { 0.0 } else { 1e-3 * random.float() * (1.0 + x.abs()) };
            (x + shift, random.residue())
        });
        check_at(e, &point, &mut random)?;
    }
    Ok(())
}

/// Compares the first derivatives of `e` with differences of its values, at random points near `x`.
///
/// It sees a wrong derivative that was written by hand, as in [`rule!`](crate::rule!), which all strategies share. [`check`] sees
/// everything else, and exactly. For second derivatives, pass an operator.
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
/// let error = testing::check_by_differences(&Rooted, &2.0).unwrap_err();
/// assert!(error.to_string().starts_with("the first derivative by number 0 at (2.00"));
/// assert_eq!(error.roads.map(|(strategy, _)| strategy), ["forward", "differences"]);
/// ```
///
/// # Method
///
/// Central differences with twelve steps are extrapolated twice, as by C. J. F. Ridders, *Accurate computation of F′(x) and F′(x) F″(x)*,
/// Advances in Engineering Software 4, 1982. Three estimates in a row and the rounding of the values bound the error. A derivative is
/// reported if it differs by more than 30 times this bound, and by more than 10⁻⁶ of its size. Where the bound is large, or smaller
/// steps tell another slope, nothing is reported: at a jump, at a kink, at the end of a domain, in noise.
///
/// # Errors
///
/// Returns the first disagreement. A derivative that is meant to be another one, as of `special::detached`, is reported as well.
///
/// # Panics
///
/// Panics if the expression panics, at `x` or near it.
///
/// # Cost
///
/// 24 evaluations for each number of the argument, at each of four points.
pub fn check_by_differences<E, X, H>(e: &E, x: &X) -> Result<(), Disagreement>
where
    E: Exp<F64> + for<'t> Exp<Forward<'t, F64>>,
    X: Argument<E::In, H> + ?Sized,
{
    let mut random = Random(0x5DEE_CE66_D1CE_5EED);
    for _ in 0..POINTS {
        // Not at `x` itself, which may be a kink.
        let point = x.map_numbers(&mut |x| {
            if x.is_finite() { x + 1e-3 * random.float() * (1.0 + x.abs()) } else { *x }
        });
        let mut weights = Vec::new();
        E::Out::for_each(&e.eval(F64, point.clone()), &mut |_| weights.push(random.float()));
        let combined = |y: &Of<E::Out, f64>| {
            let (mut sum, mut weights) = (0.0, weights.iter());
            E::Out::for_each(y, &mut |y| sum += weights.next().map_or(f64::NAN, |weight| y * weight));
            sum
        };
        let mut numbers = Vec::new();
        E::In::for_each(&point, &mut |x| numbers.push(*x));
        for (i, at) in numbers.iter().enumerate() {
            // The point or the direction with another number `i`.
            let with = |other: f64, number: &dyn Fn(&f64) -> f64| {
                let mut j = 0;
                E::In::map(&point, &mut |x| {
                    j += 1;
                    if j == i + 1 { other } else { number(x) }
                })
            };
            let direction = with(1.0, &|_| 0.0);
            let given = combined(&forward::jvp(e).eval(F64, (point.clone(), direction)).1);
            let value = |x: f64| combined(&e.eval(F64, with(x, &|x| *x)));
            let Some((slope, error)) = slope(value, *at) else { continue };
            let size = given.abs().max(slope.abs());
            let is_close = (given - slope).abs() <= 30.0 * error + 1e-6 * size;
            if !is_close && error <= 1e-5 * size.min(f64::MAX) {
                let roads = [("forward", given), (DIFFERENCES, slope)];
                return Err(Disagreement { quantity: Quantity::First, entry: i, roads, point: numbers });
            }
        }
    }
    Ok(())
}

const DIFFERENCES: &str = "differences";

/// The slope of a function at `x` by its values, and a bound of the error, if the values are finite.
fn slope(value: impl Fn(f64) -> f64, x: f64) -> Option<(f64, f64)> {
    const STEPS: usize = 12;
    let (mut h, mut largest) = (0.01 * (1.0 + x.abs()), 0.0_f64);
    let (mut steps, mut slopes) = ([0.0; STEPS], [0.0; STEPS]);
    for (step, slope) in steps.iter_mut().zip(&mut slopes) {
        let (left, right) = (x - h, x + h);
        let (below, above) = (value(left), value(right));
        // The largest value tells the rounding errors. A value without a number ends the use of this step only.
        largest = largest.max(below.abs()).max(above.abs());
        (*step, *slope) = (h, (above - below) / (right - left));
        h *= 0.25;
    }
    // The errors of the differences are even in the step.
    let once = |k: usize| (16.0 * slopes[k + 1] - slopes[k]) / 15.0;
    let twice = |k: usize| (256.0 * once(k + 1) - once(k)) / 255.0;
    let estimate = |k: usize| {
        let [a, b, c] = [twice(k), twice(k + 1), twice(k + 2)];
        let rounding = 16.0 * f64::EPSILON * largest / steps[k + 4];
        (c, (a - b).abs() + (b - c).abs() + rounding, rounding)
    };
    // Where smaller steps tell another slope, the steps are too large for the function.
    let resolved = |k: &usize| {
        let (slope, error, _) = estimate(*k);
        let mut smaller = (k + 1..STEPS - 4).map(estimate);
        error.is_finite()
            && smaller.all(|(other, _, rounding)| (other - slope).abs() <= error + 100.0 * rounding)
    };
    let estimates = (0..STEPS - 4).filter(resolved).map(estimate);
    estimates.map(|(slope, error, _)| (slope, error)).min_by(|a, b| a.1.total_cmp(&b.1))
}

/// The number of decimal digits that are right in each result of `e` at `x`, from 0 to 17: an estimate.
///
/// Beside each float there is a number with about 31 digits ([`DoubleDoubles`]). The floats decide the branches. The relative distance
/// of the two results gives the digits. For derivatives, pass an operator.
///
/// The argument is taken as exact. So the estimate shows the digits that rounding has lost on the way, as by cancellation:
///
/// ```
/// use ad::prelude::*;
/// use ad::testing;
///
/// #[exp(adjoint)]
/// fn cancelling(x: f64) -> f64 {
///     (1.0 - x.cos()) / (x * x)
/// }
///
/// assert!(testing::digits(&Cancelling, &1.0) > 15.0);
/// assert!(testing::digits(&Cancelling, &1e-5) < 8.0);
/// assert!(testing::digits(&reverse::grad(Cancelling), &1e-5) < 0.5); // no digit of the derivative
/// ```
///
/// # Limits
///
/// Special functions and custom rules have only the digits of a float, so their own errors are not seen.
/// [`enclose`](crate::enclosure::enclose) has guaranteed bounds.
///
/// # Panics
///
/// Panics if the expression panics.
pub fn digits<E, X, H>(e: &E, x: &X) -> Of<E::Out, f64>
where
    E: Exp<Product<F64, DoubleDoubles>>,
    X: Argument<E::In, H> + ?Sized,
{
    let dict = Product(F64, DoubleDoubles);
    let y = e.apply(dict, &x.map_numbers(&mut |x| Num::new(dict, (*x, (*x).into()))));
    E::Out::map(&y, &mut |y| {
        let (float, exact) = y.value();
        let distance = (exact - float.into()).high().abs();
        if float == exact.high() || float.is_nan() && exact.high().is_nan() {
            return 17.0;
        }
        let digits = -(distance / exact.high().abs()).log10();
        if digits.is_nan() { 0.0 } else { digits.clamp(0.0, 17.0) }
    })
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
