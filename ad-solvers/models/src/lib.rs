//! Models that are fitted and integrated by other crates: see the README.

use ad::prelude::*;

pub mod adjoint;
pub mod backwards;
pub mod fit;
pub mod gauss_newton;
pub mod integrate;
pub mod kinetics;
pub mod minimise;
pub mod nist;
pub mod oscillator;

/// The unknowns: the rate of growth, the capacity, and the initial population.
pub type Parameters = [f64; 3];

/// The rate at which a population grows: dy/dt = r·y·(1 - y/K).
#[exp]
pub fn growth(y: f64, parameters: [f64; 2]) -> f64 {
    let [rate, capacity] = parameters;
    rate * y * (1.0 - y / capacity)
}

/// The population at the time `t`, which is known in closed form.
#[exp]
pub fn population(#[fixed] t: f64, parameters: [f64; 3]) -> f64 {
    let [rate, capacity, start] = parameters;
    let decay = (-rate * t).exp();
    capacity / (1.0 + (capacity / start - 1.0) * decay)
}

/// The model minus the observations.
#[exp]
pub fn residuals(#[fixed] observed: &[(f64, f64)], parameters: [f64; 3]) -> Vec<f64> {
    observed.iter().map(|&(t, y)| population(t, parameters) - y).collect()
}

/// Half the sum of their squares.
#[exp]
pub fn misfit(#[fixed] observed: &[(f64, f64)], parameters: &[f64]) -> f64 {
    let parameters = [parameters[0], parameters[1], parameters[2]];
    let residuals: Vec<f64> = residuals(observed, parameters);
    0.5 * residuals.iter().map(|r| r * r).sum::<f64>()
}
