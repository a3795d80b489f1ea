//! Functions with exact derivatives for callers in other languages.
//!
//! [`functions!`] lists functions with `#[exp]` by name. A [`Function`] has their derivatives at flat arrays of numbers, without the
//! function's type. So each door is written once: [`c`] for C and all that
//! calls C, [`xla`] for JAX, and the package `ad-python`.
//!
//! ```
//! use ad::prelude::*;
//!
//! /// The energy of a spring.
//! #[exp(adjoint)]
//! fn energy(stiffness: f64, x: &[f64]) -> f64 {
//!     0.5 * stiffness * x.iter().map(|x| x * x).sum::<f64>()
//! }
//!
//! let functions = ad_doors::functions! {
//!     energy = Energy, stiffness: "N/m", stiffness: 0.0..;
//! };
//! assert_eq!(functions[0].doc(), "The energy of a spring.");
//! let at = functions[0].at(&[2])?; // a list of two numbers
//! let mut gradient = [0.0; 3];
//! assert_eq!(at.value_and_grad(&[2.0, 1.0, 3.0], &mut gradient)?, 10.0);
//! assert_eq!((gradient, at.names()[2].as_str()), ([5.0, 2.0, 6.0], "x[1]"));
//! # Ok::<(), ad_doors::Failure>(())
//! ```

#![deny(unsafe_code)]

#[allow(unsafe_code, reason = "pointers of C")]
pub mod c;
mod derivatives;
mod domain;
mod failure;
mod function;
mod layout;
mod local;
mod made;
mod results;
mod rows;
mod scalar;
mod several;
mod typed;
#[allow(unsafe_code, reason = "pointers of C")]
pub mod xla;

pub use derivatives::{Derivatives, Kind, Numbers, Sparse};
pub use domain::{Interval, Remark};
pub use failure::{Failure, Outcome, guarded, zeros};
pub use function::Function;
pub use layout::{Layout, Structure};
pub use typed::Expression;

#[doc(hidden)]
pub mod __private {
    pub use crate::function::{Chosen, OfOne, OfSeveral, unescaped};
}

/// A list of [`Function`]s: `name = expression;`, with remarks on parameters after commas. A remark is a unit or a range. The
/// documentation is that of the expression, or a comment above the name.
///
/// The crate's documentation has an example.
#[macro_export]
macro_rules! functions {
    ($($(#[doc = $doc:literal])* $name:ident = $e:expr $(, $parameter:ident: $remark:expr)*;)*) => {{
        #[allow(unused_imports)]
        use $crate::__private::{OfOne as _, OfSeveral as _};
        vec![$(
            (&$crate::__private::Chosen($e))
                .function(stringify!($name), concat!($($doc, "\n",)* ""))
                $(.remark(stringify!($parameter), $remark))*
        ),*]
    }};
}
