//! The Greeks of a European option: every first and second derivative of the formula of F. Black and M. Scholes
//! (1973), from the formula alone.
//!
//! Δ, ν, Θ and ρ are its gradient; Γ, vanna and volga are entries of its Hessian. The numbers are those of J. Hull, *Options,
//! Futures, and Other Derivatives* (S = 42, K = 40, r = 10 %, σ = 20 %, T = ½: the call costs 4.76). Each Greek is compared with
//! its closed form.

use std::f64::consts::{PI, SQRT_2};

use ad::prelude::*;
use ad::{call, special};

/// The parameters of an option's price.
#[exp]
#[derive(Clone, Copy, Debug)]
struct Market {
    spot: f64,
    volatility: f64,
    rate: f64,
    maturity: f64,
}

#[exp]
fn normal_cdf(x: f64) -> f64 {
    special::erfc(-x / SQRT_2) / 2.0
}

#[exp]
fn d1_d2(market: Market<f64>, #[fixed] strike: f64) -> (f64, f64) {
    let Market { spot, volatility, rate, maturity } = market;
    let deviation = volatility * maturity.sqrt();
    let d1 = ((spot / strike).ln() + (rate + volatility * volatility / 2.0) * maturity) / deviation;
    (d1, d1 - deviation)
}

/// The price of a call.
#[exp]
fn call_price(market: Market<f64>, #[fixed] strike: f64) -> f64 {
    let (d1, d2) = d1_d2(market, strike);
    let discount = (-market.rate * market.maturity).exp();
    market.spot * normal_cdf(d1) - strike * discount * normal_cdf(d2)
}

fn main() {
    let strike = 40.0;
    let market = Market { spot: 42.0, volatility: 0.2, rate: 0.1, maturity: 0.5 };
    let (price, gradient, hessian) = call::value_grad_hessian(&CallPrice { strike }, &market);
    println!("the call costs {price:.4}");
    assert!((price - 4.76).abs() < 0.005);

    let Market { spot, volatility, rate, maturity } = market;
    let (d1, d2) = d1_d2(market, strike);
    let density = (-d1 * d1 / 2.0).exp() / (2.0 * PI).sqrt();
    let root = maturity.sqrt();
    let discounted = strike * (-rate * maturity).exp() * normal_cdf(d2);
    let vega = spot * density * root;
    let greeks = [
        ("delta  ∂C/∂S", gradient.spot, normal_cdf(d1)),
        ("vega   ∂C/∂σ", gradient.volatility, vega),
        ("rho    ∂C/∂r", gradient.rate, discounted * maturity),
        ("theta -∂C/∂T", -gradient.maturity, -spot * density * volatility / (2.0 * root) - rate * discounted),
        ("gamma  ∂²C/∂S²", hessian.spot.spot, density / (spot * volatility * root)),
        ("vanna  ∂²C/∂S∂σ", hessian.spot.volatility, -density * d2 / volatility),
        ("volga  ∂²C/∂σ²", hessian.volatility.volatility, vega * d1 * d2 / volatility),
    ];
    for (name, greek, closed_form) in greeks {
        println!("{name:15} = {greek:9.5}");
        assert!(
            (greek - closed_form).abs() < 1e-11 * closed_form.abs().max(1.0),
            "{name}: {greek}, {closed_form}"
        );
    }
    assert!((hessian.spot.volatility - hessian.volatility.spot).abs() < 1e-14);
}
