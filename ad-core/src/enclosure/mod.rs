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
//! A comparison of overlapping intervals is *undecided*: some points of the box take one arm, and others the other one. The same holds
//! for two constants that are not doubles, such as 0.1 + 0.2 and 0.3.
//! [`enclose`] refuses to decide, with [`Error::Undecided`]. [`enclose_all_paths`] evaluates both arms, one after the other, and
//! returns the hull of all results.
//!
//! For a derivative, numbers that may be equal have no order, also at a point. So a test for a point does not hide the slope of the other
//! arm:
//!
//! ```
//! use ad::enclosure::{Interval, enclose, enclose_all_paths};
//! use ad::prelude::*;
//!
//! #[exp]
//! fn entropy(x: f64, y: f64) -> f64 {
//!     if x == 0.0 { 0.0 } else { x * y.ln() }
//! }
//!
//! let at = (Interval::from(0.0), Interval::from(3.0));
//! assert_eq!(enclose(&Entropy, &at), Ok(Interval::from(0.0))); // a value is decided by values
//! assert!(enclose(&stack::grad(Entropy), &at).is_err());
//! let (by_x, _) = enclose_all_paths(&stack::grad(Entropy), &at, 9).unwrap();
//! assert!(by_x.contains(3f64.ln()));
//! ```
//!
//! Constants are compared by their values. An adjoint program does not know which numbers are constants: there, equal ones are undecided
//! too.
//!
//! # Jumps
//!
//! Where a function jumps, its derivative proves nothing: it does not see the jump. So a derivative over a box with a jump is the error
//! [`Error::Jump`], also at the jump itself. The derivative of a function with a kink jumps, so its second derivative over the kink is
//! this error. [`roots`] and [`mean_value`] use values alone there. They do so at a pole, too, where no derivative is bounded.
//!
//! ```
//! use ad::enclosure::{Error, Interval, enclose, roots};
//! use ad::prelude::*;
//!
//! #[exp]
//! fn step(x: f64) -> f64 {
//!     0.5 * x + 0.1 * x.signum()
//! }
//!
//! let x = Interval::new(-1.0, 0.9);
//! assert_eq!(enclose(&forward::diff(Step), &x), Err(Error::Jump("signum".into())));
//! let found = roots(&Step, &x, 1e-9);
//! assert!(found.unique.is_empty()); // it jumps over 0
//! assert!(found.possible.iter().all(|x| x.magnitude() < 1e-8));
//! ```
//!
//! # Functions
//!
//! Derivatives at a kink are the interval between the one-sided derivatives. A function outside of its domain is the error
//! [`Error::Undefined`]. So is a result that depends on a quotient by 0. A function without an enclosure is the error
//! [`Error::Unknown`], which names it.
//!
//! The table lists the functions, the source of their values at the ends of an interval, and the bound of its error. A unit is one in the
//! last place. `libm` is compared with MPFR by its own tests, at 4·10⁸ random arguments of each function. They permit the errors in the
//! third column. The tests of this crate compare enclosures with `mpmath`, at 10⁴ arguments of each function.
//!
//! | functions | values | permitted by `libm`'s tests | widened by |
//! |---|---|---:|---|
//! | `+ - × /`, √, `floor`, `%` and the like | IEEE 754 | | 0 or 1 unit: proven |
//! | powers with an integer exponent, `sigmoid` and other formulas | operations on intervals | | proven, up to the functions that they use |
//! | `exp`, `ln`, `sin`, `cos`, `tan`, their inverses and relatives, `powf`, `hypot`, `erf`, `erfc` | `libm` | 1 unit | 4 units: tested |
//! | `sinh`, `tanh`, `asinh`, `atanh` | `libm` | 2 units | 4 units: tested |
//! | Γ | `libm` | 20 units | 64 units: tested |
//! | ln \|Γ\| | `libm` | 16 units | 64 units, ε / 256 close to zeros, 16 ε (1 + 6 \|x\|) below 0: tested |
//! | Jₙ, Yₙ, \|n\| ≤ 100 | `libm` | 1000 and more, close to zeros | 64 + 8n units, and (8 + n) ε / √x from x = n on: tested |
//! | digamma and polygamma functions | Euler and Maclaurin's sum | | proven, up to `ln`, `sin` and `cos` |
//! | Stumpff's functions, `squared_angle` | series, recurrences | | proven, up to the functions that they use |
//! | [`rule!`](crate::rule!), Bessel functions of other orders | unknown | | |
//!
//! # Source
//!
//! R. E. Moore, R. B. Kearfott, M. J. Cloud, *Introduction to Interval Analysis*, SIAM 2009.

mod dictionary;
mod functions;
mod interval;
mod paths;
mod roots;
mod special;

pub use dictionary::Intervals;
pub use interval::Interval;
pub use paths::{Error, enclose, enclose_all_paths};
pub use roots::{Roots, mean_value, roots};
