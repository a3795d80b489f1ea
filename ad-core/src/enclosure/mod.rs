//! Guaranteed enclosures of values and derivatives: interval arithmetic.
//!
//! [`enclose`] evaluates an expression over a box, and returns intervals that contain the exact results at all points of the box.
//! Rounding is included. An operator is an expression too, so derivatives have enclosures of the same kind.
//!
//! ```
//! use ad::enclosure::{Interval, enclose};
//! use ad::prelude::*;
//!
//! #[exp(adjoint)]
//! fn wave(x: f64, y: f64) -> f64 {
//!     (x * y).sin() + 0.1 * x
//! }
//!
//! // The gradient at all points of a box, by the adjoint program.
//! let square = (Interval::new(0.0, 0.1), Interval::new(1.0, 1.1));
//! let (by_x, by_y) = enclose(&reverse::grad(Wave), &square).unwrap();
//! assert!(by_x.contains(1.1) && by_x.lower() > 1.0); // y cos xy + 0.1 > 0: the function rises with x everywhere
//! assert!(by_y.contains(0.0) && by_y.width() < 0.11);
//!
//! // At a point, the width bounds the error that rounding has caused.
//! let at = (Interval::from(0.3), Interval::from(0.7));
//! let (by_x, _) = enclose(&reverse::grad(Wave), &at).unwrap();
//! let float = call::grad(&Wave, &(0.3, 0.7)).0;
//! assert!(by_x.contains(float) && by_x.width() < 1e-14);
//! ```
//!
//! # Comparisons
//!
//! A comparison of overlapping intervals is *undecided*: some points of the box take one arm, and others the other one.
//! [`enclose`] refuses to decide, with [`Error::Undecided`]. [`enclose_all_paths`] evaluates both arms, one after the other, and
//! returns the hull of all results.
//!
//! # Functions
//!
//! Derivatives at a kink are the interval between the one-sided derivatives. A function outside of its domain gives an interval that is
//! [undefined](Interval::UNDEFINED), and so does each operation on it. An undefined result is the error [`Error::Undefined`].
//!
//! | functions | values at the ends of an interval | widened by, in units of the last place |
//! |---|---|---:|
//! | `+ - × /`, √ | IEEE 754 | 0 or 1 |
//! | elementary functions, `erf`, `erfc` | `pxfm`, which documents ½ unit as the largest error it found | 2 |
//! | Γ, ln Γ, digamma, trigamma, J₀, J₁, Y₀, Y₁ | `pxfm` | 64 |
//! | Bessel functions and polygamma functions of other orders, [`rule!`](crate::rule!) | not known: they panic | |
//!
//! These bounds are tested, not proven.
//!
//! # Source
//!
//! R. E. Moore, R. B. Kearfott, M. J. Cloud, *Introduction to Interval Analysis*, SIAM 2009.

mod dictionary;
mod functions;
mod interval;
mod paths;
mod roots;
mod rounded;

pub use dictionary::Intervals;
pub use interval::Interval;
pub use paths::{Error, enclose, enclose_all_paths};
pub use roots::{Roots, mean_value, roots};
