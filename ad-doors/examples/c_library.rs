//! A library for C: an orbit, a chain and a product. `tests/orbit.c` calls it.

use ad::prelude::*;

/// The distance of a body from its sun, by Kepler's equation.
#[exp(adjoint)]
fn distance(anomaly: f64, eccentricity: f64) -> f64 {
    let mut e = anomaly;
    loop {
        let step = (e - eccentricity * e.sin() - anomaly) / (1.0 - eccentricity * e.cos());
        e -= step;
        if step.abs() < 1e-13 {
            break;
        }
    }
    1.0 - eccentricity * e.cos()
}

/// The sum of the products of neighbours.
#[exp(adjoint)]
fn chain(x: &[f64]) -> f64 {
    assert!(x.len() > 1, "a chain has two links");
    x.windows(2).map(|w| w[0] * w[1] * w[1]).sum()
}

/// The products of neighbours.
#[exp(adjoint)]
fn products(x: &[f64]) -> Vec<f64> {
    x.windows(2).map(|w| w[0] * w[1]).collect()
}

ad_doors::export! {
    distance = Distance, anomaly: "rad", eccentricity: 0.0..1.0;
    chain = Chain;
    products = Products;
}
