//! Dictionaries, numbers, expressions and differentiation strategies of the `ad` crate.

#![cfg_attr(not(feature = "std"), no_std)]
#![deny(unsafe_code)]

#[macro_use]
extern crate alloc;

mod crates;
mod dictionary;
pub mod enclosure;
mod expression;
pub mod function;
#[cfg(coroutines)]
#[doc(hidden)]
pub mod handler;
mod mode;
mod number;
mod operator;
#[doc(hidden)]
pub mod private;
pub mod sparse;
pub mod testing;
pub mod trace;

#[cfg(feature = "faer")]
pub use crates::faer;
#[cfg(feature = "nalgebra")]
pub use crates::nalgebra;
#[cfg(feature = "ndarray")]
pub use crates::ndarray;
#[cfg(feature = "num-complex")]
pub use crates::num_complex as complex;
pub use dictionary::double_double::{DoubleDouble, DoubleDoubles};
pub use dictionary::float::{F32, F64};
pub use dictionary::integer::{CHECKED_I64, Checked, CheckedI64, I64, Wrapping};
pub use dictionary::lanes::{self, Lanes};
pub use dictionary::modular::Modular;
pub use dictionary::product::Product;
pub use dictionary::rational::{Rational, Rationals};
pub use dictionary::residues::{Residue, Residues};
pub use dictionary::symbolic::{Graph, Operation, Symbol, Symbolic};
pub use expression::checkpoint::{self, checkpoint, iterate, iterate_with};
pub use expression::given::{self, Given};
pub use expression::implicit::{self, fixed_point, implicit, root};
pub use expression::linear;
#[cfg(feature = "std")]
pub use expression::replay::{self, replay};
pub use expression::rule;
pub use expression::terms::{self, terms};
pub use function::real::{Mixed, Real, RealDict};
pub use mode::primal::Primal;
pub use mode::reverse::tape::vertex::Node;
pub use mode::second_order;
pub use mode::strategies::*;
pub use mode::strategy::Strategy;
pub use number::argument::{self, Argument};
pub use number::class::{Field, Number, Ordered, Ring, Semiring, dot};
pub use number::destination::Destination;
pub use number::dict::{Decimal, Dict, FieldDict, OrderedDict, RingDict};
pub use number::exp::{At, Exp, Repeatable, Signature, Under};
pub use number::flat::{self, Flat};
pub use number::num::Num;
pub use number::print::Format;
pub use number::seeding::{Request, Seeding};
pub use number::shape::{Failure, Matrix, Mismatch, Of, Path, Shape};
pub use number::shortcuts::{Pairs, Shortcuts, Untouched};
pub use operator::higher::{
    Divergence, ValueGradHessian, divergence, hessian, hvp, laplacian, value_grad_hessian,
};
pub use operator::many::{
    AtPoints, Columns, Many, Panics, Points, Pointwise, PointwiseDifferentiable, Results, Same,
};
pub use operator::mode::{Differentiable, Mode, TwiceDifferentiable};
pub use operator::prepared::Prepared;
pub use operator::{call, reverse};

/// The paper's own notions: P. E. de Vilhena and F. Pottier, *Verifying an Effect-Handler-Based Define-By-Run Reverse-Mode AD
/// Library*, LMCS 19(4:5), 2023.
///
/// The paper represents an expression as a computation that is polymorphic in its numbers. Differentiation is then a function from
/// expressions to expressions.
///
/// | the paper (OCaml) | here |
/// |---|---|
/// | `'v dict = { zero; one; add; mul }` | [`Dict`]; a record of closures is [`Closures`](paper::Closures) |
/// | `exp = { eval : 'v. 'v dict -> 'v -> 'v }` | [`Exp`] |
/// | `diff : exp -> exp`, three times | [`forward::diff`], [`stack::diff`], [`effects::diff`] |
/// | `x`, `pow`, `subst`, `monomial` | [`Var`](paper::Var), [`pow`](paper::pow()), [`subst`](paper::subst()), [`monomial`](paper::monomial()) |
/// | effect handlers | [`handler`] |
///
/// ```
/// use ad::prelude::*;
/// use ad::paper::{Var, pow, subst};
///
/// // (x³)² is x⁶, and its second derivative 30 x⁴.
/// let sixth = subst(pow(3, Var), pow(2, Var));
/// assert_eq!(stack::diff(effects::diff(sixth)).eval(I64, 2), 480);
/// ```
///
/// [`trace`](mod@trace) prints the steps of a derivative, the graph and the adjoints.
pub mod paper {
    pub use crate::dictionary::closures::{BinaryOperation, Closures, ClosuresDict, Deferred, float, int};
    pub use crate::expression::paper::{Monomial, Subst, Var, monomial, pow, subst};
    #[cfg(coroutines)]
    #[doc(inline)]
    pub use crate::handler;
    #[doc(inline)]
    pub use crate::trace;
}

/// Special functions, which `f64` does not have as methods. They are functions, so that a number has no method that `f64` lacks,
/// and none that hides a method of a user's trait.
///
/// ```
/// use ad::special::{erf, gamma};
///
/// assert_eq!(gamma(5.0), 24.0);
/// assert_eq!(erf(f64::INFINITY), 1.0);
/// ```
///
/// # Cost
///
/// A value costs about as much as `libm`'s. A derivative of `erf`, `erfc`, `normal_cdf`, `sigmoid` and `log1pexp` needs an
/// exponential in addition. That of `gamma` and `ln_gamma` needs a digamma function, and that of `polygamma`, `bessel_j` and
/// `bessel_y` the functions of the next orders. A strategy records each as one step.
///
/// [`EDGES`](crate::function::EDGES) lists their poles and edges, and [`function`] their accuracy.
pub mod special {
    pub use crate::function::special::*;
    #[doc(hidden)]
    pub use crate::mode::adjoint::companions::*;
}

/// The strategies, for the facade's prelude.
#[doc(hidden)]
pub use mode::strategies;

/// `__with_coroutines! { { a } { b } }` is `a` if there are coroutines, and otherwise `b`.
#[cfg(coroutines)]
#[doc(hidden)]
#[macro_export]
macro_rules! __with_coroutines {
    ({ $($there:tt)* } { $($elsewhere:tt)* }) => { $($there)* };
}

/// The same without coroutines.
#[cfg(not(coroutines))]
#[doc(hidden)]
#[macro_export]
macro_rules! __with_coroutines {
    ({ $($there:tt)* } { $($elsewhere:tt)* }) => { $($elsewhere)* };
}
