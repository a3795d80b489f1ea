//! The derivatives that depend on the number of results: one number has a gradient and a Hessian, and several have weighted ones.

use crate::derivatives::{Kind, Numbers, Sparse};
use crate::failure::Outcome;
use crate::rows::Points;
use crate::typed::{Expression, Typed};

/// How many numbers the result has: [`One`](crate::scalar::One) or [`Several`](crate::several::Several). Each compiles only its own
/// derivatives.
#[allow(missing_docs, reason = "the other methods are those of `Derivatives`")]
#[allow(clippy::missing_errors_doc, reason = "as above")]
pub trait Results<E: Expression>: Sized + 'static {
    const SCALAR: bool;
    type Memory: Default + Send + Sync;
    /// A derivative at one point, except `Kind::Value`.
    fn one(of: &Typed<E, Self>, kind: Kind, arguments: &[&[f64]], results: &mut [&mut [f64]]) -> Outcome<()>;
    /// The same at several points at once. Returns false if there are no lanes for it.
    fn in_lanes(
        of: &Typed<E, Self>,
        kind: Kind,
        points: &Points<'_, E::In>,
        arguments: &[&[f64]],
        results: &mut [&mut [f64]],
    ) -> Outcome<bool>;
    fn value_and_grad(of: &Typed<E, Self>, x: &[f64], gradient: &mut [f64]) -> Outcome<f64>;
    fn jacobian(of: &Typed<E, Self>, x: &[f64]) -> Outcome<(Numbers, Vec<f64>)>;
    fn hessian(of: &Typed<E, Self>, x: &[f64], gradient: &mut [f64], rows: &mut [f64]) -> Outcome<f64>;
    fn hvp(of: &Typed<E, Self>, x: &[f64], v: &[f64], g: &mut [f64], product: &mut [f64]) -> Outcome<()>;
    fn sparse_jacobian(of: &Typed<E, Self>, x: &[f64]) -> Outcome<(Numbers, Sparse)>;
    fn sparse_hessian(of: &Typed<E, Self>, x: &[f64]) -> Outcome<(Vec<f64>, Sparse)>;
    fn sparse_weighted_hessian(of: &Typed<E, Self>, x: &[f64], weights: &[f64]) -> Outcome<Sparse>;
}
