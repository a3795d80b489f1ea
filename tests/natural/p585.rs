#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod bspline {
        /// B-spline curve with de Boor's algorithm.
        #[derive(Debug, Clone)]
        pub struct BSpline<const D: usize> {
            pub degree: usize,
            pub knots: Vec<f64>,
            pub points: Vec<[f64; D]>,
        }

        impl<const D: usize> BSpline<D> {
            fn span(&self, t: f64) -> usize {
                let n = self.points.len();
                (self.degree..n).rev().find(|&i| t >= self.knots[i]).unwrap_or(self.degree)
            }

            pub fn evaluate(&self, t: f64) -> [f64; D] {
                let p = self.degree;
                let k = self.span(t);
                let mut d: Vec<[f64; D]> = (0..=p).map(|j| self.points[j + k - p]).collect();
                for r in 1..=p {
                    for j in (r..=p).rev() {
                        let left = self.knots[j + k - p];
                        let right = self.knots[j + 1 + k - r];
                        let alpha = (t - left) / (right - left);
                        for axis in 0..D {
                            d[j][axis] = (1.0 - alpha) * d[j - 1][axis] + alpha * d[j][axis];
                        }
                    }
                }
                d[p]
            }
        }

        pub fn curve_point(points: Vec<[f64; 2]>, knots: Vec<f64>, t: f64) -> [f64; 2] {
            let spline = BSpline { degree: 2, knots, points };
            spline.evaluate(t)
        }
    }
    pub use bspline::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::CurvePoint;
    let x = (vec![[0.0, 0.1], [1.0, 2.0], [2.5, -0.5], [3.0, 1.5], [4.0, 0.3]], vec![0.0, 0.05, 0.1, 1.0, 2.2, 3.0, 3.1, 3.2], 1.4);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &[1.0, -2.0]).1);
    println!("value {:?} plain {:?}", value, plain::curve_point(vec![[0.0, 0.1], [1.0, 2.0], [2.5, -0.5], [3.0, 1.5], [4.0, 0.3]], vec![0.0, 0.05, 0.1, 1.0, 2.2, 3.0, 3.1, 3.2], 1.4));
    ad::testing::check(&e, &x).unwrap();
}
