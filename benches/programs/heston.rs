//! The price of an option under stochastic volatility, by S. Heston, as a mean over random paths.

use ad::prelude::*;

use super::Random;

/// A path: two random numbers of mean 0 and variance 1 for each step.
#[derive(Clone)]
pub struct HestonPath(pub Vec<[f64; 2]>);

pub fn heston_paths(paths: usize, steps: usize) -> Vec<HestonPath> {
    let mut random = Random::new();
    let mut next = || random.next() * 3f64.sqrt();
    (0..paths).map(|_| HestonPath((0..steps).map(|_| [next(), next()]).collect())).collect()
}

/// The payoff on one path, with the volatility of the start, its speed of reversion, its mean, its volatility, and the correlation.
#[exp(adjoint)]
pub fn heston_payoff(#[fixed] path: &HestonPath, p: [f64; 5]) -> f64 {
    let [start, speed, mean, volatility, correlation] = p;
    let time: f64 = 1.0 / 100.0;
    let root = 0.1;
    let other = (1.0 - correlation * correlation).sqrt();
    let mut v = start;
    let mut log = 0.0;
    for normal in &path.0 {
        let (a, b) = (normal[0], normal[1]);
        let positive = v.max(0.0);
        let sigma = positive.sqrt() * root;
        log += sigma * a - 0.5 * positive * time;
        v += speed * (mean - positive) * time + volatility * sigma * (correlation * a + other * b);
    }
    (log.exp() - 1.0).max(0.0)
}

pub const HESTON_POINT: [f64; 5] = [0.04, 1.5, 0.05, 0.3, -0.6];
