//! Dictionaries, numbers, expressions and differentiation strategies of the `ad` crate.

#![deny(unsafe_code)]

pub mod backpropagator;
pub mod call;
pub mod capture;
pub mod checkpoint;
mod class;
mod dict;
#[cfg(coroutines)]
pub mod effects;
mod exp;
pub mod forward;
pub mod function;
mod graph;
#[cfg(coroutines)]
pub mod handler;
pub mod implicit;
mod library;
#[expect(unsafe_code, reason = "the memory of a tape, without the bookkeeping of a `RefCell`")]
mod log;
mod num;
mod operators;
mod polygamma;
#[doc(hidden)]
pub mod private;
mod recompute;
mod reverse;
pub mod rule;
mod shape;
pub mod stack;
mod strategy;
pub mod taylor;
pub mod trace;

mod dictionary {
    pub(crate) mod float;
    pub(crate) mod integer;
    pub(crate) mod modular;
    pub(crate) mod rational;
    pub(crate) mod record;
    pub(crate) mod symbolic;
}

pub use capture::Given;
pub use checkpoint::{checkpoint, iterate, iterate_with};
pub use class::{Field, Mixed, Number, Ordered, Real, Ring, Semiring};
pub use dict::{Decimal, Dict, FieldDict, OrderedDict, RealDict, RingDict};
pub use dictionary::float::{F32, F64};
pub use dictionary::integer::{CHECKED_I64, Checked, CheckedI64, I64, Wrapping};
pub use dictionary::modular::Modular;
pub use dictionary::rational::{Rational, Rationals};
pub use dictionary::record::{BinaryOperation, Closures, Deferred, Record, float, int};
pub use dictionary::symbolic::{Graph, Operation, Symbol, Symbolic};
pub use exp::{At, Exp, Signature};
pub use graph::Node;
pub use implicit::{fixed_point, implicit, root};
pub use library::{Monomial, Subst, Var, monomial, pow, subst};
pub use num::Num;
pub use operators::{Hvp, Trace, ValueGradHessian, divergence, hessian, hvp, laplacian, value_grad_hessian};
pub use shape::{Matrix, Of, Shape};
pub use strategy::Strategy;

/// The strategies, for the facade's prelude.
#[doc(hidden)]
pub mod strategies {
    #[cfg(coroutines)]
    pub use crate::effects;
    pub use crate::{backpropagator, forward, stack, taylor};
}
