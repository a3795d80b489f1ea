//! Custom rules: functions whose derivative is given and not taken from their code.
//!
//! * A neuron's activation, with a derivative that does not overflow.
//! * The pressure of the air, from a table of measurements.
//! * A simulation over floats only.
//!
//! Each rule holds in all modes and orders, here in a gradient, a Hessian and a third derivative.

use ad::prelude::*;
use ad::rule::with_jvp;
use ad::{call, hessian, rule};

// Better numerics: by its code, the derivative of ln (1 + eˣ) would be ∞/∞ for large x.

rule! {
    /// ln (1 + eˣ)
    fn softplus(x) = x.max(0.0) + (-x.abs()).exp().ln_1p();
    partial x = logistic(x);
}

/// The rule's derivative is an ordinary `#[exp]` function.
#[exp]
fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[exp]
fn naive(x: f64) -> f64 {
    (1.0 + x.exp()).ln()
}

#[exp]
fn neuron(weight: f64, bias: f64, #[fixed] input: f64) -> f64 {
    softplus(weight * input + bias)
}

// Code that cannot be differentiated: a table, which the rule borrows.

/// The air pressure of the standard atmosphere: an altitude in km, and hPa.
const PRESSURE: [(f64, f64); 7] = [
    (0.0, 1013.25),
    (1.0, 898.75),
    (2.0, 794.95),
    (3.0, 701.09),
    (4.0, 616.40),
    (5.0, 540.20),
    (6.0, 471.81),
];

/// Where `x` lies between the two middle ones of four points of the table, from 0 to 1, and their values.
fn neighbours(table: &[(f64, f64)], x: f64) -> (f64, [f64; 4]) {
    let next = table.partition_point(|(at, _)| *at <= x).clamp(2, table.len() - 2);
    (x - table[next - 1].0, std::array::from_fn(|i| table[next + i - 2].1))
}

rule! {
    /// The table at x: the cubic through four points.
    fn interpolate<'a>[table: &'a [(f64, f64)]](x) = {
        let (t, [a, b, c, d]) = neighbours(table, x);
        let (p, q) = ((t + 1.0) * (t - 2.0) / 2.0, t * (t - 1.0) / 6.0);
        -q * (t - 2.0) * a + p * (t - 1.0) * b - p * t * c + q * (t + 1.0) * d
    };
    partial x = slope(table, x);
}

rule! {
    /// The slope of the table at x. It is continuous, whereas the slope of the cubics jumps at each point of the table.
    fn slope<'a>[table: &'a [(f64, f64)]](x) = {
        let (t, [a, b, c, d]) = neighbours(table, x);
        0.5 * ((1.0 - t) * (c - a) + t * (d - b))
    };
    partial x = curvature(table, x);
}

rule! {
    /// The slope of the slope, which is constant between two points.
    fn curvature<'a>[table: &'a [(f64, f64)]](x) = {
        let (_, [a, b, c, d]) = neighbours(table, x);
        0.5 * (d - c - b + a)
    };
    partial x = N::natural(0);
}

/// The lift of a balloon whose volume grows as the pressure falls, less its weight.
#[exp]
fn lift(#[fixed] table: &[(f64, f64)], altitude: f64, leak: f64) -> f64 {
    let pressure = interpolate(table, altitude) / 1013.25;
    pressure.powf(0.19) - leak * altitude
}

// Any shape: a rule as a directional derivative.

/// A "simulation": the temperatures in a rod after relaxation, from those of its ends. It uses floats only, and iterates some
/// hundred times.
fn simulate(ends: &[f64; 2]) -> Vec<f64> {
    let mut rod = [ends[0], 0.0, 0.0, 0.0, ends[1]];
    for _ in 0..200 {
        for i in 1..4 {
            rod[i] = f64::midpoint(rod[i - 1], rod[i + 1]);
        }
    }
    rod.to_vec()
}

/// The simulation's derivative: it is linear, and so is the temperature between the ends.
#[exp]
fn simulate_jvp(ends: [f64; 2], change: [f64; 2]) -> Vec<f64> {
    let _ = ends;
    (0..5u32).map(|i| change[0] + (change[1] - change[0]) * (i as f64 / 4.0)).collect()
}

/// The energy that the rod radiates.
#[exp]
fn radiation(ends: [f64; 2]) -> f64 {
    with_jvp(simulate, SimulateJvp).at(ends).into_iter().map(|t| t.powi(4)).sum::<f64>()
}

fn main() {
    println!("d/dx ln (1 + exp x) at 1000: {} by its code", forward::diff(Naive).at(1000.0));
    let neuron = Neuron { input: 2.0 };
    println!("a neuron's gradient, far out: {:?}", stack::grad(neuron).at((500.0, 1.0)));
    println!("and its Hessian, at (0, 0): {:?}", hessian(neuron).at((0.0, 0.0)));

    let lift = Lift { table: &PRESSURE };
    let (value, gradient) = call::value_and_grad(&lift, &(2.5, 0.01));
    println!("lift at 2.5 km: {value:.4}, its gradient ({:.4}, {:.2})", gradient.0, gradient.1);

    println!("radiation: {:.1?}", stack::value_and_grad(Radiation).at([2.0, 3.0]));
    println!("its Hessian: {:.1?}", hessian(Radiation).at([2.0, 3.0]));
    let third = stack::jacobian(hessian(Radiation)).at([2.0, 3.0]);
    // Σ 24 t (1 - s)³ for t = 2 + s at s = 0, ¼, …, 1
    let expected: f64 =
        (0..5).map(|i| f64::from(i) / 4.0).map(|s| 24.0 * (2.0 + s) * (1.0 - s).powi(3)).sum();
    assert!((third[0][0][0] - expected).abs() < 1e-9);
    println!("its third derivative by the left end: {:.4}", third[0][0][0]);
}
