#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod gradient_descent {
        trait Optimizer {
            fn step(&mut self, params: &mut [f64], grad: &[f64]);
        }

        struct Sgd {
            rate: f64,
        }

        struct Adam {
            rate: f64,
            m: Vec<f64>,
            v: Vec<f64>,
            t: i32,
        }

        impl Optimizer for Sgd {
            fn step(&mut self, params: &mut [f64], grad: &[f64]) {
                for (p, g) in params.iter_mut().zip(grad) {
                    *p -= self.rate * g;
                }
            }
        }

        impl Adam {
            fn new(rate: f64, n: usize) -> Self {
                Adam { rate, m: vec![0.0; n], v: vec![0.0; n], t: 0 }
            }
        }

        impl Optimizer for Adam {
            fn step(&mut self, params: &mut [f64], grad: &[f64]) {
                const B1: f64 = 0.9;
                const B2: f64 = 0.999;
                self.t += 1;
                for (i, (p, g)) in params.iter_mut().zip(grad).enumerate() {
                    self.m[i] = B1 * self.m[i] + (1.0 - B1) * g;
                    self.v[i] = B2 * self.v[i] + (1.0 - B2) * g * g;
                    let m = self.m[i] / (1.0 - B1.powi(self.t));
                    let v = self.v[i] / (1.0 - B2.powi(self.t));
                    *p -= self.rate * m / (v.sqrt() + 1e-8);
                }
            }
        }

        fn fit(optimizer: &mut dyn Optimizer, data: &[(f64, f64)], steps: usize) -> [f64; 2] {
            let mut w = [0.0, 0.0];
            for _ in 0..steps {
                let mut g = [0.0; 2];
                for (x, y) in data {
                    let r = w[0] + w[1] * x - y;
                    g[0] += r;
                    g[1] += r * x;
                }
                optimizer.step(&mut w, &g);
            }
            w
        }

        pub fn trained(data: &[(f64, f64)], rate: f64) -> f64 {
            let plain = fit(&mut Sgd { rate }, data, 10);
            let adam = fit(&mut Adam::new(rate, 2), data, 10);
            plain.iter().zip(adam.iter()).map(|(a, b)| (a - b).powi(2)).sum()
        }
    }
    pub use gradient_descent::*;
}

fn main() {
    ad::testing::check_function(&exp::Trained, |x| plain::trained(&x.0, x.1), &(vec![(0.0, 1.0), (1.0, 2.9), (2.0, 5.2)], 0.1)).unwrap();
}
