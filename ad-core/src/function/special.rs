//! Special functions: what mathematics has and `f64` has not. They are functions and not methods, so that a number has
//! no method that `f64` lacks, and none that a trait of your own could be mistaken for.
//!
//! ```
//! use ad::special::{erf, gamma};
//!
//! assert_eq!(gamma(5.0), 24.0);
//! assert_eq!(erf(f64::INFINITY), 1.0);
//! ```
//!
//! What happens at poles and edges stands in [`EDGES`](crate::function::EDGES), and how accurate they are in
//! [`function`].

use super::table::{row, table};
use crate::adjoint::Slot;
use crate::private::adjoint::{Program, Stored, chain};
use crate::{Ordered, Real, function};

macro_rules! special {
    (methods $methods:tt special {
        $($(#[$doc:meta])* $name:ident $([$n:ident: $T:ty])?: $Row:ident($x:ident) $rule:tt $edges:tt)*
    } $($others:tt)*) => {$(
        $(#[$doc])*
        #[inline]
        pub fn $name<N: Real>($($n: $T,)? $x: N) -> N {
            N::function(row!($Row $($n)?), [$x])
        }

        companion!($name ($($n: $T,)?) $x, row!($Row $($n)?));
    )*};
}

/// The adjoint program of a function, as `#[exp(adjoint)]` would write it.
macro_rules! companion {
    ($name:ident ($($n:ident: $T:ty,)?) $x:ident, $row:expr) => {
        #[doc(hidden)]
        #[allow(non_camel_case_types, missing_debug_implementations, reason = "it has the name of the function")]
        pub enum $name {}

        impl Program for $name {
            type Policy = Stored;
        }

        impl $name {
            #[doc(hidden)]
            #[inline]
            pub fn adjoint<N: Real>($($n: $T,)? $x: N) -> (
                N,
                impl FnOnce(&Slot<N>, $(companion!(@unit $n),)? (), $(companion!(@none $n),)? &Slot<N>) + Clone + use<N>,
            ) {
                let y = $name($($n,)? $x);
                (y, move |dy: &Slot<N>, $(companion!(@pattern $n): (),)? (): (), $(companion!(@pattern $n): &(),)? dx: &Slot<N>| {
                    dy.with(|d| chain($row, 0, [$x], y, d, dx));
                })
            }
        }
    };
    (@unit $n:ident) => { () };
    (@none $n:ident) => { &() };
    (@pattern $n:ident) => { _ };
}

table!(special);
companion!(digamma () x, function::Polygamma(0));

/// The digamma function, the derivative of [`ln_gamma`].
#[inline]
pub fn digamma<N: Real>(x: N) -> N {
    polygamma(0, x)
}

/// ln Σ e^xᵢ, without overflow; of nothing, -∞.
///
/// ```
/// use ad::special::log_sum_exp;
/// assert_eq!(log_sum_exp(&[1000.0, 1000.0]), 1000.0 + 2f64.ln());
/// ```
pub fn log_sum_exp<N: Real>(x: &[N]) -> N {
    // A constant that is added inside and taken away outside: whatever it is, the derivatives are the same.
    let greatest = x.iter().filter_map(|x| x.primal()).fold(f64::NEG_INFINITY, f64::max);
    let shift = if greatest.is_finite() { greatest } else { 0.0 };
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
pub fn hypot3<N: Real>(a: N, b: N, c: N) -> N {
    a.hypot(b).hypot(c)
}

/// The primal of a number, as a plain float: for choices that are not differentiated, such as the nearest neighbour of a
/// point, or a pivot.
///
/// What is computed from it is a constant to every derivative. That is right for a choice, as it is for a branch, and wrong
/// for whatever flows into the result: `detached(x) * x` has the derivative `x` and not `2 x`.
///
/// # Panics
///
/// Panics if there is no double beneath.
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
pub fn detached<N: Real + Ordered>(x: N) -> f64 {
    x.primal().expect("a number can be detached only where there is a double beneath")
}
