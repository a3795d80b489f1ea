//! A chain of linear differential equations, by the classical method of Runge and Kutta.

use ad::prelude::*;

/// y′₀ = x₀ and y′ᵢ = xᵢ yᵢ₋₁
#[exp]
#[inline]
pub fn rate(x: &[f64], y: &[f64], out: &mut [f64]) {
    out[0] = x[0];
    for i in 1..x.len() {
        out[i] = x[i] * y[i - 1];
    }
}

/// y at time 2, from 0 at time 0, in `steps` steps.
#[exp]
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
        rate(x, &y, &mut k1);
        for i in 0..n {
            z[i] = y[i] + h / 2.0 * k1[i];
        }
        rate(x, &z, &mut k2);
        for i in 0..n {
            z[i] = y[i] + h / 2.0 * k2[i];
        }
        rate(x, &z, &mut k3);
        for i in 0..n {
            z[i] = y[i] + h * k3[i];
        }
        rate(x, &z, &mut k4);
        for i in 0..n {
            y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
    y
}

/// The last number of y at time 2.
#[exp]
pub fn last(steps: usize, x: &[f64]) -> f64 {
    ode(steps, x)[x.len() - 1]
}

pub fn gradient(x: &Vec<f64>, steps: usize) -> Vec<f64> {
    call::gradient(&Last { steps }, x)
}
