//! Three models as a Python module.

use ad::prelude::*;

/// The right-hand side of the system of E. Lorenz.
#[exp(adjoint)]
fn rate(u: [f64; 3], p: [f64; 3]) -> [f64; 3] {
    let [x, y, z] = u;
    let [sigma, rho, beta] = p;
    [sigma * (y - x), x * (rho - z) - y, x * y - beta * z]
}

/// u + h·k
#[exp(adjoint)]
fn ahead(u: [f64; 3], h: f64, k: [f64; 3]) -> [f64; 3] {
    [u[0] + h * k[0], u[1] + h * k[1], u[2] + h * k[2]]
}

/// The sum of the coordinates of the Lorenz system after some steps of Runge and Kutta.
///
/// The argument is a place and the parameters: x, y, z, σ, ρ, β.
#[exp(adjoint)]
pub fn lorenz(steps: usize, x: [f64; 6]) -> f64 {
    let mut u = [x[0], x[1], x[2]];
    let p = [x[3], x[4], x[5]];
    for _ in 0..steps {
        let k1 = rate(u, p);
        let k2 = rate(ahead(u, 0.00005, k1), p);
        let k3 = rate(ahead(u, 0.00005, k2), p);
        let k4 = rate(ahead(u, 0.0001, k3), p);
        for i in 0..3 {
            u[i] += (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]) * (0.0001 / 6.0);
        }
    }
    u[0] + u[1] + u[2]
}

/// The place of a body on its orbit, by Newton's method for Kepler's equation.
#[exp(adjoint)]
pub fn kepler(anomaly: f64, eccentricity: f64, axis: f64) -> [f64; 2] {
    let mut e = anomaly;
    loop {
        let step = (e - eccentricity * e.sin() - anomaly) / (1.0 - eccentricity * e.cos());
        e -= step;
        if step.abs() < 1e-12 {
            break;
        }
    }
    let minor = axis * (1.0 - eccentricity * eccentricity).sqrt();
    [axis * (e.cos() - eccentricity), minor * e.sin()]
}

/// The function of H. H. Rosenbrock in any dimension, with its minimum 0 at (1, …, 1).
#[exp(adjoint)]
pub fn rosenbrock(x: &[f64]) -> f64 {
    x.windows(2).map(|w| 100.0 * (w[1] - w[0] * w[0]).powi(2) + (1.0 - w[0]).powi(2)).sum()
}

ad_python::module! {
    /// Three models with exact derivatives.
    mod orbits;

    lorenz = Lorenz { steps: 1000 };
    kepler = Kepler, anomaly: "rad", eccentricity: 0.0..1.0, axis: "au", axis: 0.0..;
    rosenbrock = Rosenbrock;
}
