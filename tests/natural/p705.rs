#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod spline {
        pub struct CubicSpline {
            xs: Vec<f64>,
            ys: Vec<f64>,
            second: Vec<f64>,
        }

        /// Thomas algorithm for a tridiagonal system.
        fn solve_tridiagonal(lower: &[f64], diag: &[f64], upper: &[f64], rhs: &[f64]) -> Vec<f64> {
            let n = diag.len();
            let mut c = vec![0.0; n];
            let mut d = vec![0.0; n];
            c[0] = upper[0] / diag[0];
            d[0] = rhs[0] / diag[0];
            for i in 1..n {
                let m = diag[i] - lower[i] * c[i - 1];
                c[i] = upper[i] / m;
                d[i] = (rhs[i] - lower[i] * d[i - 1]) / m;
            }
            for i in (0..n - 1).rev() {
                d[i] -= c[i] * d[i + 1];
            }
            d
        }

        impl CubicSpline {
            pub fn natural(points: &[(f64, f64)]) -> Self {
                let (xs, ys): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
                let n = xs.len();
                let h: Vec<f64> = xs.windows(2).map(|w| w[1] - w[0]).collect();
                let mut lower = vec![0.0; n];
                let mut diag = vec![1.0; n];
                let mut upper = vec![0.0; n];
                let mut rhs = vec![0.0; n];
                for i in 1..n - 1 {
                    lower[i] = h[i - 1];
                    diag[i] = 2.0 * (h[i - 1] + h[i]);
                    upper[i] = h[i];
                    rhs[i] = 6.0 * ((ys[i + 1] - ys[i]) / h[i] - (ys[i] - ys[i - 1]) / h[i - 1]);
                }
                let second = solve_tridiagonal(&lower, &diag, &upper, &rhs);
                CubicSpline { xs, ys, second }
            }

            pub fn eval(&self, x: f64) -> f64 {
                let i = match self.xs.iter().position(|&k| k > x) {
                    Some(0) => 0,
                    Some(k) => k - 1,
                    None => self.xs.len() - 2,
                };
                let h = self.xs[i + 1] - self.xs[i];
                let a = (self.xs[i + 1] - x) / h;
                let b = 1.0 - a;
                a * self.ys[i] + b * self.ys[i + 1]
                    + ((a.powi(3) - a) * self.second[i] + (b.powi(3) - b) * self.second[i + 1]) * h * h / 6.0
            }
        }

        pub fn interpolate(points: &[(f64, f64)], x: f64) -> f64 {
            CubicSpline::natural(points).eval(x)
        }
    }
    pub use spline::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Interpolate;
    let x = (vec![(0.0, 1.0), (1.0, 2.5), (2.2, 0.3), (3.0, 1.7), (4.5, 2.0)], 1.6);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::interpolate(&vec![(0.0, 1.0), (1.0, 2.5), (2.2, 0.3), (3.0, 1.7), (4.5, 2.0)], 1.6));
    ad::testing::check(&e, &x).unwrap();
}
