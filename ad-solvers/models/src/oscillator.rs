//! A stiff oscillator with `differential-equations`: the right-hand side, and its Jacobian for an implicit method.

use ad::prelude::*;
use differential_equations::prelude::*;

/// Van der Pol's oscillator, in the form of E. Hairer's test set: y₁ changes fast where ε is small.
#[exp]
pub fn van_der_pol(#[fixed] epsilon: f64, y: [f64; 2]) -> [f64; 2] {
    [y[1], ((1.0 - y[0] * y[0]) * y[1] - y[0]) / epsilon]
}

impl ODE<f64, [f64; 2]> for VanDerPol {
    fn diff(&self, _: f64, y: &[f64; 2], dydt: &mut [f64; 2]) {
        *dydt = van_der_pol(self.epsilon, *y);
    }

    fn jacobian(&self, _: f64, y: &[f64; 2], j: &mut Matrix<f64>) {
        for (i, row) in call::jacobian(self, y).into_iter().enumerate() {
            for (k, entry) in row.into_iter().enumerate() {
                j[(i, k)] = entry;
            }
        }
    }
}

/// The same without the Jacobian, which the crate then takes from differences.
pub struct ByDifferences(pub VanDerPol);

impl ODE<f64, [f64; 2]> for ByDifferences {
    fn diff(&self, t: f64, y: &[f64; 2], dydt: &mut [f64; 2]) {
        self.0.diff(t, y, dydt);
    }
}

/// The state at the time 2, from (2, 0), and how often the right-hand side was evaluated for it.
///
/// # Panics
///
/// Panics if the integration fails.
pub fn integrate(oscillator: &impl ODE<f64, [f64; 2]>) -> ([f64; 2], usize) {
    let method = ImplicitRungeKutta::radau5().rtol(1e-10).atol(1e-10).h0(1e-6);
    let solution = IVP::ode(oscillator, 0.0, 2.0, [2.0, 0.0])
        .method(method)
        .solve()
        .expect("Radau is for stiff equations");
    (*solution.y.last().expect("there is an end"), solution.evals.function)
}
