#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

// What is not named below is there as well, but on no page.
#[doc(hidden)]
pub use ad_core::*;

// Derivatives.
#[doc(inline)]
pub use ad_core::{
    adjoint, backpropagator, call, effects, forward, second_order, sparse, stack, taylor, trace,
};
#[doc(inline)]
pub use ad_core::{divergence, hessian, hvp, laplacian, value_grad_hessian};

// Expressions.
#[doc(inline)]
pub use ad_core::{At, Exp, Given, Monomial, Signature, Under, Var};
#[doc(inline)]
pub use ad_core::{
    checkpoint, fixed_point, given, implicit, iterate, iterate_with, linear, monomial, pow, root, rule,
    special, subst, terms,
};

// Numbers, and their containers.
#[doc(inline)]
pub use ad_core::{
    Argument, Field, Matrix, Num, Number, Of, Ordered, Real, Ring, Semiring, Shape, argument, dot, function,
};

// Number systems.
#[doc(inline)]
pub use ad_core::{
    CHECKED_I64, Dict, F32, F64, FieldDict, Graph, I64, Modular, OrderedDict, Rational, Rationals, RealDict,
    RingDict, Strategy, Symbolic,
};

// Parts that are not always there.
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
ad_core::__with_coroutines! {
    {
        #[doc(inline)]
        pub use ad_core::handler;
    }
    {}
}

/// What is rarely named: what the operators of the front page give, parts of numbers and number systems, records of closures.
///
/// All of it stands at the root of the crate as well, as `ad::Decimal`.
pub mod parts {
    #[doc(inline)]
    pub use ad_core::{
        BinaryOperation, Checked, CheckedI64, Closures, ClosuresDict, Decimal, Deferred, Divergence, Format,
        Hvp, Mismatch, Mixed, Node, Operation, Repeatable, Shortcuts, Subst, Symbol, Untouched,
        ValueGradHessian, Wrapping, float, int,
    };
}

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
