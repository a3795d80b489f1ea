#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

// All names are at the root. The pages show those below, some of them in the module `numbers`.
#[doc(hidden)]
pub use ad_core::*;

// Expressions.
#[doc(inline)]
pub use ad_core::{At, Exp, Given, Signature, Under};
pub use ad_macros::exp;

// Derivatives.
#[doc(inline)]
pub use ad_core::{Columns, Many, Panics, Points, Pointwise, PointwiseDifferentiable, Results, Same};
#[doc(inline)]
pub use ad_core::{Differentiable, Mode, Prepared, TwiceDifferentiable, call};
#[doc(inline)]
pub use ad_core::{divergence, hessian, hvp, laplacian, value_grad_hessian};
#[doc(inline)]
pub use ad_core::{enclosure, forward, reverse, sparse, taylor, testing, trace};

// The strategies of reverse mode.
#[doc(inline)]
pub use ad_core::{adjoint, backpropagator, effects, second_order, stack};

// Expressions that are more than functions.
#[doc(inline)]
pub use ad_core::{checkpoint, implicit, linear, rule, special, terms};

// Numbers and containers.
#[doc(inline)]
pub use ad_core::{Argument, Destination, F64, Flat, Num, Of, Real, Shape};

// Parts that depend on features.
#[cfg(feature = "num-complex")]
#[doc(inline)]
pub use ad_core::complex;
#[cfg(feature = "faer")]
#[doc(inline)]
pub use ad_core::faer;
#[cfg(feature = "nalgebra")]
#[doc(inline)]
pub use ad_core::nalgebra;
#[cfg(feature = "ndarray")]
#[doc(inline)]
pub use ad_core::ndarray;
#[cfg(feature = "std")]
#[doc(inline)]
pub use ad_core::replay;

/// Number systems: those of this crate, and the traits for one of your own.
///
/// An expression is evaluated under a *dictionary*, a number system. [`F64`] is the usual one. A number system of your own is
/// an implementation of [`Dict`], with four operations.
///
/// ```
/// use ad::prelude::*;
///
/// #[exp]
/// fn cube(x: f64) -> f64 {
///     x * x * x
/// }
///
/// assert_eq!(forward::diff(Cube).eval(Modular::new(11), 5.into()), 9.into()); // 75 modulo 11
/// ```
///
/// All names are also at the root of the crate.
pub mod numbers {
    #[doc(inline)]
    pub use ad_core::{
        CHECKED_I64, Checked, CheckedI64, DoubleDouble, DoubleDoubles, F32, Graph, I64, Lanes, Modular,
        Operation, Primal, Product, Rational, Rationals, Residue, Residues, Symbol, Symbolic, Wrapping,
        lanes,
    };
    #[doc(inline)]
    pub use ad_core::{
        Decimal, Dict, FieldDict, Format, OrderedDict, Pairs, RealDict, Request, RingDict, Seeding,
        Shortcuts, Strategy, Untouched,
    };
    #[doc(inline)]
    pub use ad_core::{Field, Matrix, Mismatch, Mixed, Number, Ordered, Path, Ring, Semiring, dot, function};
}

pub mod rotations;

#[doc(inline)]
pub use ad_core::paper;

#[doc(hidden)]
pub use ad_core::private as __private;

#[cfg(doctest)]
mod escape;

pub mod constrained;
pub mod guide;

/// Most programs need these names: `use ad::prelude::*;`
pub mod prelude {
    pub use ad_core::strategies::*;
    pub use ad_core::{
        At, CHECKED_I64, Differentiable, Exp, F32, F64, Flat, Given, I64, Many, Mode, Modular, Prepared,
        Rational, Rationals, TwiceDifferentiable, call, divergence, hessian, hvp, laplacian, reverse, sparse,
        terms, testing, value_grad_hessian,
    };
    pub use ad_macros::exp;
}
