//! A double pendulum from its Lagrangian, without equations of motion by hand.
//!
//! Euler and Lagrange: d/dt ∂L/∂q̇ = ∂L/∂q, that is, M q̈ = ∂L/∂q - (∂²L/∂q̇∂q) q̇ with the mass matrix M = ∂²L/∂q̇². The
//! expression of the acceleration contains the gradient and the Hessian of L, at the current state. `given` holds the lengths of
//! the rods, which L captures, constant there. The whole trajectory is then differentiated again, with respect to those lengths
//! and to the start. The accelerations are checked against the formula of textbooks, the derivatives against differences, and the
//! energy is conserved.

use ad::call;
use ad::prelude::*;
use ad::{Given, hessian};

const GRAVITY: f64 = 9.81;
const STEP: f64 = 1e-3;

/// Kinetic minus potential energy of two equal masses, per mass, for angles q from the vertical.
#[exp]
fn lagrangian(lengths: [f64; 2], q: [f64; 2], v: [f64; 2]) -> f64 {
    let [x, y] = [lengths[0] * v[0], lengths[1] * v[1]];
    let kinetic = x * x + y * y / 2.0 + x * y * (q[0] - q[1]).cos();
    let potential = -GRAVITY * (2.0 * lengths[0] * q[0].cos() + lengths[1] * q[1].cos());
    kinetic - potential
}

/// q̈, by solving the equations of Euler and Lagrange.
#[exp]
fn acceleration(lengths: [f64; 2], q: [f64; 2], v: [f64; 2]) -> [f64; 2] {
    let (force, _) = stack::grad(Lagrangian.given(lengths)).at((q, v));
    // The rows of the Hessian that belong to q̇; in each, the part that belongs to q, and that to q̇.
    let (_, [(c0, m0), (c1, m1)]) = hessian(Lagrangian.given(lengths)).at((q, v));
    let right = [force[0] - c0[0] * v[0] - c0[1] * v[1], force[1] - c1[0] * v[0] - c1[1] * v[1]];
    let determinant = m0[0] * m1[1] - m0[1] * m1[0];
    [(right[0] * m1[1] - m0[1] * right[1]) / determinant, (m0[0] * right[1] - right[0] * m1[0]) / determinant]
}

/// Angles and their rates after some steps of the midpoint rule, from rest.
#[exp]
fn swing(lengths: [f64; 2], q: [f64; 2], steps: usize) -> ([f64; 2], [f64; 2]) {
    let (mut q, mut v) = (q, [0.0, 0.0]);
    for _ in 0..steps {
        let a = acceleration(lengths, q, v);
        let half_v = along(v, STEP / 2.0, a);
        let a = acceleration(lengths, along(q, STEP / 2.0, v), half_v);
        (q, v) = (along(q, STEP, half_v), along(v, STEP, a));
    }
    (q, v)
}

#[exp]
fn along(x: [f64; 2], #[fixed] h: f64, slope: [f64; 2]) -> [f64; 2] {
    [x[0] + h * slope[0], x[1] + h * slope[1]]
}

/// Kinetic plus potential energy: v · ∂L/∂v - L.
#[exp]
fn energy(lengths: [f64; 2], q: [f64; 2], v: [f64; 2]) -> f64 {
    let (_, momentum) = stack::grad(Lagrangian.given(lengths)).at((q, v));
    v[0] * momentum[0] + v[1] * momentum[1] - lagrangian(lengths, q, v)
}

/// The accelerations as textbooks have them, for equal masses.
fn textbook([l1, l2]: [f64; 2], [q1, q2]: [f64; 2], [w1, w2]: [f64; 2]) -> [f64; 2] {
    let (sin, cos) = (q1 - q2).sin_cos();
    let d = 3.0 - (2.0 * (q1 - q2)).cos();
    let spin = w2 * w2 * l2 + w1 * w1 * l1 * cos;
    let a1 = -3.0 * GRAVITY * q1.sin() - GRAVITY * (q1 - 2.0 * q2).sin() - 2.0 * sin * spin;
    let a2 = 2.0 * sin * (2.0 * w1 * w1 * l1 + 2.0 * GRAVITY * q1.cos() + w2 * w2 * l2 * cos);
    [a1 / (l1 * d), a2 / (l2 * d)]
}

fn main() {
    let lengths = [1.0, 0.7];
    let (q, v) = ([0.9, 0.4], [0.5, -1.1]);
    let (found, expected) = (acceleration(lengths, q, v), textbook(lengths, q, v));
    println!("at the angles {q:?} with rates {v:?}, the accelerations are {found:.6?}");
    assert!((found[0] - expected[0]).abs() < 1e-12 && (found[1] - expected[1]).abs() < 1e-12);

    let steps = 500;
    let (end, rates) = swing(lengths, q, steps);
    let drift = energy(lengths, end, rates) - energy(lengths, q, [0.0, 0.0]);
    println!("half a second after release, the angles are {end:.6?}; the energy has drifted by {drift:.1e}");
    assert!(drift.abs() < 1e-4);

    let ([row, _], _) = call::jacobian(&Swing { steps }, &(lengths, q));
    println!("the first angle changes with the lengths by {:.5?}, with the start by {:.5?}", row.0, row.1);
    let h = 1e-5;
    let longer = swing([lengths[0], lengths[1] + h], q, steps).0;
    let shorter = swing([lengths[0], lengths[1] - h], q, steps).0;
    assert!((row.0[1] - (longer[0] - shorter[0]) / (2.0 * h)).abs() < 1e-7);
}
