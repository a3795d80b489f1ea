//! Python modules of Rust functions with exact derivatives.
//!
//! [`module!`] lists functions with `#[exp]`. `maturin build` makes a wheel of the crate, whose type is `cdylib`:
//!
//! ```ignore
//! use ad::prelude::*;
//!
//! /// The value after some steps.
//! #[exp(adjoint)]
//! pub fn growth(steps: usize, rate: f64, x: f64) -> f64 {
//!     (0..steps).fold(x, |x, _| x + rate * x)
//! }
//!
//! ad_python::module! {
//!     /// Models of growth.
//!     mod growing;
//!
//!     growth = Growth { steps: 100 }, rate: "1/s", rate: 0.0..1.0;
//! }
//! ```
//!
//! ```python
//! import growing
//! growing.growth(0.1, 2.0)                      # the value
//! growing.growth.value_and_grad(0.1, 2.0)       # and its gradient, (float, float)
//! growing.ad_python.jax(growing.growth)         # a function of JAX
//! ```
//!
//! `README.md` has the rules for arguments, and the adapters.

#![deny(unsafe_code)]

mod argument;
mod at;
mod describe;
mod function;
mod module;
mod points;
mod tree;

pub use ad_doors::{Layout, Structure, fields};

#[doc(hidden)]
pub mod __private {
    pub use crate::module::fill;
    pub use ad_doors::functions;
    pub use pyo3;
}

/// Makes a Python module of functions: `mod name;` and then `name = expression;` for each, as in [`ad_doors::functions!`].
///
/// A function has the documentation of its Rust function. A comment above its name replaces it.
#[macro_export]
macro_rules! module {
    ($(#[doc = $doc:literal])* mod $name:ident; $($functions:tt)*) => {
        #[$crate::__private::pyo3::pymodule]
        #[pyo3(crate = "::ad_python::__private::pyo3")]
        fn $name(
            module: &$crate::__private::pyo3::Bound<'_, $crate::__private::pyo3::types::PyModule>,
        ) -> $crate::__private::pyo3::PyResult<()> {
            $crate::__private::fill(
                module,
                concat!($($doc, "\n",)* ""),
                || $crate::__private::functions! { $($functions)* },
            )
        }
    };
}
