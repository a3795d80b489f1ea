//! The derivatives of a function at arguments of one structure, without the function's type.

use std::sync::Arc;

use ad::sparse::Pattern;

use crate::failure::{Failure, Outcome};

/// A container as flat numbers, with the lengths of its lists.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Numbers {
    /// The numbers in order.
    pub numbers: Vec<f64>,
    /// The lengths that [`Layout`](crate::Layout) leaves open.
    pub lengths: Vec<usize>,
}

/// A sparse matrix by rows: the places of its entries, and the entries.
pub type Sparse = (Arc<Pattern>, Vec<f64>);

/// A derivative from flat arguments to flat results, which many points can share.
///
/// With w·f for the sum of the results with weights w, and Dᵏf for the k-th derivative in k directions:
///
/// | kind | arguments | results |
/// |---|---|---|
/// | `Value` | x | f(x) |
/// | `ValueAndGrad` | x | f(x), ∇f(x) |
/// | `Jacobian` | x | f(x), J(x) by rows |
/// | `Tangent(k)` | x, v₁ … vₖ | Dᵏf(x)\[v₁ … vₖ\] |
/// | `Adjoint(k)` | x, v₁ … vₖ₋₁, w | ∇(w·Dᵏ⁻¹f(x)\[v₁ … vₖ₋₁\]) |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the table explains the variants")]
pub enum Kind {
    Value,
    ValueAndGrad,
    Jacobian,
    Tangent(usize),
    Adjoint(usize),
}

impl Kind {
    /// The highest order of derivatives.
    pub const ORDER: usize = 3;

    /// The numbers of each argument and of each result, for a function from `n` numbers to `m`.
    ///
    /// # Errors
    ///
    /// The order is above [`ORDER`](Kind::ORDER), or 0.
    pub fn lengths(self, n: usize, m: usize) -> Outcome<(Vec<usize>, Vec<usize>)> {
        match self {
            Kind::Value => Ok((vec![n], vec![m])),
            Kind::ValueAndGrad => Ok((vec![n], vec![m, n])),
            Kind::Jacobian => Ok((vec![n], vec![m, m.saturating_mul(n)])),
            Kind::Tangent(order @ 1..=Kind::ORDER) => Ok((vec![n; order + 1], vec![m])),
            Kind::Adjoint(order @ 1..=Kind::ORDER) => Ok(([vec![n; order], vec![m]].concat(), vec![n])),
            Kind::Tangent(order) | Kind::Adjoint(order) => Err(Failure::Unsupported(format!(
                "derivatives have orders 1 to {}, and order {order} is requested",
                Kind::ORDER
            ))),
        }
    }
}

/// A function at arguments of one structure. Numbers are flat, in the order of [`ad::Flat`]. All methods may run on several threads at
/// once, and none unwinds.
#[allow(clippy::missing_errors_doc, reason = "each method fails for the reasons of `Failure`")]
pub trait Derivatives: Send + Sync {
    /// The number of numbers of the argument.
    fn inputs(&self) -> usize;
    /// The names of these numbers.
    fn names(&self) -> Vec<String>;
    /// Whether the result is one number.
    fn is_scalar(&self) -> bool;

    /// The value.
    fn value(&self, x: &[f64]) -> Outcome<Numbers>;
    /// The value of a scalar function; the gradient goes into `gradient`.
    fn value_and_grad(&self, x: &[f64], gradient: &mut [f64]) -> Outcome<f64>;
    /// The value, and J·ẋ.
    fn jvp(&self, x: &[f64], dx: &[f64]) -> Outcome<(Numbers, Vec<f64>)>;
    /// The value; ȳ·J goes into `dx`. The result has the structure of `dy`.
    fn vjp(&self, x: &[f64], dy: &Numbers, dx: &mut [f64]) -> Outcome<Numbers>;
    /// The value, and the Jacobian by rows.
    fn jacobian(&self, x: &[f64]) -> Outcome<(Numbers, Vec<f64>)>;
    /// The value of a scalar function. The gradient and the Hessian by rows go into slices.
    fn hessian(&self, x: &[f64], gradient: &mut [f64], rows: &mut [f64]) -> Outcome<f64>;
    /// The gradient of a scalar function goes into `gradient`, and H·v into `product`.
    fn hvp(&self, x: &[f64], v: &[f64], gradient: &mut [f64], product: &mut [f64]) -> Outcome<()>;
    /// The n-th derivative of each result along the line x + t·v.
    fn nth_derivative(&self, n: usize, x: &[f64], v: &[f64]) -> Outcome<Numbers>;
    /// The value, and the Jacobian with few entries. The pattern is found at the first point.
    fn sparse_jacobian(&self, x: &[f64]) -> Outcome<(Numbers, Sparse)>;
    /// The gradient of a scalar function, and the Hessian with few entries.
    fn sparse_hessian(&self, x: &[f64]) -> Outcome<(Vec<f64>, Sparse)>;
    /// The Hessian of w·f with few entries, at fixed weights w.
    fn sparse_weighted_hessian(&self, x: &[f64], weights: &[f64]) -> Outcome<Sparse>;

    /// Fails if the result at one of the points has lists of other lengths. The number of numbers is compared by `points`, and is not
    /// compared here if it determines the lengths.
    fn compare_lengths(&self, points: &[f64], lengths: &[usize]) -> Outcome<()>;
    /// A derivative at `count` points. Arguments and results have a row for each point, and the bits of single calls.
    fn points(
        &self,
        kind: Kind,
        count: usize,
        arguments: &[&[f64]],
        results: &mut [&mut [f64]],
    ) -> Outcome<()>;
}
