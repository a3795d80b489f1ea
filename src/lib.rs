// The links of the README: rustdoc takes the first definition of a name, and a reader of the repository has those in the README.
//! [architecture]: https://docs.rs/crate/exact-ad/latest/source/ARCHITECTURE.md
//! [crates]: crate::guide::crates
//! [edges]: crate::function::EDGES
//! [examples]: https://docs.rs/crate/exact-ad/latest/source/examples/
//! [exp]: macro@crate::exp#if-rustc-says-
//! [guide]: crate::guide
//! [libraries]: crate::guide::libraries
//! [page]: https://docs.rs/crate/exact-ad/latest/source/site/page.png
//! [paper]: crate::paper
//! [python]: crate::guide::python
//! [singles]: crate::guide::singles
//!
#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

// All names are at the root. The pages show those below, some of them in modules.
#[doc(hidden)]
pub use ad_core::*;

// Expressions.
#[doc(inline)]
pub use ad_core::{At, Exp, Given};
pub use ad_macros::exp;

// Derivatives.
#[cfg(feature = "enclosure")]
#[doc(inline)]
pub use ad_core::enclosure;
#[cfg(feature = "sparse")]
#[doc(inline)]
pub use ad_core::sparse;
#[cfg(feature = "testing")]
#[doc(inline)]
pub use ad_core::testing;
#[doc(inline)]
pub use ad_core::{Prepared, call, divergence, hessian, hvp, laplacian, value_grad_hessian};
#[doc(inline)]
pub use ad_core::{forward, reverse, taylor};

// The strategies of reverse mode.
#[doc(inline)]
pub use ad_core::{adjoint, backpropagator, effects, stack};

// Expressions that are more than functions.
#[cfg(feature = "std")]
#[doc(inline)]
pub use ad_core::replay;
#[doc(inline)]
pub use ad_core::{checkpoint, implicit, linear, rule, special, terms};

// Numbers and arguments.
#[doc(inline)]
pub use ad_core::{F64, Flat, Num, Real};

/// Derivatives at many points, several at once in the registers of the processor.
///
/// [`call::values`], [`call::grads`], [`call::values_and_grads`] and [`call::jacobians`] take a list of points. [`Many`] has further
/// forms: another number of lanes, results in columns, all processors, sums over points.
///
/// ```
/// use ad::prelude::*;
///
/// #[exp(adjoint)]
/// fn square(x: f64) -> f64 {
///     x * x
/// }
///
/// assert_eq!(call::grads(&Square, &[1.0, 2.0, 3.0]), [2.0, 4.0, 6.0]);
/// assert_eq!(Many::new(reverse::grad(Square)).values(&[1.0, 2.0, 3.0]), [2.0, 4.0, 6.0]);
/// ```
pub mod many {
    #[doc(inline)]
    pub use ad_core::{
        AtPoints, Columns, Many, Panics, Points, Pointwise, PointwiseDifferentiable, Results, Same,
    };
}

/// The bounds and types of functions that are generic over expressions.
///
/// ```
/// use ad::generic::Differentiable;
/// use ad::prelude::*;
///
/// /// A step downhill, for any expression.
/// fn descend<E: Differentiable<In = Vec<f64>, Out = f64>>(e: &E, rate: f64, x: &mut [f64]) {
///     let gradient = call::grad(e, &*x);
///     x.iter_mut().zip(gradient).for_each(|(x, slope)| *x -= rate * slope);
/// }
///
/// #[exp]
/// fn bowl(x: &[f64]) -> f64 {
///     x.iter().map(|x| x * x).sum()
/// }
///
/// let mut x = [4.0, -2.0];
/// descend(&Bowl, 0.25, &mut x);
/// assert_eq!(x, [2.0, -1.0]);
/// ```
pub mod generic {
    #[doc(inline)]
    pub use ad_core::{
        Argument, Destination, Differentiable, Mode, Of, Shape, Signature, TwiceDifferentiable, Under,
    };
}

/// The containers of other crates, each behind the feature of its name.
///
/// [`guide::crates`] lists all crates that work with this one.
pub mod crates {
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
}

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
    pub use ad_core::classes::Elementary;
    #[doc(inline)]
    pub use ad_core::{
        Above, Below, Capture, Captures, Decimal, Dict, FieldDict, Format, Ground, Level, OrderedDict, Pairs,
        RealDict, Request, RingDict, Seeding, Shortcuts, Strategy, Untouched,
    };
    #[doc(inline)]
    pub use ad_core::{CHECKED_I64, Checked, CheckedI64, F32, I64, Lanes, Product, Wrapping, lanes};
    #[cfg(feature = "numbers")]
    #[doc(inline)]
    pub use ad_core::{
        DoubleDouble, DoubleDoubles, Graph, Modular, Operation, Rational, Rationals, Residue, Residues,
        Symbol, Symbolic,
    };
    #[doc(inline)]
    pub use ad_core::{
        Field, Matrix, Mismatch, Mixed, Number, OneNumber, Ordered, Path, Ring, Semiring, dot, function,
        second_order,
    };
}

#[cfg(feature = "statistics")]
pub mod robust;
pub mod rotations;

#[doc(inline)]
pub use ad_core::paper;

#[doc(hidden)]
pub use ad_core::private as __private;

#[cfg(doctest)]
mod escape;

/// The examples of `#[exp]`.
#[cfg(doctest)]
#[doc = include_str!("../ad-macros/src/exp.md")]
mod attribute {}

pub mod constrained;
#[cfg(feature = "statistics")]
pub mod densities;
pub mod guide;

/// Most programs need these names: `use ad::prelude::*;`
pub mod prelude {
    #[cfg(feature = "sparse")]
    pub use ad_core::sparse;
    pub use ad_core::strategies::*;
    #[cfg(feature = "testing")]
    pub use ad_core::testing;
    pub use ad_core::{
        At, CHECKED_I64, Differentiable, Exp, F32, F64, Flat, Given, I64, Many, Mode, Prepared,
        TwiceDifferentiable, call, divergence, hessian, hvp, laplacian, reverse, terms, value_grad_hessian,
    };
    #[cfg(feature = "numbers")]
    pub use ad_core::{Modular, Rational, Rationals};
    pub use ad_macros::exp;
}
