//! The table of elementary functions: each with its value and its partial derivatives.
//!
//! A row is a type that implements [`Function`]. The derivative is written with numbers of any class
//! [`Real`], so it can be differentiated again: all orders, modes and nestings come from this one table. A
//! user's own function is another row (see [`Function`]).
//!
//! # Kinks and edges
//!
//! One policy, the same in all modes and orders:
//!
//! * **Structure before arithmetic.** A number that does not depend on the variable has no derivative at all,
//!   not a derivative that happens to be 0; what the result does not depend on is not visited. So a constant
//!   never contributes `0 · ∞`, and neither does a branch whose value was computed and not used.
//! * **Elsewhere, IEEE arithmetic**: `0 · ∞` is NaN, and overflow gives ∞. Modes multiply in different orders, so
//!   where a product under- or overflows on the way, as in the last bit and in the sign of a zero, they may differ.
//! * **At a kink**, the derivative is the mean of the two one-sided ones.
//! * **At a jump** of a piecewise constant function, it is 0, as everywhere else.
//! * **At the edge of its domain** a function has the limit of its derivative.
//! * **Outside its domain** a function and its derivatives are NaN.
//! * **Comparisons**, `==` among them, look at the primal only: a branch is differentiated as if it were the program.
//!
//! | at | value | derivative | because |
//! |---|---|---|---|
//! | `abs(0)` | 0 | 0 | kink between -1 and 1 |
//! | `max(a, a)`, `min(a, a)` | a | ½, ½ | kink between 0 and 1 |
//! | `clamp(0, 0, 1)` | 0 | ½, ½, 0 | kink between 0 and 1 |
//! | `clamp(1, 1, 1)` | 1 | 0, ½, ½ | constant in the first, kinks in the others |
//! | `hypot(0, 0)` | 0 | 0, 0 | kink of \|x\| along each axis |
//! | `hypot(∞, b)` | ∞ | 1, 0 | slope of \|x\| along the first axis |
//! | `hypot(∞, ∞)` | ∞ | NaN, NaN | no limit |
//! | `copysign(0, s)` | ±0 | 0, 0 | kink |
//! | `copysign(a, -0)` | -\|a\| | ±1, 0 | a zero has a sign |
//! | `signum`, `floor`, `ceil`, `round`, `round_ties_even`, `trunc`, `div_euclid` | | 0 | piecewise constant, at a NaN as well |
//! | `fract`, `rem(a, b)`, `rem_euclid(a, b)` at a jump | 0 | 1 in `a`, -a/b in `b` | slope on both sides |
//! | `sqrt(±0)` | ±0 | ∞ | edge |
//! | `cbrt(0)` | 0 | ∞ | vertical tangent |
//! | `ln(±0)`, `log2(±0)`, `log10(±0)`, `ln_1p(-1)` | -∞ | ∞ | edge |
//! | `asin(±1)`, `acosh(1)`, `atanh(±1)` | | ∞ | edge |
//! | `acos(±1)` | | -∞ | edge |
//! | `bessel_y(n, 0)` | -∞ | ∞ | edge |
//! | `1 / 0`, `recip(0)`, `powi(0, -1)` | ∞ | -∞ | pole |
//! | `ln(-1)`, `log2(-1)`, `log10(-1)`, `ln_1p(-2)`, `sqrt(-1)` | NaN | NaN | outside |
//! | `asin(2)`, `acos(2)`, `acosh(0)`, `atanh(2)`, `bessel_y(n, -1)` | NaN | NaN | outside |
//! | `rem(a, 0)`, `rem_euclid(a, 0)` | NaN | NaN, NaN | outside |
//! | `gamma(-n)`, `ln_gamma(-n)`, `digamma(-n)` | | NaN | pole |
//! | `atan2(0, 0)` | 0 | NaN, NaN | no limit |
//! | `powi(0, 0)`, `powi(0, 1)` | 1, 0 | 0, 1 | x⁰ is constant, x¹ is x |
//! | `x.powf(0)` in the base | 1 | 0 | x⁰ is constant, for x = 0 as well |
//! | `0.powf(0)` in the exponent | 1 | -∞ | 0ᵇ falls from ∞ to 0 |
//! | `0.powf(b)`, b > 0, in the exponent | 0 | 0 | 0ᵇ is constant |
//! | `0.powf(½)`, `0.powf(-1)` | 0, ∞ | ∞, -∞ in the base | edge |
//! | `(-2).powf(3)` in the base | -8 | 12 | the exponent is a constant: `ln(-2)` is never asked for |
//! | `(-2).powf(3)` in the exponent | -8 | NaN | outside |
//! | `max(NaN, b)`, `min(NaN, b)` | b | 0, 1 | as `f64::max` |
//! | `max(NaN, NaN)`, `clamp(NaN, 0, 1)` | NaN | NaN | as `f64::clamp` |
//! | `0 · ∞` | NaN | ∞, 0 | linear in each |
//! | `∞ - ∞` | NaN | 1, -1 | linear |
//! | `x / x` at 0 | NaN | NaN | not simplified |
//! | `√(x · x)` at 0 | 0 | NaN | ∞ · 0: not simplified to \|x\| |
//! | `0 · √x` at 0 | 0 | NaN | 0 · ∞: a constant 0 is a factor like any other |
//! | `x + √c` at c = 0, a constant | 0 | 1 | structure before arithmetic |
//! | `exp(1000)`, `exp(-1000)` | ∞, 0 | ∞, 0 | overflow, underflow |
//! | `tanh(∞)`, `atan(∞)`, `erf(∞)` | | 0 | horizontal asymptote |
//! | a NaN in a branch not taken, or not used | | that of the branch taken | not visited |
//!
//! # Accuracy
//!
//! Values are those of `std`, the special functions' those of `libm` (the digamma function and its derivatives are our
//! own). On the tables of the test suite, where one unit is the error that half an ulp of the argument and half an ulp of
//! the result make, `std` and `erf`, `erfc` are good to 2.2 units, `gamma` and `ln_gamma` to 3.8, the Bessel functions to
//! 3.6 and `digamma` to 5.5. All derivatives to the second order are good to 6 and those of the third to 8 units.

use std::borrow::Cow;
use std::f64::consts::{LN_2, LN_10};

use crate::Real;

pub(crate) mod polygamma;
mod recurrence;
mod series;
pub mod special;

pub use series::Series;

/// An elementary function of `K` numbers: a step of a computation that is not made of smaller ones.
///
/// Implement it to give the derivative of a function that cannot be differentiated, or that has a better
/// derivative than the one its code would lead to. It holds in all modes and orders, because the partial
/// derivatives are themselves written with numbers.
///
/// ```
/// use std::borrow::Cow;
/// use ad_core::{Real, Semiring, forward, stack, At, Exp, Num, RealDict, Signature};
/// use ad_core::function::{Function, Partial};
///
/// /// ln(1 + eˣ), whose derivative 1 / (1 + e⁻ˣ) does not overflow.
/// #[derive(Clone, Copy)]
/// struct Softplus;
///
/// impl Function<1> for Softplus {
///     fn name(&self) -> Cow<'static, str> { "softplus".into() }
///     fn value(self, [x]: [f64; 1]) -> f64 { x.max(0.0) + (-x.abs()).exp().ln_1p() }
///     fn partial<N: Real>(self, _: usize, [x]: [N; 1], _: N) -> Partial<N> {
///         Partial::Value((1.0 + (-x).exp()).recip())
///     }
/// }
///
/// struct E;
/// impl Signature for E { type In = f64; type Out = f64; }
/// impl<D: RealDict> Exp<D> for E {
///     fn apply(&self, _: D, x: &Num<D>) -> Num<D> { Real::function(Softplus, [*x]) }
/// }
///
/// assert_eq!(forward::diff(E).at(0.0), 0.5);
/// assert_eq!(stack::diff(forward::diff(E)).at(0.0), 0.25);
/// assert_eq!(stack::diff(E).at(1000.0), 1.0);
/// ```
pub trait Function<const K: usize>: Copy {
    /// What to call it when it is printed.
    fn name(&self) -> Cow<'static, str>;

    /// Its value at `x`.
    fn value(self, x: [f64; K]) -> f64;

    /// Its derivative with respect to operand `i < K`, at `x`, where its value is `y`.
    ///
    /// It is asked for only where operand `i` depends on a variable.
    fn partial<N: Real>(self, i: usize, x: [N; K], y: N) -> Partial<N>;

    /// Its Taylor series up to the given order, at series `x` of which at least one is no constant.
    ///
    /// By default it is made from the partial derivatives, at a cost of O(order²) if they depend on `x` only and of
    /// O(order³) if they depend on `y`.
    #[inline]
    fn series<N: Real, S: Series<N>>(self, x: [&[N]; K], order: usize) -> S {
        series::from_partials(self, x, order)
    }
}

/// The derivative of a step with respect to one of its operands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Partial<N> {
    /// The step does not depend on that operand: nothing is propagated.
    Zero,
    /// What arrives is passed on as it is.
    One,
    /// What arrives is multiplied.
    Value(N),
}

use Partial::{One, Value, Zero};

impl<N> Partial<N> {
    /// Applies `f` to the factor, if there is one.
    #[inline]
    pub fn map<M>(self, f: impl FnOnce(N) -> M) -> Partial<M> {
        match self {
            Zero => Zero,
            One => One,
            Value(p) => Value(f(p)),
        }
    }
}

/// The Taylor series of a function of `K` numbers by a recurrence, if there is one.
macro_rules! taylor_series {
    ($K:tt) => {};
    ($K:tt $series:expr) => {
        #[inline]
        fn series<N: Real, S: Series<N>>(self, x: [&[N]; $K], order: usize) -> S {
            let recurrence: fn(Self, [&[N]; $K], N, usize) -> S = $series;
            recurrence(self, x, N::function(self, x.map(|x| x[0])), order)
        }
    };
}

/// What a row is called when it is printed.
macro_rules! shown {
    ($Name:ident) => {
        snake_case(stringify!($Name)).into()
    };
    ($Name:ident $shown:literal) => {
        $shown.into()
    };
}

/// Rows of the table: `Name(x, …) y = value; [partial with respect to x, …] => recurrence`, where `y` is the value, and
/// the recurrence, if there is one, gives the Taylor series faster than the partial derivatives do.
macro_rules! functions {
    ($($(#[$doc:meta])* $Name:ident $(as $shown:literal)? ($($x:ident),+) $y:ident = $value:expr; [$p0:expr $(, $p1:expr $(, $p2:expr)?)?] $(=> $series:ident)?;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $Name;

        impl Function<{ [$(stringify!($x)),+].len() }> for $Name {
            fn name(&self) -> Cow<'static, str> {
                shown!($Name $($shown)?)
            }
            #[inline]
            fn value(self, [$($x),+]: [f64; { [$(stringify!($x)),+].len() }]) -> f64 {
                $value
            }
            #[inline]
            #[allow(unused_variables, reason = "not every derivative needs the operands and the value")]
            fn partial<N: Real>(
                self, i: usize, [$($x),+]: [N; { [$(stringify!($x)),+].len() }], $y: N,
            ) -> Partial<N> {
                match i {
                    0 => $p0,
                    $(1 => $p1, $(2 => $p2,)?)?
                    _ => unreachable!("{} has no operand {i}", stringify!($Name)),
                }
            }
            taylor_series!({ [$(stringify!($x)),+].len() } $(recurrence::$series)?);
        }
    )*};
}

functions! {
    /// √x
    Sqrt(x) y = x.sqrt(); [Value(0.5 / positive(y))] => sqrt;
    /// ∛x
    Cbrt(x) y = x.cbrt(); [Value((y * y * 3.0).recip())] => cbrt;
    /// eˣ
    Exponential as "exp" (x) y = x.exp(); [Value(y)] => exp;
    /// 2ˣ
    Exp2(x) y = x.exp2(); [Value(y * LN_2)] => exp2;
    /// eˣ - 1
    ExpM1(x) y = x.exp_m1(); [Value(x.exp())] => exp_m1;
    /// ln x
    Ln(x) y = x.ln(); [inside(x, |x| x >= 0.0, positive(x).recip())] => ln;
    /// ln (1 + x)
    Ln1p(x) y = x.ln_1p(); [inside(x, |x| x >= -1.0, (x + 1.0).recip())] => ln_1p;
    /// log₂ x
    Log2(x) y = x.log2(); [inside(x, |x| x >= 0.0, (positive(x) * LN_2).recip())] => log2;
    /// log₁₀ x
    Log10(x) y = x.log10(); [inside(x, |x| x >= 0.0, (positive(x) * LN_10).recip())] => log10;

    /// sin x
    Sin(x) y = x.sin(); [Value(x.cos())] => sin;
    /// cos x
    Cos(x) y = x.cos(); [Value(-x.sin())] => cos;
    /// tan x
    Tan(x) y = x.tan(); [Value(y * y + 1.0)] => tan;
    /// arcsin x
    Asin(x) y = x.asin(); [Value(one_minus_square(x).sqrt().recip())] => asin;
    /// arccos x
    Acos(x) y = x.acos(); [Value(-one_minus_square(x).sqrt().recip())] => acos;
    /// arctan x
    Atan(x) y = x.atan(); [Value((x * x + 1.0).recip())] => atan;
    /// The angle of the point (x, y), from the y-coordinate and the x-coordinate.
    Atan2(b, a) y = b.atan2(a); [Value(cosine(a, b) / a.hypot(b)), Value(-(cosine(b, a) / a.hypot(b)))] => atan2;

    /// sinh x
    Sinh(x) y = x.sinh(); [Value(x.cosh())] => sinh;
    /// cosh x
    Cosh(x) y = x.cosh(); [Value(x.sinh())] => cosh;
    /// tanh x
    Tanh(x) y = x.tanh(); [Value(tanh_slope(x, y))] => tanh;
    /// arsinh x
    Asinh(x) y = x.asinh(); [Value(x.hypot(N::natural(1)).recip())] => asinh;
    /// arcosh x
    Acosh(x) y = x.acosh(); [Value(N::function(SqrtSquareMinusOne, [x]).recip())] => acosh;
    /// artanh x
    Atanh(x) y = x.atanh(); [inside(x, |x| x.abs() <= 1.0, one_minus_square(x).recip())] => atanh;

    /// 1 - x², which cancels neither near ±1 nor, differentiated, near 0.
    OneMinusSquare(x) y = (1.0 - x) * (1.0 + x); [Value(x * -2.0)];
    /// √(x² - 1) for x ≥ 1, which does not overflow.
    SqrtSquareMinusOne(x) y = (x - 1.0).sqrt() * (x + 1.0).sqrt(); [Value(x / y)];

    /// aᵇ
    Powf(a, b) y = a.powf(b); [
        if is(a, 0.0) && is(b, 0.0) { Zero } else { Value(b * a.powf(b - 1.0)) },
        if is(a, 0.0) && b.primal() > Some(0.0) { Zero } else { Value(y * a.ln()) }
    ] => powf;
    /// √(a² + b²)
    Hypot(a, b) y = a.hypot(b); [
        if is(y, 0.0) { Zero } else { Value(cosine(a, b)) },
        if is(y, 0.0) { Zero } else { Value(cosine(b, a)) }
    ] => hypot;
    /// a / √(a² + b²), whose derivative does not cancel where b is small.
    Cosine(a, b) y = if a.is_infinite() && b.is_finite() { a.signum() } else { a / a.hypot(b) }; [
        { let s = cosine(b, a); Value(s * s / a.hypot(b)) },
        Value(-(y * cosine(b, a) / a.hypot(b)))
    ] => cosine;
    /// 1 / x
    Recip(x) y = x.recip(); [Value(-(y * y))] => recip;

    /// |x|
    Abs(x) y = x.abs(); [if is(x, 0.0) { Zero } else { Value(x.signum()) }] => linear;
    /// The sign of x, 1 or -1.
    Signum(x) y = x.signum(); [Zero] => linear;
    /// |a| with the sign of b.
    Copysign(a, b) y = a.copysign(b); [
        if is(a, 0.0) { Zero } else { Value(a.signum() * b.signum()) },
        Zero
    ] => linear;
    /// ⌊x⌋
    Floor(x) y = x.floor(); [Zero] => linear;
    /// ⌈x⌉
    Ceil(x) y = x.ceil(); [Zero] => linear;
    /// The nearest integer, halves away from 0.
    Round(x) y = x.round(); [Zero] => linear;
    /// The nearest integer, halves to the even one.
    RoundTiesEven(x) y = x.round_ties_even(); [Zero] => linear;
    /// The integer part.
    Trunc(x) y = x.trunc(); [Zero] => linear;
    /// The fractional part.
    Fract(x) y = x.fract(); [One] => linear;
    /// The remainder, with the sign of a: a - b · trunc(a / b).
    Rem(a, b) y = a % b; [unless_nan(y, One), unless_nan(y, Value(-quotient(a, b, y)))] => linear;
    /// The non-negative remainder.
    RemEuclid(a, b) y = a.rem_euclid(b); [unless_nan(y, One), unless_nan(y, Value(-quotient(a, b, y)))] => linear;
    /// The quotient that belongs to the non-negative remainder.
    DivEuclid(a, b) y = a.div_euclid(b); [Zero, Zero] => linear;

    /// The larger one.
    Max(a, b) y = a.max(b); [chosen(f64::gt, a, b, || a - b), chosen(f64::gt, b, a, || b - a)] => linear;
    /// The smaller one.
    Min(a, b) y = a.min(b); [chosen(f64::lt, a, b, || b - a), chosen(f64::lt, b, a, || a - b)] => linear;
    /// x, or the nearer end of the interval from `low` to `high`.
    Clamp(x, low, high) y = x.clamp(low, high); [
        clamped(x, low, high),
        if is_nan(x) { Zero } else { chosen(f64::gt, low, x, || low - x) },
        if is_nan(x) { Zero } else { chosen(f64::lt, high, x, || x - high) }
    ] => linear;
    /// 0 below 0, ½ at 0, 1 above: the derivative of `max(x, 0)`.
    Heaviside(x) y = if x == 0.0 { 0.5 } else if x > 0.0 { 1.0 } else if x < 0.0 { 0.0 } else { x }; [Zero] => linear;

    /// (a + b) / 2, without overflow.
    Midpoint(a, b) y = a.midpoint(b); [Value(N::constant(0.5)), Value(N::constant(0.5))] => linear;

    /// a · b + c, rounded once.
    MulAdd(a, b, c) y = a.mul_add(b, c); [Value(b), Value(a), One] => mul_add;
    /// Degrees to radians.
    ToRadians(x) y = x.to_radians(); [Value(N::constant(1f64.to_radians()))] => linear;
    /// Radians to degrees.
    ToDegrees(x) y = x.to_degrees(); [Value(N::constant(1f64.to_degrees()))] => linear;

    /// erf x = 2/√π ∫₀ˣ e^(-t²) dt
    Erf(x) y = libm::erf(x); [Value((-(x * x)).exp() * std::f64::consts::FRAC_2_SQRT_PI)];
    /// 1 - erf x
    Erfc(x) y = libm::erfc(x); [Value(-((-(x * x)).exp() * std::f64::consts::FRAC_2_SQRT_PI))];
    /// Γ(x)
    Gamma(x) y = libm::tgamma(x); [Value(y * special::digamma(x))] => gamma;
    /// ln |Γ(x)|
    LnGamma(x) y = libm::lgamma(x); [Value(special::digamma(x))];
}

/// Functions with a parameter that is not a number.
macro_rules! family {
    ($($(#[$doc:meta])* $Name:ident($n:ident: $T:ty)($x:ident) $y:ident = $value:expr; $partial:expr $(=> $series:expr)?;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $Name(pub $T);

        impl Function<1> for $Name {
            fn name(&self) -> Cow<'static, str> {
                format!("{}[{}]", snake_case(stringify!($Name)), self.0).into()
            }
            #[inline]
            fn value(self, [$x]: [f64; 1]) -> f64 {
                let $n = self.0;
                $value
            }
            #[inline]
            #[allow(unused_variables, reason = "not every derivative needs the value")]
            fn partial<N: Real>(self, _: usize, [$x]: [N; 1], $y: N) -> Partial<N> {
                let $n = self.0;
                $partial
            }
            taylor_series!(1 $($series)?);
        }
    )*};
}

family! {
    /// xⁿ
    Powi(n: i32)(x) y = x.powi(n); match n {
        0 => Zero,
        1 => One,
        i32::MIN => Value(x.powi(n) / x * f64::from(n)),
        _ => Value(x.powi(n - 1) * f64::from(n)),
    } => recurrence::powi;
    /// The n-th derivative of digamma, which is n = 0.
    Polygamma(n: u32)(x) y = crate::function::polygamma::polygamma(n, x); Value(N::function(Polygamma(n + 1), [x]));
    /// Jₙ(x)
    BesselJ(n: i32)(x) y = libm::jn(n, x); Value((special::bessel_j(n - 1, x) - special::bessel_j(n + 1, x)) * 0.5)
        => |f, x, y, order| recurrence::bessel(BesselJ, f.0, x, y, order);
    /// Yₙ(x)
    BesselY(n: i32)(x) y = libm::yn(n, x); Value(if is(x, 0.0) {
        // Both terms would be infinite; the slope is steeper than the function, and of the other sign.
        -(positive(x).recip() * y.signum())
    } else {
        (special::bessel_y(n - 1, x) - special::bessel_y(n + 1, x)) * 0.5
    }) => |f, x, y, order| if is(x[0][0], 0.0) {
        series::from_partials(f, x, order)
    } else {
        recurrence::bessel(BesselY, f.0, x, y, order)
    };
}

/// Whether the primal of `x` is `c`; where there is none, no.
#[inline]
fn is<N: Real>(x: N, c: f64) -> bool {
    x.primal() == Some(c)
}

/// Whether the primal of `x` is NaN.
#[inline]
fn is_nan<N: Real>(x: N) -> bool {
    x.primal().is_some_and(f64::is_nan)
}

/// The derivative `p` where `x` lies in the domain; else NaN, and its derivatives as well.
#[inline]
fn inside<N: Real>(x: N, domain: impl FnOnce(f64) -> bool, p: N) -> Partial<N> {
    Value(if x.primal().is_none_or(domain) { p } else { p * f64::NAN })
}

/// `x ≥ 0`, where -0 counts as 0: what is defined on one side of 0 has its limits from that side.
#[inline]
fn positive<N: Real>(x: N) -> N {
    if is(x, 0.0) { x + 0.0 } else { x }
}

/// The derivative `p`, unless the function is not defined there.
#[inline]
fn unless_nan<N: Real>(y: N, p: Partial<N>) -> Partial<N> {
    if is_nan(y) { Value(y) } else { p }
}

/// The integer (a - y) / b, where y is a remainder of the division: a / b may round to another one.
#[inline]
fn quotient<N: Real>(a: N, b: N, y: N) -> N {
    ((a - y) / b).round()
}

/// The derivative of `max` or `min` with respect to `a`, which is chosen where it `wins` over `b`, that is, where
/// `lead` is positive.
#[inline]
fn chosen<N: Real>(wins: fn(&f64, &f64) -> bool, a: N, b: N, lead: impl FnOnce() -> N) -> Partial<N> {
    match (a.primal(), b.primal()) {
        (Some(a), Some(b)) if a == b => Value(N::constant(0.5)),
        (Some(p), Some(q)) if p.is_nan() && q.is_nan() => Value(a * b),
        (Some(a), Some(b)) if wins(&a, &b) || b.is_nan() => One,
        (Some(_), Some(_)) => Zero,
        _ => Value(N::function(Heaviside, [lead()])),
    }
}

/// The derivative of `clamp` with respect to `x`.
#[inline]
fn clamped<N: Real>(x: N, low: N, high: N) -> Partial<N> {
    match (x.primal(), low.primal(), high.primal()) {
        (Some(primal), ..) if primal.is_nan() => Value(x * f64::NAN),
        (Some(x), Some(low), Some(high)) if low < x && x < high => One,
        (Some(x), Some(low), Some(high)) if low < high && (x == low || x == high) => Value(N::constant(0.5)),
        (Some(_), Some(_), Some(_)) => Zero,
        _ => Value(N::function(Heaviside, [x - low]) * N::function(Heaviside, [high - x])),
    }
}

/// a / √(a² + b²)
#[inline]
fn cosine<N: Real>(a: N, b: N) -> N {
    N::function(Cosine, [a, b])
}

/// 1 - x²
#[inline]
fn one_minus_square<N: Real>(x: N) -> N {
    N::function(OneMinusSquare, [x])
}

/// 1 - tanh² x, as 4e / (1 + e)² with e = exp(-2|x|) where the difference would cancel.
#[inline]
fn tanh_slope<N: Real>(x: N, y: N) -> N {
    match y.primal() {
        Some(y) if y.abs() >= 0.5 => {
            let e = (x * (-2.0 * y.signum())).exp();
            let sum = 1.0 + e;
            4.0 * e / (sum * sum)
        }
        _ => 1.0 - y * y,
    }
}

/// `LnGamma` → `ln_gamma`.
fn snake_case(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}
