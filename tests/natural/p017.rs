#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub struct NewtonPolynomial {
        nodes: Vec<f64>,
        coefficients: Vec<f64>,
    }

    #[exp(adjoint)]
    impl NewtonPolynomial {
        pub fn through(points: &[(f64, f64)]) -> Self {
            let nodes: Vec<f64> = points.iter().map(|p| p.0).collect();
            let mut coefficients: Vec<f64> = points.iter().map(|p| p.1).collect();
            let n = nodes.len();
            for level in 1..n {
                for i in (level..n).rev() {
                    coefficients[i] =
                        (coefficients[i] - coefficients[i - 1]) / (nodes[i] - nodes[i - level]);
                }
            }
            NewtonPolynomial { nodes, coefficients }
        }

        pub fn eval(&self, x: f64) -> f64 {
            self.coefficients
                .iter()
                .zip(&self.nodes)
                .rev()
                .fold(0.0, |acc, (c, node)| acc * (x - node) + c)
        }
    }

    #[exp(adjoint)]
    pub fn interpolate(points: &[(f64, f64)], x: f64) -> f64 {
        NewtonPolynomial::through(points).eval(x)
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::Interpolate;
    let x = (vec![(0.0, 1.0), (1.0, 3.0), (2.0, 2.0), (4.0, 5.0)], 1.5);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::interpolate(&[(0.0, 1.0), (1.0, 3.0), (2.0, 2.0), (4.0, 5.0)], 1.5));
    ad::testing::check(&e, &x).unwrap();
}
