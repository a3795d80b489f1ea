//! x² and its derivative.

use ad::prelude::*;

#[exp]
pub fn square(x: f64) -> f64 {
    x * x
}

/// The derivative of [`square`].
pub fn double(x: f64) -> f64 {
    call::diff(&Square, &x)
}
