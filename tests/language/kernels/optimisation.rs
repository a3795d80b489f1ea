//! Test functions of optimisation.

use crate::kernels::published;
use std::f64::consts::{E, PI};

kernels! {
    /// H. Rosenbrock's valley, 1960, in n dimensions.
    pub fn rosenbrock(x: &[f64]) -> f64 {
        x.windows(2).map(|w| 100.0 * (w[1] - w[0] * w[0]).powi(2) + (1.0 - w[0]).powi(2)).sum()
    }

    /// D. Himmelblau, 1972.
    pub fn himmelblau(x: f64, y: f64) -> f64 {
        (x * x + y - 11.0).powi(2) + (x + y * y - 7.0).powi(2)
    }

    /// D. Ackley, 1987.
    pub fn ackley(x: &[f64]) -> f64 {
        let n = x.len() as f64;
        let squares = x.iter().map(|v| v * v).sum::<f64>();
        let cosines = x.iter().map(|v| (2.0 * PI * v).cos()).sum::<f64>();
        -20.0 * (-0.2 * (squares / n).sqrt()).exp() - (cosines / n).exp() + 20.0 + E
    }

    /// E. Beale, 1958.
    pub fn beale(&[x, y]: &[f64; 2]) -> f64 {
        (1.5 - x + x * y).powi(2) + (2.25 - x + x * y.powi(2)).powi(2) + (2.625 - x + x * y.powi(3)).powi(2)
    }
}

#[test]
fn minima_and_gradients() {
    published(plain::rosenbrock(&[1.0; 5]), 0.0, 0.0);
    compare!(Rosenbrock, |x| rosenbrock(x), at vec![-1.2, 1.0, 0.7, 0.3]);
    published(plain::himmelblau(3.0, 2.0), 0.0, 0.0);
    compare!(Himmelblau, |&(x, y)| himmelblau(x, y), at(0.4, -1.3));
    published(plain::ackley(&[0.0, 0.0]), 0.0, 1e-15);
    compare!(Ackley, |x| ackley(x), at vec![0.5, -1.3, 2.1]);
    published(plain::beale(&[3.0, 0.5]), 0.0, 0.0);
    compare!(Beale, |x| beale(x), at [0.4, -1.3]);
    compare_second!(Rosenbrock, at vec![-1.2, 1.0, 0.7, 0.3]);
}
