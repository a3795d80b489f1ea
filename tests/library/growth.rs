//! A small library, as the guide advises. `text/library.rs` reads its documentation.

use ad::prelude::*;

/// Exponential growth up to a capacity.
#[exp]
#[derive(Clone, Copy, Debug)]
pub struct Growth {
    /// The rate of a small population.
    pub rate: f64,
    /// The largest population.
    pub capacity: f64,
}

/// The population after one unit of time.
#[exp(adjoint, class = Real)]
pub fn next(growth: &Growth<f64>, population: f64) -> f64 {
    let share = population / growth.capacity;
    population * (growth.rate * (1.0 - share)).exp()
}

/// The squared distance of a model from counted populations.
#[exp(adjoint, class = Real)]
pub fn misfit(#[fixed] counts: &[f64], growth: &Growth<f64>) -> f64 {
    let mut sum = 0.0;
    for pair in counts.windows(2) {
        let population: f64 = pair[0];
        sum += (next(growth, population) - pair[1]).powi(2);
    }
    sum
}

/// The share of the capacity that is free.
#[exp(class = Field)]
pub fn free(growth: &Growth<f64>, population: f64) -> f64 {
    1.0 - population / growth.capacity
}
