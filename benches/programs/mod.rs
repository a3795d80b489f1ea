//! The programs that are timed: plain functions with `#[exp]`, and the data that they are timed on.
//!
//! Gaussian mixture (GMM), bundle adjustment (BA) and LSTM are those of GradBench and ADBench, without constant terms. Data are
//! pseudo-random numbers of a fixed seed.

#![allow(dead_code, unused_imports, unreachable_pub, reason = "not every bench times every program")]
#![allow(
    clippy::needless_range_loop,
    clippy::if_not_else,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "the code is that of the formulas, and the numbers are small"
)]

mod bundle;
mod bundle_adjustment;
mod gmm;
mod heston;
mod layer;
mod lorenz;
mod lotka_volterra;
mod lstm;
mod many;
mod mixture;
mod option;
mod perceptron;
mod quadratic;
mod rnn;
mod rosenbrock;

pub use bundle::*;
pub use bundle_adjustment::*;
pub use gmm::*;
pub use heston::*;
pub use layer::*;
pub use lorenz::*;
pub use lotka_volterra::*;
pub use lstm::*;
pub use many::*;
pub use mixture::*;
pub use option::*;
pub use perceptron::*;
pub use quadratic::*;
pub use rnn::*;
pub use rosenbrock::*;

/// The generator of D. Lehmer, with the multiplier of S. Park and K. Miller.
pub struct Random(u32);

impl Random {
    pub fn new() -> Self {
        Random(31_337)
    }

    /// Uniform in [-1, 1).
    pub fn next(&mut self) -> f64 {
        self.0 = (u64::from(self.0) * 48_271 % 2_147_483_647) as u32;
        f64::from(self.0) / 1_073_741_823.5 - 1.0
    }

    pub fn vec(&mut self, n: usize) -> Vec<f64> {
        (0..n).map(|_| self.next()).collect()
    }
}

/// Data that are not differentiated: points, or a sequence.
#[derive(Clone, Debug)]
pub struct Points(pub Vec<f64>);
