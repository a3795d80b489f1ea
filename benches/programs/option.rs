//! The price of an option by F. Black and M. Scholes.

use ad::prelude::*;
use ad::special::normal_cdf;

/// A call option with this strike, by spot price, rate, volatility and time.
#[exp(adjoint, name = OptionPrice)]
pub fn option_price(#[fixed] strike: f64, spot: f64, rate: f64, volatility: f64, time: f64) -> f64 {
    let width = volatility * time.sqrt();
    let d = ((spot / strike).ln() + (rate + 0.5 * volatility * volatility) * time) / width;
    spot * normal_cdf(d) - strike * (-rate * time).exp() * normal_cdf(d - width)
}

/// The same without an adjoint program.
#[exp(name = RecordedOptionPrice)]
pub fn recorded_option_price(#[fixed] strike: f64, spot: f64, rate: f64, volatility: f64, time: f64) -> f64 {
    option_price(strike, spot, rate, volatility, time)
}
