//! Newton's method, without derivatives by hand.
//!
//! * The root of a function: J. Wallis' equation of 1685, on which Newton's method was first published.
//! * The minimum of a function, which is the root of its derivative. So Newton's method differentiates a derivative. The example
//!   is the bond length of argon in the potential of J. Lennard-Jones, 1924. The closed form of this length is 2^(1/6) σ.
//! * A root *inside* an expression, which is differentiated with respect to a parameter.

use ad::prelude::*;
use ad::{Exp, Given, Signature, call, forward::Forward};

/// x³ - 2x - 5
#[exp]
fn wallis(x: f64) -> f64 {
    x.powi(3) - 2.0 * x - 5.0
}

/// The energy of two atoms of argon (in K, at a distance in Å).
#[exp]
fn lennard_jones(r: f64) -> f64 {
    let (epsilon, sigma) = (119.8, 3.405);
    let s6 = (sigma / r).powi(6);
    4.0 * epsilon * (s6 * s6 - s6)
}

/// Where `f` is 0: an expression goes in, a number comes out.
fn newton<E>(f: &E, start: f64) -> f64
where
    E: Signature<In = f64, Out = f64> + for<'t> Exp<Forward<'t, F64>>,
{
    let mut x = start;
    for _ in 0..50 {
        let (y, slope) = call::jvp(f, &x, &1.0);
        let step = y / slope;
        x -= step;
        if step.abs() < 1e-12 * x.abs() {
            break;
        }
    }
    x
}

/// J. Kepler's equation: 0 where E is the eccentric anomaly that belongs to (M, e).
#[exp]
fn kepler((mean, eccentricity): (f64, f64), anomaly: f64) -> f64 {
    anomaly - eccentricity * anomaly.sin() - mean
}

/// Its solution by Newton's method: `given` holds (M, e) constant in the inner derivative, and only there.
#[exp]
fn eccentric_anomaly(mean: f64, eccentricity: f64) -> f64 {
    let orbit = (mean, eccentricity);
    let slope = forward::diff(Kepler.given(orbit));
    let mut anomaly = mean;
    for _ in 0..10 {
        anomaly -= kepler(orbit, anomaly) / slope.at(anomaly);
    }
    anomaly
}

fn main() {
    let root = newton(&Wallis, 2.0);
    println!("x³ - 2x - 5 = 0              at x = {root:.12}");
    assert!((root - 2.094_551_481_542_326_5).abs() < 1e-15);

    let bond = newton(&forward::diff(LennardJones), 3.5);
    println!("two argon atoms rest         at r = {bond:.12} Å");
    assert!((bond - 3.405 * 2.0_f64.powf(1.0 / 6.0)).abs() < 1e-14);

    let (mean, e) = (1.0, 0.3);
    let anomaly = eccentric_anomaly(mean, e);
    let (by_mean, by_e) = call::grad(&EccentricAnomaly, &(mean, e));
    println!("E(M, e)                      = {anomaly:.12}, ∂E/∂M = {by_mean:.9}, ∂E/∂e = {by_e:.9}");
    // By the theorem of implicit functions:
    assert!((by_mean - 1.0 / (1.0 - e * anomaly.cos())).abs() < 1e-14);
    assert!((by_e - anomaly.sin() / (1.0 - e * anomaly.cos())).abs() < 1e-14);
}
