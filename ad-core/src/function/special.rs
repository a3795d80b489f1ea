//! The special functions. Their adjoint programs are in `mode/adjoint/companions.rs`.

pub use super::guarded::{linoid, log_add_exp, log_normal_cdf, log1mexp, xlogy};
use super::real::Elementary;
use super::table::{row, table};
use crate::{Ordered, function};

/// The path of this module, by which the adjoint programs of its functions name them.
pub(crate) const MODULE: &str = module_path!();

macro_rules! special {
    (methods $methods:tt special {
        $($(#[$doc:meta])* $name:ident $([$n:ident: $T:ty])?: $Row:ident($x:ident) $rule:tt $edges:tt)*
    } $($others:tt)*) => {$(
        $(#[$doc])*
        #[inline]
        pub fn $name<N: Elementary>($($n: $T,)? $x: N) -> N {
            N::function(row!($Row $($n)?), [$x])
        }
    )*};
}

table!(special);
/// The digamma function, the derivative of [`ln_gamma`].
///
/// ```
/// use ad::special::digamma;
///
/// assert!((digamma(2.0_f64) - digamma(1.0) - 1.0).abs() < 1e-15); // ψ(x + 1) = ψ(x) + 1/x
/// ```
#[inline]
pub fn digamma<N: Elementary>(x: N) -> N {
    polygamma(0, x)
}

/// ln Σ e^xᵢ, without overflow. Of no numbers it is -∞.
///
/// ```
/// use ad::special::log_sum_exp;
/// assert_eq!(log_sum_exp(&[1000.0, 1000.0]), 1000.0 + 2f64.ln());
/// ```
pub fn log_sum_exp<N: Elementary>(x: &[N]) -> N {
    // A constant that is subtracted inside and added outside. The derivatives do not depend on its choice.
    let larger = |a: N, b: &N| N::still([a, *b], |[a, b]| a.max(b)).unwrap_or(a);
    let greatest = x.iter().fold(N::constant(f64::NEG_INFINITY), larger);
    let finite = |[x]: [f64; 1]| if x.is_finite() { x } else { 0.0 };
    let shift = N::still([greatest], finite).unwrap_or_else(|| N::constant(0.0));
    let sum = x.iter().map(|x| (*x - shift).exp()).reduce(|a, b| a + b);
    sum.map_or_else(|| N::constant(f64::NEG_INFINITY), |sum| sum.ln() + shift)
}

/// The distance √(a² + b² + c²), without overflow.
///
/// ```
/// use ad::special::hypot3;
/// assert_eq!(hypot3(2.0, 3.0, 6.0), 7.0);
/// ```
#[inline]
pub fn hypot3<N: Elementary>(a: N, b: N, c: N) -> N {
    a.hypot(b).hypot(c)
}

/// The primal of a number, as a plain float, for choices that are not differentiated: the nearest neighbour of a point, or a
/// pivot.
///
/// All derivatives treat the result as a constant. That is right for a choice, and wrong for a number that flows into the result:
/// `detached(x) * x` has the derivative `x` and not `2 x`.
///
/// # Panics
///
/// Panics if there is no double beneath, as for symbols.
///
/// ```
/// use ad::{At, exp, forward, special::detached};
///
/// /// The square of the distance to the nearest integer, which is found on plain floats.
/// #[exp]
/// fn saw(x: f64) -> f64 {
///     let nearest = detached(x).round();
///     (x - nearest) * (x - nearest)
/// }
/// assert_eq!(forward::diff(Saw).at(2.75), -0.5);
/// ```
#[inline]
pub fn detached<N: Elementary + Ordered>(x: N) -> f64 {
    let bits = x.answer(f64::to_bits);
    f64::from_bits(bits.expect("cannot detach a number without a double beneath, such as a symbol"))
}
