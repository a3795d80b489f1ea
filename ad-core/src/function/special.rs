//! Special functions: what mathematics has and `f64` has not. They are functions and not methods, so that a number has
//! no method that `f64` lacks, and none that a trait of your own could be mistaken for.
//!
//! ```
//! use ad_core::special::{erf, gamma};
//!
//! assert_eq!(gamma(5.0), 24.0);
//! assert_eq!(erf(f64::INFINITY), 1.0);
//! ```
//!
//! What happens at poles and edges stands in [`EDGES`](crate::function::EDGES), and how accurate they are in
//! [`function`](crate::function).

use super::table::{row, table};
use crate::{Real, function};

macro_rules! special {
    (methods $methods:tt special {
        $($(#[$doc:meta])* $name:ident $([$n:ident: $T:ty])?: $Row:ident($($x:ident),+) $rule:tt $edges:tt)*
    } $($others:tt)*) => {$(
        $(#[$doc])*
        #[inline]
        pub fn $name<N: Real>($($n: $T,)? $($x: N),+) -> N {
            N::function(row!($Row $($n)?), [$($x),+])
        }
    )*};
}
table!(special);

/// The digamma function, the derivative of [`ln_gamma`].
#[inline]
pub fn digamma<N: Real>(x: N) -> N {
    polygamma(0, x)
}
