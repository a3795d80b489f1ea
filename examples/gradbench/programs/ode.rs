//! A chain of linear differential equations, y′₀ = x₀ and y′ᵢ = xᵢ yᵢ₋₁, by the classical method of Runge and Kutta.

use ad::prelude::*;

/// y at time 2, from 0 at time 0, in `steps` steps.
#[exp(adjoint)]
pub fn ode(steps: usize, x: &[f64]) -> Vec<f64> {
    let n = x.len();
    let h = 2.0 / steps as f64;
    let mut y = vec![0.0; n];
    let mut z = vec![0.0; n];
    let mut k1 = vec![0.0; n];
    let mut k2 = vec![0.0; n];
    let mut k3 = vec![0.0; n];
    let mut k4 = vec![0.0; n];
    for _ in 0..steps {
        k1[0] = x[0];
        for i in 1..n {
            k1[i] = x[i] * y[i - 1];
        }
        for i in 0..n {
            z[i] = y[i] + h / 2.0 * k1[i];
        }
        k2[0] = x[0];
        for i in 1..n {
            k2[i] = x[i] * z[i - 1];
        }
        for i in 0..n {
            z[i] = y[i] + h / 2.0 * k2[i];
        }
        k3[0] = x[0];
        for i in 1..n {
            k3[i] = x[i] * z[i - 1];
        }
        for i in 0..n {
            z[i] = y[i] + h * k3[i];
        }
        k4[0] = x[0];
        for i in 1..n {
            k4[i] = x[i] * z[i - 1];
        }
        for i in 0..n {
            y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
    y
}

/// The last number of y at time 2.
#[exp(adjoint)]
pub fn last(steps: usize, x: &[f64]) -> f64 {
    ode(steps, x)[x.len() - 1]
}

pub fn gradient(x: &[f64], steps: usize) -> Vec<f64> {
    adjoint::grad(Last { steps }).at(x.to_vec())
}
