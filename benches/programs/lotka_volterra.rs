//! The predators and prey of A. Lotka and V. Volterra.

use ad::prelude::*;

/// u + h·k
#[exp(adjoint)]
fn ahead(u: [f64; 2], h: f64, k: [f64; 2]) -> [f64; 2] {
    [u[0] + h * k[0], u[1] + h * k[1]]
}

#[exp(adjoint)]
fn rate(u: [f64; 2], p: [f64; 4]) -> [f64; 2] {
    [p[0] * u[0] - p[1] * u[0] * u[1], p[2] * u[0] * u[1] - p[3] * u[1]]
}

/// The sum of both after `steps` steps of the classical Runge–Kutta method, from the first two numbers, with the other four as
/// parameters.
#[exp(adjoint)]
pub fn lotka_volterra(steps: usize, x: [f64; 6]) -> f64 {
    let mut u = [x[0], x[1]];
    let p = [x[2], x[3], x[4], x[5]];
    for _ in 0..steps {
        let k1 = rate(u, p);
        let k2 = rate(ahead(u, 0.0005, k1), p);
        let k3 = rate(ahead(u, 0.0005, k2), p);
        let k4 = rate(ahead(u, 0.001, k3), p);
        for i in 0..2 {
            u[i] += (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]) * (0.001 / 6.0);
        }
    }
    u[0] + u[1]
}

/// One step, which keeps the parameters.
#[exp(adjoint)]
pub fn lotka_volterra_step(x: [f64; 6]) -> [f64; 6] {
    let u = [x[0], x[1]];
    let p = [x[2], x[3], x[4], x[5]];
    let k1 = rate(u, p);
    let k2 = rate(ahead(u, 0.0005, k1), p);
    let k3 = rate(ahead(u, 0.0005, k2), p);
    let k4 = rate(ahead(u, 0.001, k3), p);
    [
        u[0] + (k1[0] + 2.0 * k2[0] + 2.0 * k3[0] + k4[0]) * (0.001 / 6.0),
        u[1] + (k1[1] + 2.0 * k2[1] + 2.0 * k3[1] + k4[1]) * (0.001 / 6.0),
        p[0],
        p[1],
        p[2],
        p[3],
    ]
}

pub const LOTKA_VOLTERRA_POINT: [f64; 6] = [1.0, 1.0, 1.1, 0.4, 0.1, 0.4];
