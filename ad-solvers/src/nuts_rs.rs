//! Sampling by [nuts-rs](https://docs.rs/nuts-rs).

use std::collections::HashMap;
use std::fmt;

use ad::{Argument, Differentiable, Flat, Of, Prepared};
use nuts_rs::{CpuLogpFunc, CpuMathError, LogpError};
use nuts_storable::{HasDims, Value};

/// The logarithm of a density, up to a constant, and its gradient. [`ad::constrained`] has maps for parameters with constraints.
///
/// ```
/// use ad::prelude::*;
/// use ad_solvers::nuts_rs::Density;
/// use nuts_rs::{Chain, CpuMath, DiagNutsSettings, Settings};
/// use rand::SeedableRng;
///
/// /// A normal distribution of the mean 3.
/// #[exp(adjoint)]
/// fn log_density(x: f64, y: f64) -> f64 {
///     -0.5 * ((x - 3.0).powi(2) + (y - x).powi(2))
/// }
///
/// let density = Density::new(LogDensity, &(0.0, 0.0));
/// let settings = DiagNutsSettings { num_tune: 300, ..Default::default() };
/// let mut random = rand::rngs::ChaCha8Rng::seed_from_u64(1);
/// let mut chain = settings.new_chain(0, CpuMath::new(density), &mut random).unwrap();
/// chain.set_position(&[0.0, 1.0]).unwrap(); // nuts-rs refuses a start where an entry of the gradient is 0
/// let draws: Vec<_> = (0..1300).map(|_| chain.draw().unwrap().0).skip(300).collect();
/// let mean = draws.iter().map(|x| x[0]).sum::<f64>() / 1000.0;
/// assert!((mean - 3.0).abs() < 0.2);
/// ```
pub struct Density<E: Differentiable> {
    prepared: Prepared<E>,
    flat: Flat<E::In>,
}

impl<E: Differentiable<Out = f64>> Density<E> {
    /// The density whose logarithm is `e`. Of `x`, the structure counts.
    pub fn new<X, H>(e: E, x: &X) -> Self
    where
        X: Argument<E::In, H> + ?Sized,
    {
        let flat = Flat::of(&e, x);
        Density { prepared: Prepared::new(e), flat }
    }

    /// A draw in its container.
    pub fn read(&self, draw: &[f64]) -> Of<E::In, f64> {
        self.flat.read(draw)
    }
}

/// The density or its gradient is not finite. The sampler rejects the point.
#[derive(Debug)]
pub struct NotFinite;

impl fmt::Display for NotFinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the density or its gradient is not finite")
    }
}

impl std::error::Error for NotFinite {}

impl LogpError for NotFinite {
    fn is_recoverable(&self) -> bool {
        true
    }
}

/// The coordinates are the names of the parameters.
impl<E: Differentiable> HasDims for Density<E> {
    fn dim_sizes(&self) -> HashMap<String, u64> {
        let n = self.flat.len() as u64;
        ["unconstrained_parameter", "dim"].map(|name| (name.to_owned(), n)).into()
    }
    fn coords(&self) -> HashMap<String, Value> {
        let names = Value::Strings(self.flat.names());
        ["unconstrained_parameter", "dim"].map(|name| (name.to_owned(), names.clone())).into()
    }
}

impl<E: Differentiable<Out = f64>> CpuLogpFunc for Density<E> {
    type LogpError = NotFinite;
    type FlowParameters = ();
    type ExpandedVector = Vec<f64>;

    fn dim(&self) -> usize {
        self.flat.len()
    }
    fn logp(&mut self, position: &[f64], gradient: &mut [f64]) -> Result<f64, NotFinite> {
        let Density { prepared, flat } = self;
        let y = prepared.value_and_grad_into(&flat.at(position), &mut flat.at_mut(gradient));
        if y.is_finite() && gradient.iter().all(|d| d.is_finite()) { Ok(y) } else { Err(NotFinite) }
    }
    fn expand_vector<R: rand::Rng + ?Sized>(
        &mut self,
        _: &mut R,
        position: &[f64],
    ) -> Result<Vec<f64>, CpuMathError> {
        Ok(position.to_vec())
    }
}
