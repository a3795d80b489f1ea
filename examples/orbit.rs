//! A satellite's orbit and its state transition matrix, from a potential.
//!
//! Two bodies. The acceleration is minus the gradient of the potential, and only the potential is written. The fourth-order
//! symplectic method of H. Yoshida (1990) propagates the orbit. The Jacobian of the propagated state, the state transition matrix
//! Φ of flight dynamics, has a closed form after one period. The orbit closes for every start, y(T(y₀); y₀) = y₀, so that Φ = I -
//! ẏ ⊗ ∇T, where T = 2π √(a³/μ). It is also symplectic: ΦᵀJΦ = J. Units are 1000 km and 1000 s.

use std::f64::consts::PI;

use ad::call;
use ad::prelude::*;

/// The Earth's gravitational parameter (EGM96).
const MU: f64 = 398.600_441_8;
const STEPS: usize = 1500;

#[exp]
fn potential(r: [f64; 3]) -> f64 {
    -MU / (r[0] * r[0] + r[1] * r[1] + r[2] * r[2]).sqrt()
}

#[exp]
fn energy(r: [f64; 3], v: [f64; 3]) -> f64 {
    (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2.0 + potential(r)
}

/// The time of one revolution.
#[exp]
fn period(r: [f64; 3], v: [f64; 3]) -> f64 {
    let semi_major_axis = -MU / (2.0 * energy(r, v));
    2.0 * PI * (semi_major_axis.powi(3) / MU).sqrt()
}

/// Position and velocity later.
#[exp]
fn propagate(r: [f64; 3], v: [f64; 3], #[fixed] duration: f64) -> ([f64; 3], [f64; 3]) {
    let (mut r, mut v) = (r, v);
    // Three leapfrog steps, one of them backwards, cancel the error of third order.
    let outer = 1.0 / (2.0 - 2f64.cbrt());
    for _ in 0..STEPS {
        for fraction in [outer, 1.0 - 2.0 * outer, outer] {
            let h = fraction * duration / STEPS as f64;
            for i in 0..3 {
                r[i] += h / 2.0 * v[i];
            }
            let gradient = forward::jacobian(Potential).at(r);
            for i in 0..3 {
                v[i] -= h * gradient[i];
                r[i] += h / 2.0 * v[i];
            }
        }
    }
    (r, v)
}

/// Φ as rows of six.
fn transition(r: [f64; 3], v: [f64; 3], duration: f64) -> [[f64; 6]; 6] {
    let (r_rows, v_rows) = call::jacobian(&Propagate { duration }, &(r, v));
    let ([a, b, c], [d, e, f]) = (r_rows.map(flat), v_rows.map(flat));
    [a, b, c, d, e, f]
}

fn flat((r, v): ([f64; 3], [f64; 3])) -> [f64; 6] {
    [r[0], r[1], r[2], v[0], v[1], v[2]]
}

/// For printing: 0 in place of rounding errors.
fn no_noise(x: f64) -> f64 {
    if x.abs() < 1e-6 { 0.0 } else { x }
}

fn main() {
    // Perigee at 7000 km, eccentricity 0.2, inclination 30°.
    let speed = (MU * 1.2 / 7.0).sqrt();
    let (sin, cos) = 30_f64.to_radians().sin_cos();
    let (r, v) = ([7.0, 0.0, 0.0], [0.0, speed * cos, speed * sin]);

    let duration = period(r, v);
    println!("one revolution takes {:.3} minutes", duration * 1000.0 / 60.0);
    let end = propagate(r, v, duration);
    println!("after it, the satellite is at {:.6?}", end.0.map(no_noise));
    for (end, start) in flat(end).into_iter().zip(flat((r, v))) {
        assert!((end - start).abs() < 1e-6);
    }

    let phi = transition(r, v, duration);
    let acceleration = call::grad(&Potential, &r).map(|d| -d);
    let slope = flat((v, acceleration));
    let by_start = flat(call::grad(&Period, &(r, v)));
    println!("state transition matrix:");
    for (i, row) in phi.iter().enumerate() {
        println!("  {:9.3?}", row.map(no_noise));
        for (j, entry) in row.iter().enumerate() {
            let closed_form = f64::from(i == j) - slope[i] * by_start[j];
            assert!((entry - closed_form).abs() < 1e-4, "Φ[{i}][{j}] = {entry}, closed form {closed_form}");
        }
    }

    // ΦᵀJΦ = J, where J takes (r, v) to (v, -r).
    for i in 0..6 {
        for j in 0..6 {
            let form: f64 = (0..3).map(|k| phi[k][i] * phi[k + 3][j] - phi[k + 3][i] * phi[k][j]).sum();
            let canonical = f64::from(i + 3 == j) - f64::from(j + 3 == i);
            assert!((form - canonical).abs() < 1e-8, "{form} {canonical}");
        }
    }
}
