#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    /// A B-spline of degree D at `t`, by de Boor's algorithm, with an array as the work space.
    #[exp(adjoint)]
    pub struct BSpline<const D: usize> {
        knots: Vec<f64>,
        control: Vec<f64>,
    }

    #[exp(adjoint)]
    impl<const D: usize> BSpline<D> {
        fn uniform(control: Vec<f64>) -> Self {
            let knots = (0..control.len() + D + 1).map(|i| i as f64 - D as f64).collect();
            Self { knots, control }
        }

        fn span(&self, t: f64) -> usize {
            let last = self.control.len() - 1;
            (D..last).find(|&k| t < self.knots[k + 1]).unwrap_or(last)
        }

        fn at(&self, t: f64) -> f64 {
            let k = self.span(t);
            let mut d = self.control[k - D..=k].to_vec();
            for r in 1..=D {
                for j in (r..=D).rev() {
                    let i = j + k - D;
                    let left = self.knots[i];
                    let alpha = (t - left) / (self.knots[i + 1 + D - r] - left);
                    d[j] = (1.0 - alpha) * d[j - 1] + alpha * d[j];
                }
            }
            d[D]
        }
    }

    #[exp(adjoint)]
    pub fn curve_gap(x: Vec<f64>, t: f64) -> f64 {
        let cubic = BSpline::<3>::uniform(x.clone());
        let quadratic = BSpline::<2>::uniform(x);
        cubic.at(t) - quadratic.at(t)
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::CurveGap;
    let x = (vec![1.0, 3.0, 2.0, 0.0, -1.0, 2.0], 1.25);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::curve_gap(vec![1.0, 3.0, 2.0, 0.0, -1.0, 2.0], 1.25));
    ad::testing::check(&e, &x).unwrap();
}
