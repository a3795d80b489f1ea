//! Optimal control of van der Pol's oscillator by trapezoidal collocation: positions, velocities and controls at the nodes are variables.

use ad::prelude::*;
use ad::sparse::Problem;

/// ∫ (x² + v² + u²) dt over 10 units of time, by the trapezoidal rule.
#[exp(adjoint)]
fn effort(x: &[f64], v: &[f64], u: &[f64]) -> f64 {
    let h = 10.0 / (x.len() - 1) as f64;
    let mut sum = 0.0;
    for i in 0..x.len() {
        let weight = if i == 0 || i == x.len() - 1 { 0.5 } else { 1.0 };
        sum += weight * h * (x[i] * x[i] + v[i] * v[i] + u[i] * u[i]);
    }
    sum
}

/// The defects of x' = v and v' = (1 - x²)·v - x + u in each interval, and the start.
#[exp(adjoint)]
fn defects(x: &[f64], v: &[f64], u: &[f64]) -> Vec<f64> {
    let n = x.len() - 1;
    let h = 10.0 / n as f64;
    let mut defects = vec![0.0; 2 * n + 2];
    for i in 0..n {
        let left = (1.0 - x[i] * x[i]) * v[i] - x[i] + u[i];
        let right = (1.0 - x[i + 1] * x[i + 1]) * v[i + 1] - x[i + 1] + u[i + 1];
        defects[2 * i] = x[i + 1] - x[i] - 0.5 * h * (v[i] + v[i + 1]);
        defects[2 * i + 1] = v[i + 1] - v[i] - 0.5 * h * (left + right);
    }
    defects[2 * n] = x[0] - 1.0;
    defects[2 * n + 1] = v[0];
    defects
}

/// The problem with so many intervals, and three variables at each of their ends.
pub(crate) fn problem(intervals: usize) -> Problem<'static> {
    let zeros = vec![0.0; intervals + 1];
    let equations = vec![0.0; 2 * intervals + 2];
    Problem::new(Effort, Defects, &(&zeros[..], &zeros[..], &zeros[..])).limits(&equations, &equations)
}
