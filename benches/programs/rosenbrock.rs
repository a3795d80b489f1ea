//! Rosenbrock's function.

use ad::prelude::*;

/// Σ 100 (xᵢ₊₁ - xᵢ²)² + (1 - xᵢ)²
#[exp(adjoint)]
pub fn rosenbrock(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() - 1 {
        let a = x[i + 1] - x[i] * x[i];
        let b = 1.0 - x[i];
        sum += 100.0 * a * a + b * b;
    }
    sum
}

/// The same by an iterator.
#[exp(adjoint, name = RosenbrockByWindows)]
pub fn rosenbrock_by_windows(x: &[f64]) -> f64 {
    x.windows(2).map(|w| 100.0 * (w[1] - w[0] * w[0]).powi(2) + (1.0 - w[0]).powi(2)).sum()
}

/// The same for an array.
#[exp(adjoint, name = RosenbrockOf)]
pub fn rosenbrock_of<const N: usize>(x: [f64; N]) -> f64 {
    rosenbrock(&x)
}

/// The same for an array, by a loop.
#[exp(adjoint)]
pub fn rosenbrock_of_six(x: [f64; 6]) -> f64 {
    let mut sum = 0.0;
    for i in 0..5 {
        let a = x[i + 1] - x[i] * x[i];
        let b = 1.0 - x[i];
        sum += 100.0 * a * a + b * b;
    }
    sum
}

/// A term of it, whose call is one step.
#[exp(adjoint, step)]
pub fn rosenbrock_term(x: f64, next: f64) -> f64 {
    let a = next - x * x;
    let b = 1.0 - x;
    100.0 * a * a + b * b
}

/// The same by its terms.
#[exp(name = RosenbrockBySteps)]
pub fn rosenbrock_by_steps(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() - 1 {
        sum += rosenbrock_term(x[i], x[i + 1]);
    }
    sum
}

/// A point with no symmetry.
pub fn rosenbrock_point(n: usize) -> Vec<f64> {
    (0..n).map(|i| (i as f64).sin()).collect()
}
