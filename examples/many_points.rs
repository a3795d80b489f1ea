//! Many points at once: the Greeks of a book of options, and path-wise derivatives of a Monte Carlo price.
//!
//! Each gradient is computed one point at a time and in lanes, and the bits are compared. With a number as its argument, the example
//! uses that many options and paths, and prints times: `cargo run --release --example many_points 100000`. With the feature `rayon`
//! it also uses all processors.
//!
//! Sources: F. Black and M. Scholes, 1973; S. Heston, *A closed-form solution for options with stochastic volatility*, 1993.

#![allow(clippy::cast_precision_loss, reason = "the numbers are small")]

use std::time::Instant;

use ad::prelude::*;
use ad::special::normal_cdf;
use ad::{Columns, Many, Same};

/// The price of a call.
#[exp(adjoint)]
fn call_price(spot: f64, strike: f64, rate: f64, volatility: f64, maturity: f64) -> f64 {
    let deviation = volatility * maturity.sqrt();
    let d = ((spot / strike).ln() + (rate + 0.5 * volatility * volatility) * maturity) / deviation;
    spot * normal_cdf(d) - strike * (-rate * maturity).exp() * normal_cdf(d - deviation)
}

/// The payoff of a call with the strike 1, at the end of a path of the price with random variance. `noise` has two numbers a step.
#[exp(adjoint)]
fn payoff(noise: &[f64], spot: f64, variance: f64, mean: f64, speed: f64, volatility: f64) -> f64 {
    let steps = noise.len() / 2;
    let h = 1.0 / steps as f64;
    let (mut price, mut v) = (spot, variance);
    for i in 0..steps {
        let positive = v.max(0.0);
        let root = (positive * h).sqrt();
        price *= (root * noise[2 * i] - 0.5 * positive * h).exp();
        v += speed * (mean - positive) * h
            + volatility * root * (0.714 * noise[2 * i + 1] - 0.7 * noise[2 * i]);
    }
    (price - 1.0).max(0.0)
}

/// A generator of pseudo-random numbers in [0, 1): G. Marsaglia, *Xorshift RNGs*, 2003.
struct Random(u64);

impl Random {
    fn uniform(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 12) as f64 / (1u64 << 52) as f64
    }

    /// The sum of twelve uniform numbers is close enough to a normal one.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0
    }
}

/// The result of `f`, and its time if times are wanted.
fn timed<R>(times: bool, name: &str, f: impl FnOnce() -> R) -> R {
    let start = Instant::now();
    let result = f();
    if times {
        println!("  {name:<24}{:>10.1} ms", start.elapsed().as_secs_f64() * 1e3);
    }
    result
}

fn main() {
    let argument = std::env::args().nth(1).map(|n| n.parse().expect("a number of points"));
    let (times, n): (bool, usize) = (argument.is_some(), argument.unwrap_or(1000));
    let mut random = Random(0x9e37_79b9_7f4a_7c15);

    // A book of options: spot, strike, rate, volatility, maturity.
    let book: Vec<(f64, f64, f64, f64, f64)> = (0..n)
        .map(|_| {
            let mut between = |low: f64, high: f64| low + (high - low) * random.uniform();
            (100.0, between(80.0, 120.0), between(0.0, 0.05), between(0.1, 0.4), between(0.1, 2.0))
        })
        .collect();
    println!("the Greeks of {n} options");
    let greeks = Many::new(reverse::value_and_grad(CallPrice));
    let alone = timed(times, "one by one", || greeks.clone().one_by_one().values(&book));
    let lanes = timed(times, "8 lanes", || greeks.values(&book));
    let close = timed(times, "8 lanes, vectorized", || greeks.clone().vectorized().values(&book));
    #[cfg(feature = "rayon")]
    assert_eq!(timed(times, "8 lanes, all processors", || greeks.values_in_parallel(&book)), alone);
    assert_eq!(lanes, alone);
    assert!(lanes.iter().zip(&close).all(|(a, b)| (a.1.0 - b.1.0).abs() < 1e-13));
    let delta: f64 = lanes.iter().map(|(_, gradient)| gradient.0).sum();
    let vega: f64 = lanes.iter().map(|(_, gradient)| gradient.3).sum();
    println!("delta {:.6}, vega {:.4} an option", delta / n as f64, vega / n as f64);

    // Paths of random variance, with a column for each number of the noise.
    let (paths, steps) = (n / 10, 50);
    println!("the price by {paths} paths of {steps} steps, and its derivatives");
    let noise = Columns(
        (0..2 * steps).map(|_| (0..paths).map(|_| random.normal()).collect()).collect::<Vec<Vec<f64>>>(),
    );
    let points = (&noise, &Same(1.0), &Same(0.04), &Same(0.04), &Same(1.5), &Same(0.3));
    let path = Many::new(reverse::value_and_grad_given(Payoff));
    let alone = timed(times, "one by one", || path.clone().one_by_one().values(&points));
    let lanes = timed(times, "8 lanes", || path.values(&points));
    #[cfg(feature = "rayon")]
    assert_eq!(timed(times, "8 lanes, all processors", || path.values_in_parallel(&points)), alone);
    assert_eq!(lanes, alone);
    let mean =
        |f: fn(&(f64, (f64, f64, f64, f64, f64))) -> f64| lanes.iter().map(f).sum::<f64>() / paths as f64;
    println!(
        "price {:.4}, delta {:.4}, by the variance {:.4}",
        mean(|y| y.0),
        mean(|y| y.1.0),
        mean(|y| y.1.1)
    );
}
