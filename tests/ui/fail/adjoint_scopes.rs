//! Attributes and items inside of a body that two sweeps cannot have, and too many conditions.

#![allow(unexpected_cfgs)]

use ad::prelude::*;

mod factors {
    pub const K: f64 = 2.0;
}

#[exp(adjoint)]
fn imported(x: f64) -> f64 {
    let y = {
        use factors::*;
        x * K
    };
    y * x
}

#[exp(adjoint)]
fn named_in_text(x: f64) -> f64 {
    if x > 0.0 {
        const LIMIT: usize = 2;
        println!("{LIMIT}");
    }
    x * x
}

#[exp(adjoint)]
fn traced(x: f64) -> f64 {
    #[cfg_attr(any(), trace)]
    let y = x * x;
    y * x
}

#[exp]
fn conditional(x: f64) -> f64 {
    #[cfg(feature = "a")]
    let x = x * x;
    #[cfg(feature = "b")]
    let x = x * x;
    #[cfg(feature = "c")]
    let x = x * x;
    #[cfg(feature = "d")]
    let x = x * x;
    #[cfg(feature = "e")]
    let x = x * x;
    x
}

fn main() {}
