// Of two definitions of a link the first one holds: in these pages the plot is a part of the page.
#![doc = include_str!("cost.md")]
#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

pub use ad_core::*;
pub use ad_macros::exp;

#[doc(hidden)]
pub use ad_core::private as __private;

#[cfg(doctest)]
mod escape;

pub mod guide;

/// What most programs need: `use ad::prelude::*;`
pub mod prelude {
    pub use ad_core::strategies::*;
    pub use ad_core::{
        At, CHECKED_I64, Closures, Exp, F32, F64, Given, Graph, I64, Modular, Rational, Rationals, Var, call,
        divergence, hessian, hvp, laplacian, pow, subst,
    };
    pub use ad_macros::exp;
}
