//! Dictionaries, numbers, expressions and differentiation strategies of the `ad` crate.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "std"), no_std)]
#![deny(unsafe_code)]

#[macro_use]
extern crate alloc;

mod crates;
mod dictionary;
#[cfg(feature = "enclosure")]
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
#[cfg(feature = "sparse")]
pub mod sparse;
#[cfg(feature = "testing")]
pub mod testing;
#[cfg(feature = "numbers")]
pub mod trace;

#[cfg(feature = "faer")]
pub use crates::faer;
#[cfg(feature = "nalgebra")]
pub use crates::nalgebra;
#[cfg(feature = "ndarray")]
pub use crates::ndarray;
#[cfg(feature = "num-complex")]
pub use crates::num_complex as complex;
#[cfg(feature = "numbers")]
pub use dictionary::double_double::{DoubleDouble, DoubleDoubles};
pub use dictionary::float::{F32, F64};
pub use dictionary::integer::{CHECKED_I64, Checked, CheckedI64, I64, Wrapping};
pub use dictionary::lanes::{self, Lanes};
#[cfg(feature = "numbers")]
pub use dictionary::modular::Modular;
pub use dictionary::product::Product;
#[cfg(feature = "numbers")]
pub use dictionary::rational::{Rational, Rationals};
#[cfg(feature = "numbers")]
pub use dictionary::residues::{Residue, Residues};
#[cfg(feature = "numbers")]
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
pub use mode::reverse::tape::vertex::Node;
pub use mode::second_order;
pub use mode::strategies::*;
pub use mode::strategy::Strategy;
pub use number::argument::{self, Argument};
pub use number::class::{Field, Number, Ordered, Ring, Semiring, dot};
pub use number::destination::Destination;
pub use number::dict::{Decimal, Dict, FieldDict, OrderedDict, RingDict};
pub use number::exp::{At, Callable, Exp, Repeatable, Signature, Under};
pub use number::flat::{self, Flat};
pub use number::level::{Above, Below, Capture, Captures, Ground, Level};
pub use number::num::Num;
pub use number::print::Format;
pub use number::seeding::{Request, Seeding};
pub use number::shape::{Failure, Matrix, Mismatch, Of, OneNumber, Path, Shape};
pub use number::shortcuts::{Pairs, Shortcuts, Untouched};
pub use operator::higher::{
    Divergence, Hessian, ValueGradHessian, divergence, hessian, hvp, laplacian, value_grad_hessian,
};
pub use operator::many::{
    AtPoints, Columns, Many, Panics, Points, Pointwise, PointwiseDifferentiable, Results, Same,
};
pub use operator::mode::{Differentiable, Mode, TwiceDifferentiable};
pub use operator::prepared::Prepared;
pub use operator::{call, reverse};

/// The paper, section by section: P. E. de Vilhena and F. Pottier, *Verifying an Effect-Handler-Based Define-By-Run Reverse-Mode AD
/// Library*, LMCS 19(4:5), 2023.
///
/// `examples/listings.rs` has the paper's listings in plain Rust, on [`Dict`], [`Exp`] and [`handler`].
///
/// | figure | content | here |
/// |---|---|---|
/// | 1 | the interface: `dict`, `exp`, `diff : exp -> exp` | [`Dict`], [`Exp`], [`forward::diff`], [`stack::diff`], [`effects::diff`] |
/// | 2 | expressions: `x`, `pow`, `subst`, `monomial` | [`Var`](paper::Var), [`pow`](paper::pow()), [`subst`](paper::subst()), [`monomial`](paper::monomial()) |
/// | 3 | uses, on `float` and `int` | [`float`](paper::float), [`int`](paper::int), which are [`Closures`](paper::Closures) |
/// | 4 | forward mode | [`forward`], `examples/listings.rs` |
/// | 5, 6 | the graph, and the derivatives over time | [`trace`](mod@trace), `examples/figures.rs` |
/// | 7 | reverse mode with a stack | [`stack`], `examples/listings.rs` |
/// | 8, 9 | the effect `Ask`, and its output | `examples/ask.rs` |
/// | 10 | reverse mode with effect handlers | [`effects`], `examples/listings.rs` |
///
/// # Section 1: expressions
///
/// An expression is a computation that is polymorphic in its numbers: `exp = { eval : 'v. 'v dict -> 'v -> 'v }`. Here it is a type that
/// implements [`Exp<D>`](Exp) for every dictionary `D`. [`Expression`](paper::Expression) is one type for all of them. Differentiation is a
/// function from expressions to expressions, so it can be applied again.
///
/// ```
/// use ad::prelude::*;
/// use ad::paper::{Expression, Var, pow, subst};
///
/// // (x³)² is x⁶, and its second derivative 30 x⁴.
/// let sixth = subst(pow(3, Var), pow(2, Var));
/// assert_eq!(stack::diff(effects::diff(sixth)).eval(I64, 2), 480);
///
/// let diff: fn(Expression) -> Expression = |e| Expression::new(effects::diff(e));
/// assert_eq!(diff(diff(Expression::new(sixth))).eval(I64, 2), 480);
/// ```
///
/// # Sections 2 and 3: the algorithms
///
/// Forward mode is a dictionary of numbers with derivatives. Reverse mode makes a vertex for each operation, and visits the vertices in
/// the opposite order. The steps are on a stack, or on the control stack. There, each operation is an effect, and its handler returns
/// to it after the rest of the computation.
///
/// ```
/// use ad::prelude::*;
/// use ad::{paper::Monomial, trace};
///
/// let trace = trace::symbolic(&Monomial { k: 2 }, "x");
/// assert_eq!(trace.sequence().to_string(), "let u1 = x × x in\nlet u2 = 1 × u1 in\nlet u3 = u1 × u1 in\nu2");
/// ```
///
/// A [`checkpoint`](fn@checkpoint) is the handler of the related work that the paper does not have: J. Sigal, *Automatic Differentiation via
/// Effects and Handlers: An Implementation in Frank*, PEPM 2021. A part of the program first gives values only, and runs again under the
/// handler in the backward phase.
///
/// ```
/// use ad::prelude::*;
/// use ad::checkpoint;
/// use ad::paper::{Monomial, Var, pow, subst};
///
/// let part = subst(checkpoint(Monomial { k: 3 }), pow(2, Var));
/// assert_eq!(effects::diff(effects::diff(part)).eval(I64, 2), 480);
/// ```
///
/// # Sections 4 and 5: the claim
///
/// If `e` represents E, then `diff(e)` represents E′. The claim needs a dictionary that obeys the laws of a commutative semiring.
/// [`testing::laws`] checks them for a dictionary of one's own. `proofs/` in the repository has machine-checked proofs, and a table
/// of the paper's definitions.
///
/// ```
/// use ad::testing;
///
/// assert!(testing::laws(ad::I64, &[2, -3, 5]).is_ok());
/// ```
///
/// # Differences
///
/// * **Several variables.** An argument and a result have any [`Shape`], and a gradient has that of the argument.
/// * **Constants have no vertex.** A constant is known by its structure, and no step records it. The paper's constants are `O` and `I`.
/// * **Comparisons.** An expression may compare its numbers under an [`OrderedDict`]. The comparison inspects the primals.
/// * **Performers are lexical.** `perform` belongs to one call of [`handle`](handler::handle), and not to the innermost handler of an
///   effect. So an inner differentiation cannot take an outer one's effect.
/// * **One-shot by type.** [`resume`](handler::Continuation::resume) consumes the continuation. In the paper, a second call is an error at
///   run time.
pub mod paper {
    pub use crate::dictionary::closures::{BinaryOperation, Closures, ClosuresDict, Deferred, float, int};
    pub use crate::expression::erased::{Erased, Expression};
    pub use crate::expression::paper::{Monomial, Subst, Var, monomial, pow, subst};
    #[cfg(coroutines)]
    #[doc(inline)]
    pub use crate::handler;
    #[cfg(feature = "numbers")]
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

/// Apart from [`Real`], which has methods of the same names.
#[doc(hidden)]
pub mod classes {
    pub use crate::function::real::Elementary;
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
