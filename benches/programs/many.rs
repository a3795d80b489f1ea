//! Programs whose gradient is wanted at many points.

use ad::prelude::*;
use ad::special;
use ad::special::normal_cdf;

/// A rational recurrence: a chain of divisions.
#[exp(adjoint)]
pub fn recurrence(n: usize, x: [f64; 3]) -> f64 {
    let mut y = x[0];
    for _ in 0..n {
        y = (x[1] * y + 1.0) / (y * y + x[2]);
    }
    y
}

/// The price of a call by F. Black and M. Scholes, by spot price, strike, rate, volatility and time.
#[exp(adjoint)]
pub fn black_scholes(spot: f64, strike: f64, rate: f64, volatility: f64, time: f64) -> f64 {
    let width = volatility * time.sqrt();
    let d = ((spot / strike).ln() + (rate + 0.5 * volatility * volatility) * time) / width;
    spot * normal_cdf(d) - strike * (-rate * time).exp() * normal_cdf(d - width)
}

/// The discounted payoff of a call on one path of S. Heston's model, of which `noise` has two normal numbers a step. The parameters are
/// the spot price, the variance at first, its mean, the speed of return, and the volatility of the variance.
#[exp(adjoint)]
pub fn heston(noise: &[f64], parameters: [f64; 5]) -> f64 {
    let [spot, first, mean, speed, volatility] = parameters;
    let steps = noise.len() / 2;
    let h = 1.0 / steps as f64;
    let mut price = spot;
    let mut variance = first;
    for i in 0..steps {
        let v = variance.max(0.0);
        let root = (v * h).sqrt();
        let a = noise[2 * i];
        let b = -0.7 * a + 0.714 * noise[2 * i + 1];
        price *= (-0.5 * v * h + root * a).exp();
        variance += speed * (mean - v) * h + volatility * root * b;
    }
    (price - 1.0).max(0.0)
}

/// The contribution of one datum to the likelihood of a Gaussian mixture: see `gmm_point`.
#[exp(adjoint)]
pub fn gmm_datum(
    d: usize,
    k: usize,
    point: &[f64],
    logarithms: &[f64],
    diagonals: &[f64],
    mu: &[f64],
    l: &[f64],
) -> f64 {
    let below = d * (d - 1) / 2;
    let mut terms = vec![0.0; k];
    let mut z = vec![0.0; d];
    let mut w = vec![0.0; d];
    for c in 0..k {
        for i in 0..d {
            z[i] = point[i] - mu[c * d + i];
            w[i] = diagonals[c * d + i] * z[i];
        }
        let mut p = c * below;
        for i in 0..d {
            for j in i + 1..d {
                w[j] += l[p] * z[i];
                p += 1;
            }
        }
        let mut square = 0.0;
        for i in 0..d {
            square += w[i] * w[i];
        }
        terms[c] = logarithms[c] - 0.5 * square;
    }
    special::log_sum_exp(&terms)
}

/// J. Kepler's equation E - e·sin E = M by Newton's method to convergence, and a coordinate of the planet, with a branch.
#[exp(adjoint)]
pub fn kepler(x: [f64; 2]) -> f64 {
    let [mean, eccentricity] = x;
    let mut anomaly = mean;
    loop {
        let step = (anomaly - eccentricity * anomaly.sin() - mean) / (1.0 - eccentricity * anomaly.cos());
        anomaly -= step;
        if step.abs() < 1e-12 {
            break;
        }
    }
    if anomaly > 1.5 { anomaly.cos() - eccentricity } else { anomaly * anomaly }
}
