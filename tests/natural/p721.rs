#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod spline {
        #[derive(Debug, Clone)]
        struct Segment {
            x: f64,
            a: f64,
            b: f64,
            c: f64,
            d: f64,
        }

        /// A natural cubic spline.
        #[derive(Debug, Clone)]
        pub struct CubicSpline {
            segments: Vec<Segment>,
        }

        impl CubicSpline {
            pub fn new(xs: &[f64], ys: &[f64]) -> Self {
                assert_eq!(xs.len(), ys.len());
                let n = xs.len() - 1;
                let h: Vec<f64> = xs.windows(2).map(|w| w[1] - w[0]).collect();
                let mut mu = vec![0.0; n + 1];
                let mut z = vec![0.0; n + 1];
                for i in 1..n {
                    let alpha = 3.0 * ((ys[i + 1] - ys[i]) / h[i] - (ys[i] - ys[i - 1]) / h[i - 1]);
                    let l = 2.0 * (xs[i + 1] - xs[i - 1]) - h[i - 1] * mu[i - 1];
                    mu[i] = h[i] / l;
                    z[i] = (alpha - h[i - 1] * z[i - 1]) / l;
                }
                let mut c = vec![0.0; n + 1];
                let mut segments = Vec::with_capacity(n);
                for j in (0..n).rev() {
                    c[j] = z[j] - mu[j] * c[j + 1];
                    let b = (ys[j + 1] - ys[j]) / h[j] - h[j] * (c[j + 1] + 2.0 * c[j]) / 3.0;
                    let d = (c[j + 1] - c[j]) / (3.0 * h[j]);
                    segments.push(Segment { x: xs[j], a: ys[j], b, c: c[j], d });
                }
                segments.reverse();
                Self { segments }
            }

            fn segment(&self, x: f64) -> &Segment {
                let i = self.segments.partition_point(|s| s.x <= x);
                &self.segments[i.max(1) - 1]
            }

            pub fn eval(&self, x: f64) -> f64 {
                let Segment { x: x0, a, b, c, d } = self.segment(x);
                let t = x - x0;
                a + t * (b + t * (c + t * d))
            }

            pub fn slope(&self, x: f64) -> f64 {
                let s = self.segment(x);
                let t = x - s.x;
                s.b + t * (2.0 * s.c + 3.0 * t * s.d)
            }
        }

        pub fn value_and_slope(xs: &[f64], ys: &[f64], x: f64) -> (f64, f64) {
            let spline = CubicSpline::new(xs, ys);
            (spline.eval(x), spline.slope(x))
        }
    }
    pub use spline::*;
}

fn main() {
    let e = exp::ValueAndSlope;
    let x = (vec![0.0, 1.0, 2.5, 3.0, 4.0], vec![1.0, 2.0, 0.5, 0.7, 1.9], 2.7);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::value_and_slope(&x.0, &x.1, x.2));
    ad::testing::check(&e, &x).unwrap();
}
