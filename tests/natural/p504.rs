#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod spline {
        /// Natural cubic spline through the given knots.
        #[derive(Debug, Clone)]
        pub struct CubicSpline {
            xs: Vec<f64>,
            ys: Vec<f64>,
            m: Vec<f64>,
        }

        impl CubicSpline {
            pub fn new(xs: &[f64], ys: &[f64]) -> Self {
                assert_eq!(xs.len(), ys.len());
                let n = xs.len();
                let mut m = vec![0.0; n];
                let mut c = vec![0.0; n];
                let mut d = vec![0.0; n];
                for i in 1..n - 1 {
                    let h0 = xs[i] - xs[i - 1];
                    let h1 = xs[i + 1] - xs[i];
                    let rhs = 6.0 * ((ys[i + 1] - ys[i]) / h1 - (ys[i] - ys[i - 1]) / h0);
                    let denom = 2.0 * (h0 + h1) - h0 * c[i - 1];
                    c[i] = h1 / denom;
                    d[i] = (rhs - h0 * d[i - 1]) / denom;
                }
                for i in (1..n - 1).rev() {
                    m[i] = d[i] - c[i] * m[i + 1];
                }
                CubicSpline { xs: xs.to_vec(), ys: ys.to_vec(), m }
            }

            pub fn eval(&self, x: f64) -> f64 {
                let i = match self.xs.iter().position(|&k| k > x) {
                    Some(0) => 0,
                    Some(i) => i - 1,
                    None => self.xs.len() - 2,
                };
                let h = self.xs[i + 1] - self.xs[i];
                let a = (self.xs[i + 1] - x) / h;
                let b = (x - self.xs[i]) / h;
                a * self.ys[i]
                    + b * self.ys[i + 1]
                    + ((a.powi(3) - a) * self.m[i] + (b.powi(3) - b) * self.m[i + 1]) * h * h / 6.0
            }
        }

        pub fn interpolate(xs: &[f64], ys: &[f64], x: f64) -> f64 {
            CubicSpline::new(xs, ys).eval(x)
        }
    }
    pub use spline::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Interpolate;
    let x = (vec![0.0, 1.0, 2.5, 3.0, 4.5], vec![1.0, 2.0, 0.5, 0.75, 3.0], 2.7);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::interpolate(&vec![0.0, 1.0, 2.5, 3.0, 4.5], &vec![1.0, 2.0, 0.5, 0.75, 3.0], 2.7));
    ad::testing::check(&e, &x).unwrap();
}
