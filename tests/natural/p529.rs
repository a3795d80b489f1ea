#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod descent {
        pub struct Options {
            pub max_iterations: usize,
            pub tolerance: f64,
        }

        fn norm(v: &[f64]) -> f64 {
            v.iter().map(|x| x * x).sum::<f64>().sqrt()
        }

        /// Gradient descent with Armijo backtracking.
        pub fn minimize<F, G>(f: F, gradient: G, start: &[f64], options: &Options) -> (Vec<f64>, f64)
        where
            F: Fn(&[f64]) -> f64,
            G: Fn(&[f64]) -> Vec<f64>,
        {
            let mut x = start.to_vec();
            let mut fx = f(&x);
            for _ in 0..options.max_iterations {
                let g = gradient(&x);
                let size = norm(&g);
                if size < options.tolerance {
                    break;
                }
                let mut step = 1.0;
                let (next, value) = loop {
                    let trial: Vec<f64> = x.iter().zip(&g).map(|(xi, gi)| xi - step * gi).collect();
                    let value = f(&trial);
                    if value <= fx - 1e-4 * step * size * size || step < 1e-8 {
                        break (trial, value);
                    }
                    step *= 0.5;
                };
                x = next;
                fx = value;
            }
            (x, fx)
        }

        /// The minimum of a quadratic bowl as a function of its parameters.
        pub fn bowl(center: [f64; 2], curvature: f64) -> f64 {
            let options = Options { max_iterations: 3, tolerance: 1e-9 };
            let f = |x: &[f64]| (x[0] - center[0]).powi(2) + curvature * (x[1] - center[1]).powi(2);
            let g = |x: &[f64]| vec![2.0 * (x[0] - center[0]), 2.0 * curvature * (x[1] - center[1])];
            let (x, fx) = minimize(f, g, &[0.2, -0.3], &options);
            x[0] + x[1] + fx
        }
    }
    pub use descent::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Bowl;
    let x = ([1.0, 2.0], 1.7);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::bowl([1.0, 2.0], 1.7));
    ad::testing::check(&e, &x).unwrap();
}
