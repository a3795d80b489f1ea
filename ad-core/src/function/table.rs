//! The table of elementary functions. A row contains all knowledge about a function.
//!
//! ```text
//! /// Its definition.
//! name[parameter: type]: Row(operand, …) {
//!     y = its value on floats;
//!     [its partial derivative with respect to each operand, in numbers, …]
//!     splits two factors whose product the first one is, if it leaves the range of floats where the value does not;
//!     => the recurrence for its Taylor series, where there is a faster way than by its partial derivatives
//! } {
//!     "where it has a kink or an edge", "its value there", "its derivative", "because";
//! }
//! ```
//!
//! A row gives a type `Row`, which is a [`Function`], the method or free function `name`, and lines of the table of [`EDGES`].
//! Code about all functions passes the name of a macro to [`table!`]. The trait `Real` is not imported, since values on floats
//! use the methods of `f64`, and those of `Real` would lead back here. In a partial derivative, `y` is the value.

use alloc::borrow::Cow;
use core::f64::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI, LN_2, LOG2_E, LOG10_E};

use super::kinks::*;
#[cfg(not(feature = "std"))]
use super::math::{Float as _, Round as _};
use super::polygamma::polygamma;
use super::series::value;
use super::stumpff::{squared_angle, stumpff};
use super::{Function, Partial, Question, Series, branchless, recurrence, special};
use Partial::{One, Value, Zero};

/// Passes all rows to the macro `$callback`: methods of a number, functions in [`special`], and functions that only derivatives
/// need.
macro_rules! table {
    ($callback:ident) => {
        $callback! {
            methods {
                /// The square root, √x.
                sqrt: Sqrt(x) { y = x.sqrt(); [Value(0.5 / positive(y))] => sqrt } {
                    "sqrt(±0)", "±0", "∞", "edge";
                    "sqrt(-1)", "NaN", "NaN", "outside";
                }
                /// The cubic root, ∛x.
                cbrt: Cbrt(x) { y = x.cbrt(); [Value((y * y * 3.0).recip())] => cbrt } {
                    "cbrt(0)", "0", "∞", "vertical tangent";
                }
                /// e to the power x, eˣ.
                exp: Exponential(x) { y = x.exp(); [Value(y)] => exp } {
                    "exp(1000)", "∞", "∞", "overflow";
                    "exp(-1000)", "0", "0", "underflow";
                }
                /// 2 to the power x, 2ˣ.
                exp2: Exp2(x) { y = x.exp2(); [Value(y * N::rounded(LN_2))] => exp2 } {}
                /// eˣ - 1, without cancellation for small x.
                exp_m1: ExpM1(x) { y = x.exp_m1(); [Value(x.exp())] => exp_m1 } {}
                /// The natural logarithm, ln x.
                ln: Ln(x) {
                    y = x.ln();
                    [inside(x, Question::IsNotNegative, positive(x).recip())]
                    splits Some([where_defined(x, Question::IsNotNegative, N::natural(1)), positive(x).recip()])
                    => ln
                } {
                    "ln(±0)", "-∞", "∞", "edge";
                    "ln(-1)", "NaN", "NaN", "outside";
                }
                /// ln (1 + x), without rounding of the sum for small x.
                ln_1p: Ln1p(x) { y = x.ln_1p(); [inside(x, Question::IsAtLeastMinusOne, (x + 1.0).recip())] => ln_1p } {
                    "ln_1p(-1)", "-∞", "∞", "edge";
                    "ln_1p(-2)", "NaN", "NaN", "outside";
                }
                /// The logarithm to base 2.
                log2: Log2(x) {
                    y = x.log2();
                    [inside(x, Question::IsNotNegative, N::rounded(LOG2_E) * positive(x).recip())]
                    splits Some([where_defined(x, Question::IsNotNegative, N::rounded(LOG2_E)), positive(x).recip()])
                    => log2
                } {
                    "log2(±0)", "-∞", "∞", "edge";
                    "log2(-1)", "NaN", "NaN", "outside";
                }
                /// The logarithm to base 10.
                log10: Log10(x) {
                    y = x.log10();
                    [inside(x, Question::IsNotNegative, N::rounded(LOG10_E) * positive(x).recip())]
                    splits Some([where_defined(x, Question::IsNotNegative, N::rounded(LOG10_E)), positive(x).recip()])
                    => log10
                } {
                    "log10(±0)", "-∞", "∞", "edge";
                    "log10(-1)", "NaN", "NaN", "outside";
                }

                /// The sine.
                sin: Sin(x) { y = x.sin(); [Value(x.cos())] => sin } {}
                /// The cosine.
                cos: Cos(x) { y = x.cos(); [Value(-x.sin())] => cos } {}
                /// The tangent.
                tan: Tan(x) { y = x.tan(); [Value(y * y + 1.0)] => tan } {}
                /// The inverse sine.
                asin: Asin(x) { y = x.asin(); [Value(one_minus_square(x).sqrt().recip())] => asin } {
                    "asin(±1)", "", "∞", "edge";
                    "asin(2)", "NaN", "NaN", "outside";
                }
                /// The inverse cosine.
                acos: Acos(x) { y = x.acos(); [Value(-one_minus_square(x).sqrt().recip())] => acos } {
                    "acos(±1)", "", "-∞", "edge";
                    "acos(2)", "NaN", "NaN", "outside";
                }
                /// The inverse tangent.
                atan: Atan(x) { y = x.atan(); [Value((x * x + 1.0).recip())] => atan } {
                    "atan(∞)", "", "0", "horizontal asymptote";
                }
                /// The angle of the point (a, b), called with the second coordinate first: `b.atan2(a)`.
                atan2: Atan2(b, a) {
                    y = b.atan2(a);
                    [Value(cosine(a, b) / a.hypot(b)), Value(-(cosine(b, a) / a.hypot(b)))] => atan2
                } {
                    "atan2(0, 0)", "0", "NaN, NaN", "no limit";
                }

                /// The hyperbolic sine.
                sinh: Sinh(x) { y = x.sinh(); [Value(x.cosh())] => sinh } {}
                /// The hyperbolic cosine.
                cosh: Cosh(x) { y = x.cosh(); [Value(x.sinh())] => cosh } {}
                /// The hyperbolic tangent.
                tanh: Tanh(x) { y = x.tanh(); [Value(tanh_slope(x, y))] => tanh } {
                    "tanh(∞)", "", "0", "horizontal asymptote";
                }
                /// The inverse hyperbolic sine.
                asinh: Asinh(x) { y = x.asinh(); [Value(x.hypot(N::natural(1)).recip())] => asinh } {}
                /// The inverse hyperbolic cosine.
                acosh: Acosh(x) { y = x.acosh(); [Value(sqrt_square_minus_one(x).recip())] => acosh } {
                    "acosh(1)", "", "∞", "edge";
                    "acosh(0)", "NaN", "NaN", "outside";
                }
                /// The inverse hyperbolic tangent.
                atanh: Atanh(x) { y = x.atanh(); [inside(x, Question::IsWithinOne, one_minus_square(x).recip())] => atanh } {
                    "atanh(±1)", "", "∞", "edge";
                    "atanh(2)", "NaN", "NaN", "outside";
                }

                /// x to an integer power, xⁿ.
                powi[n: i32]: Powi(x) {
                    y = x.powi(n);
                    [match n {
                        0 => Zero,
                        1 => One,
                        n if n < 0 => Value(x.powi(n) * f64::from(n) * x.recip()),
                        _ => Value(x.powi(n - 1) * f64::from(n)),
                    }]
                    splits (n < 0).then(|| [x.powi(n) * f64::from(n), x.recip()])
                    => powi
                } {
                    "powi(0, -1)", "∞", "-∞", "pole";
                    "powi(0, 0)", "1", "0", "x⁰ is constant";
                    "powi(0, 1)", "0", "1", "x¹ is x";
                }
                /// a to the power b, aᵇ.
                powf: Powf(a, b) {
                    y = a.powf(b);
                    [
                        if is_zero(a) && is_zero(b) {
                            Zero
                        } else if is_positive(b) {
                            Value(b * a.powf(b - 1.0))
                        } else {
                            Value(y * b * a.recip())
                        },
                        if is_zero(a) && is_positive(b) { Zero } else { Value(y * a.ln()) }
                    ]
                    splits (!is_positive(b)).then(|| [y * b, a.recip()])
                    => powf
                } {
                    "x.powf(0)", "1", "0 in the base", "x⁰ is constant, for x = 0 as well";
                    "0.powf(0)", "1", "-∞ in the exponent", "0ᵇ falls from ∞ to 0";
                    "0.powf(b)", "0", "0 in the exponent, for b > 0", "0ᵇ is constant";
                    "0.powf(½)", "0", "∞ in the base", "edge";
                    "0.powf(-1)", "∞", "-∞ in the base", "edge";
                    "(-2).powf(3)", "-8", "12 in the base, NaN in the exponent",
                        "a constant exponent never asks for `ln(-2)`; a variable one is outside";
                }
                /// The distance √(a² + b²), without overflow.
                hypot: Hypot(a, b) {
                    y = a.hypot(b);
                    [
                        if is_zero(y) { Zero } else { Value(cosine(a, b)) },
                        if is_zero(y) { Zero } else { Value(cosine(b, a)) }
                    ] => hypot
                } {
                    "hypot(0, 0)", "0", "0, 0", r"kink of \|x\| along each axis";
                    "hypot(∞, b)", "∞", "1, 0", r"slope of \|x\| along the first axis";
                    "hypot(∞, ∞)", "∞", "NaN, NaN", "no limit";
                }
                /// The reciprocal, 1 / x.
                recip: Recip(x) { y = x.recip(); [Value(-(y * y))] splits Some([-y, y]) => recip } {
                    "recip(0)", "∞", "-∞", "pole";
                }

                /// The absolute value, |x|.
                abs: Abs(x) { y = x.abs(); [if is_zero(x) { Zero } else { Value(x.signum()) }] => linear } {
                    "abs(0)", "0", "0", "kink between -1 and 1";
                }
                /// 1 or -1, by the sign, also of zeros.
                signum: Signum(x) { y = x.signum(); [Zero] => linear } {
                    "signum", "", "0", "piecewise constant, at a NaN as well";
                }
                /// |a| with the sign of b.
                copysign: Copysign(a, b) {
                    y = a.copysign(b);
                    [if is_zero(a) { Zero } else { Value(a.signum() * b.signum()) }, Zero] => linear
                } {
                    "copysign(0, s)", "±0", "0, 0", "kink";
                    "copysign(a, -0)", r"-\|a\|", "±1, 0", "a zero has a sign";
                }
                /// The largest integer not above x, ⌊x⌋.
                floor: Floor(x) { y = x.floor(); [Zero] => linear } {
                    "floor", "", "0", "piecewise constant, at a NaN as well";
                }
                /// The smallest integer not below x, ⌈x⌉.
                ceil: Ceil(x) { y = x.ceil(); [Zero] => linear } {
                    "ceil", "", "0", "piecewise constant, at a NaN as well";
                }
                /// The nearest integer, with halves away from 0.
                round: Round(x) { y = x.round(); [Zero] => linear } {
                    "round", "", "0", "piecewise constant, at a NaN as well";
                }
                /// The nearest integer, with halves to the even one.
                round_ties_even: RoundTiesEven(x) { y = x.round_ties_even(); [Zero] => linear } {
                    "round_ties_even", "", "0", "piecewise constant, at a NaN as well";
                }
                /// The integer part.
                trunc: Trunc(x) { y = x.trunc(); [Zero] => linear } {
                    "trunc", "", "0", "piecewise constant, at a NaN as well";
                }
                /// The fractional part.
                fract: Fract(x) { y = x.fract(); [One] => linear } {
                    "fract", "0", "1 at a jump", "slope on both sides";
                }
                /// The non-negative remainder of a / b.
                rem_euclid: RemEuclid(a, b) {
                    y = a.rem_euclid(b);
                    [unless_nan(y, One), unless_nan(y, Value(-quotient(a, b, y)))] => linear
                } {
                    "rem_euclid(a, b)", "0", "1, -a/b at a jump", "slope on both sides";
                    "rem_euclid(a, 0)", "NaN", "NaN, NaN", "outside";
                }
                /// The quotient a / b for the non-negative remainder.
                div_euclid: DivEuclid(a, b) { y = a.div_euclid(b); [Zero, Zero] => linear } {
                    "div_euclid", "", "0, 0", "piecewise constant, at a NaN as well";
                }

                /// The larger of two numbers.
                max: Max(a, b) {
                    y = a.max(b);
                    [chosen(Question::Max, a, b, || a - b), chosen(Question::Max, b, a, || b - a)] => linear
                } {
                    "max(a, a)", "a", "½, ½", "kink between 0 and 1";
                    "max(NaN, b)", "b", "0, 1", "as `f64::max`";
                    "max(NaN, NaN)", "NaN", "NaN, NaN", "as `f64::max`";
                }
                /// The smaller of two numbers.
                min: Min(a, b) {
                    y = a.min(b);
                    [chosen(Question::Min, a, b, || b - a), chosen(Question::Min, b, a, || a - b)] => linear
                } {
                    "min(a, a)", "a", "½, ½", "kink between 0 and 1";
                    "min(NaN, b)", "b", "0, 1", "as `f64::min`";
                }
                /// x, or the nearer end of the interval from `low` to `high`.
                ///
                /// # Panics
                ///
                /// Panics if `low > high` or one of them is NaN, as `f64::clamp` does.
                clamp: Clamp(x, low, high) {
                    y = x.clamp(low, high);
                    [
                        clamped(x, low, high),
                        if is_nan(x) { Zero } else { chosen(Question::Max, low, x, || low - x) },
                        if is_nan(x) { Zero } else { chosen(Question::Min, high, x, || x - high) }
                    ] => linear
                } {
                    "clamp(0, 0, 1)", "0", "½, ½, 0", "kink between 0 and 1";
                    "clamp(1, 1, 1)", "1", "0, ½, ½", "constant in the first, kinks in the others";
                    "clamp(NaN, 0, 1)", "NaN", "NaN", "as `f64::clamp`";
                }
                /// The mean (a + b) / 2, without overflow.
                midpoint: Midpoint(a, b) {
                    y = a.midpoint(b);
                    [Value(N::constant(0.5)), Value(N::constant(0.5))] => linear
                } {}
                /// a × b + c, rounded once.
                mul_add: MulAdd(a, b, c) { y = a.mul_add(b, c); [Value(b), Value(a), One] => mul_add } {}
                /// Degrees to radians.
                to_radians: ToRadians(x) { y = x.to_radians(); [Value(N::rounded(1f64.to_radians()))] => linear } {}
                /// Radians to degrees.
                to_degrees: ToDegrees(x) { y = x.to_degrees(); [Value(N::rounded(1f64.to_degrees()))] => linear } {}
            }

            special {
                /// The error function, erf x = 2/√π ∫₀ˣ e^(-t²) dt.
                ///
                /// ```
                /// use ad::special::erf;
                ///
                /// assert_eq!(erf(0.0), 0.0);
                /// assert!((erf(1.0_f64) - 0.842_700_792_949_714_9).abs() < 1e-15);
                /// ```
                erf: Erf(x) { y = libm::erf(x); [Value((-(x * x)).exp() * N::rounded(FRAC_2_SQRT_PI))] => erf } {
                    "erf(∞)", "1", "0", "horizontal asymptote";
                }
                /// The complementary error function, 1 - erf x, without cancellation for large x.
                ///
                /// ```
                /// use ad::special::erfc;
                ///
                /// assert_eq!(erfc(0.0), 1.0);
                /// assert!(erfc(10.0) > 0.0); // where 1 - erf x is 0
                /// ```
                erfc: Erfc(x) { y = libm::erfc(x); [Value(-((-(x * x)).exp() * N::rounded(FRAC_2_SQRT_PI)))] => erf } {}
                /// The distribution function of the standard normal distribution, Φ(x) = ½ erfc(-x/√2).
                ///
                /// ```
                /// use ad::special::normal_cdf;
                ///
                /// assert_eq!(normal_cdf(0.0), 0.5);
                /// ```
                normal_cdf: NormalCdf(x) {
                    y = branchless::normal_cdf(x);
                    [Value((x * x * -0.5).exp() * N::rounded(0.5 * FRAC_2_SQRT_PI * FRAC_1_SQRT_2))] => normal_cdf
                } {
                    "normal_cdf(∞)", "1", "0", "horizontal asymptote";
                }
                /// The logistic function 1 / (1 + e⁻ˣ).
                ///
                /// ```
                /// use ad::special::sigmoid;
                ///
                /// assert_eq!(sigmoid(0.0), 0.5);
                /// assert_eq!(sigmoid(-1000.0), 0.0);
                /// ```
                sigmoid: Sigmoid(x) { y = logistic(x); [Value(sigmoid_slope(x, y))] } {
                    "sigmoid(∞)", "1", "0", "horizontal asymptote";
                }
                /// ln (1 + eˣ), without overflow: a smooth maximum of 0 and x, also called softplus.
                ///
                /// ```
                /// use ad::special::log1pexp;
                ///
                /// assert_eq!(log1pexp(0.0), 2f64.ln());
                /// assert_eq!(log1pexp(1000.0), 1000.0);
                /// ```
                log1pexp: Log1pExp(x) { y = x.max(0.0) + (-x.abs()).exp().ln_1p(); [Value(special::sigmoid(x))] } {
                    "log1pexp(∞)", "∞", "1", "slope of its asymptote, x";
                }
                /// The gamma function, Γ(x); Γ(n + 1) = n!.
                ///
                /// ```
                /// use ad::special::gamma;
                ///
                /// assert_eq!(gamma(5.0), 24.0);
                /// ```
                gamma: Gamma(x) { y = libm::tgamma(x); [Value(y * special::digamma(x))] => gamma } {
                    "gamma(-n)", "", "NaN", "pole";
                }
                /// The natural logarithm of the absolute value of the gamma function, ln |Γ(x)|.
                ///
                /// ```
                /// use ad::special::ln_gamma;
                ///
                /// assert_eq!(ln_gamma(2.0), 0.0);
                /// assert!(ln_gamma(1000.0_f64).is_finite()); // where Γ overflows
                /// ```
                ln_gamma: LnGamma(x) { y = libm::lgamma(x); [Value(special::digamma(x))] } {
                    "ln_gamma(-n)", "", "NaN", "pole";
                }
                /// The n-th derivative of the digamma function. For n = 0 it is the digamma function.
                ///
                /// ```
                /// use ad::special::polygamma;
                ///
                /// let pi_squared = std::f64::consts::PI.powi(2);
                /// assert!((polygamma(1, 1.0) - pi_squared / 6.0).abs() < 1e-15);
                /// ```
                polygamma[n: u32]: Polygamma(x) { y = polygamma(n, x); [Value(special::polygamma(n + 1, x))] } {
                    "digamma(-n)", "", "NaN", "pole";
                }
                /// The Bessel function of the first kind of order n, Jₙ(x).
                ///
                /// ```
                /// use ad::special::bessel_j;
                ///
                /// assert_eq!(bessel_j(0, 0.0), 1.0);
                /// ```
                bessel_j[n: i32]: BesselJ(x) {
                    y = libm::jn(n, x);
                    [Value((special::bessel_j(n - 1, x) - special::bessel_j(n + 1, x)) * 0.5)] => bessel_j
                } {}
                /// The Bessel function of the second kind of order n, Yₙ(x).
                ///
                /// ```
                /// use ad::special::bessel_y;
                ///
                /// assert_eq!(bessel_y(0, 0.0), f64::NEG_INFINITY);
                /// ```
                bessel_y[n: i32]: BesselY(x) {
                    y = libm::yn(n, x);
                    [Value(if is_zero(x) {
                        // Both terms would be infinite. The slope is steeper than the function, and of the opposite sign.
                        -(positive(x).recip() * y.signum())
                    } else {
                        (special::bessel_y(n - 1, x) - special::bessel_y(n + 1, x)) * 0.5
                    })] => bessel_y
                } {
                    "bessel_y(n, 0)", "-∞", "∞", "edge";
                    "bessel_y(n, -1)", "NaN", "NaN", "outside";
                }
                /// Stumpff's function of order k, Σ (-x)ⁿ / (k + 2n)!: cos √x, sin √x / √x, (1 - cos √x) / x, … without a
                /// singularity at 0. For negative x the functions are hyperbolic.
                ///
                /// ```
                /// use ad::special::stumpff;
                ///
                /// let x: f64 = 0.3;
                /// assert_eq!(stumpff(1, x * x), x.sin() / x);
                /// assert_eq!(stumpff(1, 0.0), 1.0);
                /// ```
                stumpff[k: u32]: Stumpff(x) {
                    y = stumpff(k, x);
                    [Value((special::stumpff(k + 2, x) * f64::from(k) - special::stumpff(k + 1, x)) * 0.5)]
                } {}
                /// φ² for the angle φ with tan² φ = t, which is smooth at 0: atan² √t, and -atanh² √-t for negative t.
                ///
                /// ```
                /// use ad::special::squared_angle;
                ///
                /// let angle: f64 = 0.7;
                /// assert!((squared_angle(angle.tan().powi(2)) - angle * angle).abs() < 1e-15);
                /// ```
                squared_angle: SquaredAngle(t) {
                    y = squared_angle(t);
                    [Value({ let s = t + 1.0; (s * s.sqrt() * special::stumpff(1, y)).recip() })]
                } {
                    "squared_angle(-2)", "NaN", "NaN", "outside";
                }
            }

            inner {
                /// The remainder of a / b, with the sign of a: a - b · trunc(a / b). It is the operator `%`.
                rem: Rem(a, b) {
                    y = a % b;
                    [unless_nan(y, One), unless_nan(y, Value(-quotient(a, b, y)))] => linear
                } {
                    "rem(a, b)", "0", "1, -a/b at a jump", "slope on both sides";
                    "rem(a, 0)", "NaN", "NaN, NaN", "outside";
                }
                /// 1 - x², without cancellation near ±1 or, differentiated, near 0.
                one_minus_square: OneMinusSquare(x) { y = (1.0 - x) * (1.0 + x); [Value(x * -2.0)] } {}
                /// √(x² - 1) for x ≥ 1, without overflow.
                sqrt_square_minus_one: SqrtSquareMinusOne(x) {
                    y = (x - 1.0).sqrt() * (x + 1.0).sqrt();
                    [Value(x / y)]
                } {}
                /// a / √(a² + b²), whose derivative does not cancel for small b.
                cosine: Cosine(a, b) {
                    y = if a.is_infinite() && b.is_finite() { a.signum() } else { a / a.hypot(b) };
                    [
                        { let s = cosine(b, a); Value(s * s / a.hypot(b)) },
                        Value(-(y * cosine(b, a) / a.hypot(b)))
                    ] => cosine
                } {}
                /// 1 - y² = 1 - tanh² x for y = tanh x, without cancellation. The dependence on x is that on y.
                tanh_slope: TanhSlope(x, y) { slope = branchless::tanh_slope(x, y); [Zero, Value(y * -2.0)] } {}
                /// y·(1 - y) = σ(x)·σ(-x) for y = σ(x), without cancellation. The dependence on x is that on y.
                sigmoid_slope: SigmoidSlope(x, y) { slope = slope_of_sigmoid(x, y); [Zero, Value(1.0 - y * 2.0)] } {}
                /// 0 below 0, ½ at 0, 1 above: the derivative of `max(x, 0)`.
                heaviside: Heaviside(x) {
                    y = if x == 0.0 { 0.5 } else if x > 0.0 { 1.0 } else if x < 0.0 { 0.0 } else { x };
                    [Zero] => linear
                } {}
            }

            operators {
                "1 / 0", "∞", "∞, -∞", "pole";
                "0 · ∞", "NaN", "∞, 0", "linear in each";
                "∞ - ∞", "NaN", "1, -1", "linear";
                "x / x", "NaN", "NaN at 0", "not simplified";
                "√(x · x)", "0", "NaN at 0", r"∞ · 0: not simplified to \|x\|";
                "0 · √x", "0", "NaN at 0", "0 · ∞: a constant 0 is a factor like any other";
                "x + √c", "0", "1 at c = 0, a constant", "structure before arithmetic";
                "a NaN in a branch not taken, or not used", "", "that of the branch taken", "not visited";
            }
        }
    };
}
pub(crate) use table;

/// A row, with its parameter.
macro_rules! row {
    ($Row:ident) => {
        function::$Row
    };
    ($Row:ident $n:ident) => {
        function::$Row($n)
    };
}
pub(crate) use row;

/// A type for each row, with a field for its parameter.
macro_rules! row_type {
    ($(#[$doc:meta])* $Row:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $Row;
    };
    ($(#[$doc:meta])* $Row:ident $T:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $Row(pub $T);
    };
}

/// The printed name of a row.
macro_rules! shown {
    ($name:ident) => {
        stringify!($name).into()
    };
    ($name:ident $n:ident) => {
        format!(concat!(stringify!($name), "[{}]"), $n).into()
    };
}

/// The Taylor series of a function of `K` numbers by a recurrence, if there is one.
macro_rules! taylor_series {
    ($K:tt) => {};
    ($K:tt $series:ident) => {
        #[inline]
        fn series<N: crate::Real, S: Series<N>>(self, x: [&[N]; $K], order: usize) -> S {
            recurrence::$series(self, x, value(self, x), order)
        }
    };
}

/// The factors of the derivative of a function of `K` numbers, if it has two.
macro_rules! factors {
    ($K:tt $self:ident $x:tt $y:ident $n:tt) => {};
    ($K:tt $self:ident $x:tt $y:ident [$($n:ident)?] $factors:expr) => {
        const SPLITS: bool = true;
        #[inline]
        #[allow(unused_variables, reason = "not every derivative needs the operands and the value")]
        fn factors<N: crate::Real>($self, $x: [N; $K], $y: N) -> Option<[N; 2]> {
            $(let $n = $self.0;)?
            $factors
        }
    };
}

/// The value at `f32`, by the method of `f32`, or by that of `f64`.
macro_rules! single {
    (native $name:ident [$($n:ident)?] $x:ident $($operand:ident)*) => {
        #[cfg(feature = "std")]
        #[inline]
        fn single(self, [$x $(, $operand)*]: [f32; { [stringify!($x) $(, stringify!($operand))*].len() }]) -> f32 {
            f32::$name($x $(, { let $n = self.0; $n })? $(, $operand)*)
        }
    };
    (converted $($row:tt)*) => {};
}

/// The types of some functions. `$f32` says how their values at `f32` are computed.
macro_rules! rows {
    ($f32:ident $($(#[$doc:meta])* $name:ident $([$n:ident: $T:ty])?: $Row:ident($($x:ident),+) {
        $y:ident = $value:expr; [$p0:expr $(, $p1:expr $(, $p2:expr)?)?] $(splits $factors:expr)? $(=> $series:ident)?
    } $edges:tt)*) => {$(
        row_type! { $(#[$doc])* $Row $($T)? }

        const _: () = {
            const fn may_go_to_another_thread<T: Send + Sync>() {}
            may_go_to_another_thread::<$Row>();
        };

        impl Function<{ [$(stringify!($x)),+].len() }> for $Row {
            fn name(&self) -> Cow<'static, str> {
                $(let $n = self.0;)?
                shown!($name $($n)?)
            }
            #[inline]
            fn value(self, [$($x),+]: [f64; { [$(stringify!($x)),+].len() }]) -> f64 {
                $(let $n = self.0;)?
                $value
            }
            single! { $f32 $name [$($n)?] $($x)+ }
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            #[allow(unused_variables, reason = "not every derivative needs the operands and the value")]
            fn partial<N: crate::Real>(
                self, i: usize, [$($x),+]: [N; { [$(stringify!($x)),+].len() }], $y: N,
            ) -> Partial<N> {
                $(let $n = self.0;)?
                match i {
                    0 => $p0,
                    $(1 => $p1, $(2 => $p2,)?)?
                    _ => unreachable!("{} has no operand {i}", stringify!($name)),
                }
            }
            factors!({ [$(stringify!($x)),+].len() } self [$($x),+] $y [$($n)?] $($factors)?);
            taylor_series!({ [$(stringify!($x)),+].len() } $($series)?);
            #[inline]
            fn entry(self) -> Option<Entry> {
                Some(Entry::$Row(self))
            }
        }
    )*};
}

macro_rules! functions {
    (methods { $($methods:tt)* } special { $($special:tt)* } inner { $($inner:tt)* } operators $operators:tt) => {
        rows! { native $($methods)* }
        rows! { converted $($special)* $($inner)* }
        functions! { $($methods)* $($special)* $($inner)* }
    };
    ($($(#[$doc:meta])* $name:ident $([$n:ident: $T:ty])?: $Row:ident($($x:ident),+) $rule:tt $edges:tt)*) => {
        /// Any function of the table: see [`Function::entry`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Entry {
            $($(#[$doc])* $Row($Row),)*
        }

        impl Entry {
            /// Whether the function is an instruction or two on common processors.
            #[inline]
            pub(crate) fn is_an_instruction(self) -> bool {
                use Entry::*;
                matches!(
                    self,
                    Sqrt(_) | Recip(_) | Abs(_) | Signum(_) | Copysign(_) | Max(_) | Min(_) | Clamp(_) | Heaviside(_)
                        | ToRadians(_) | ToDegrees(_) | OneMinusSquare(_) | Powi(_)
                )
            }
        }

        impl Entry {
            /// Its value at the numbers that `operand` gives for 0, 1, ….
            #[doc(hidden)]
            pub fn of<N: crate::Real>(self, operand: impl Fn(usize) -> N) -> N {
                match self {
                    $(Entry::$Row(f) => {
                        let [$($x),+] = crate::number::erased::made(&operand);
                        N::function(f, [$($x),+])
                    })*
                }
            }
        }
    };
}
table!(functions);

/// An operation on each function of the table, for any number of operands.
#[doc(hidden)]
pub trait Visitor {
    fn visit<F: Function<K>, const K: usize>(&mut self, f: F);
}

/// Parameters for the visit of a row.
macro_rules! visited {
    ($Row:ident) => {
        $Row
    };
    ($Row:ident $T:ty) => {
        $Row(2)
    };
}

macro_rules! visits {
    (methods { $($methods:tt)* } special { $($special:tt)* } inner { $($inner:tt)* } operators $operators:tt) => {
        visits! { $($methods)* $($special)* $($inner)* }
    };
    ($($(#[$doc:meta])* $name:ident $([$n:ident: $T:ty])?: $Row:ident $operands:tt $rule:tt $edges:tt)*) => {
        /// Visits the rows of the table, in order. Tests loop over it.
        #[doc(hidden)]
        pub fn for_each(visitor: &mut impl Visitor) {
            $(visitor.visit(visited!($Row $($T)?));)*
        }
    };
}
table!(visits);

/// A kink, a jump, a pole or the end of a domain, with the values there.
///
/// ```
/// use ad::function::EDGES;
///
/// let edge = EDGES.iter().find(|edge| edge.at == "sqrt(±0)").unwrap();
/// assert_eq!((edge.derivative, edge.because), ("∞", "edge"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The place: `sqrt(±0)`.
    pub at: &'static str,
    /// The value, if it is not obvious.
    pub value: &'static str,
    /// The derivative with respect to each operand, or to the named one.
    pub derivative: &'static str,
    /// The reason.
    pub because: &'static str,
}

macro_rules! edges {
    (methods { $($methods:tt)* } special { $($special:tt)* } inner { $($inner:tt)* } operators $operators:tt) => {
        edges! {
            $($methods)* $($special)* $($inner)*
            /// Operators and programs.
            operators: Operators() {} $operators
        }
    };
    ($($(#[$doc:meta])* $name:ident $([$n:ident: $T:ty])?: $Row:ident $operands:tt $rule:tt {
        $($at:literal, $value:literal, $derivative:literal, $because:literal;)*
    })*) => {
        /// All kinks and edges, in the order of the table of functions:
        ///
        #[doc = concat!(
            "| at | value | derivative | because |\n|---|---|---|---|\n",
            $($("| `", $at, "` | ", $value, " | ", $derivative, " | ", $because, " |\n",)*)*
        )]
        ///
        /// The tests of this crate cover each of them, in all modes and the first two orders.
        pub const EDGES: &[Edge] = &[
            $($(Edge { at: $at, value: $value, derivative: $derivative, because: $because },)*)*
        ];
    };
}
table!(edges);
