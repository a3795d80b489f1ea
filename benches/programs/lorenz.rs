//! The Lorenz system.

use ad::prelude::*;

/// The right-hand side of the system of E. Lorenz.
#[exp(adjoint)]
pub fn lorenz_rate(u: [f64; 3], p: [f64; 3]) -> [f64; 3] {
    let [x, y, z] = u;
    let [sigma, rho, beta] = p;
    [sigma * (y - x), x * (rho - z) - y, x * y - beta * z]
}

/// u + h·k
#[exp(adjoint)]
pub fn lorenz_ahead(u: [f64; 3], h: f64, k: [f64; 3]) -> [f64; 3] {
    [u[0] + h * k[0], u[1] + h * k[1], u[2] + h * k[2]]
}

/// The sum of the coordinates after `n` steps of the classical Runge–Kutta method, from the first three numbers, with the other
/// three as parameters.
#[exp(adjoint)]
pub fn lorenz(steps: usize, x: [f64; 6]) -> f64 {
    let mut u = [x[0], x[1], x[2]];
    let p = [x[3], x[4], x[5]];
    for _ in 0..steps {
        let k1 = lorenz_rate(u, p);
        let k2 = lorenz_rate(lorenz_ahead(u, 0.00005, k1), p);
        let k3 = lorenz_rate(lorenz_ahead(u, 0.00005, k2), p);
        let k4 = lorenz_rate(lorenz_ahead(u, 0.0001, k3), p);
        for i in 0..3 {
            u[i] += (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]) * (0.0001 / 6.0);
        }
    }
    u[0] + u[1] + u[2]
}

/// The same by the method of Euler.
#[exp(adjoint, name = LorenzByEuler)]
pub fn lorenz_by_euler(steps: usize, x: [f64; 6]) -> f64 {
    let (mut a, mut b, mut c) = (x[0], x[1], x[2]);
    for _ in 0..steps {
        let da = x[3] * (b - a);
        let db = a * (x[4] - c) - b;
        let dc = a * b - x[5] * c;
        a += 0.0001 * da;
        b += 0.0001 * db;
        c += 0.0001 * dc;
    }
    a + b + c
}

pub const LORENZ_POINT: [f64; 6] = [1.0, 1.0, 1.0, 10.0, 28.0, 8.0 / 3.0];
