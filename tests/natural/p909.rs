#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod gp {
        use std::f64::consts::PI;

        pub trait Kernel {
            fn k(&self, a: f64, b: f64) -> f64;
        }

        #[derive(Debug, Clone, Copy)]
        pub struct Rbf {
            pub amplitude: f64,
            pub length: f64,
        }

        impl Kernel for Rbf {
            fn k(&self, a: f64, b: f64) -> f64 {
                let d = (a - b) / self.length;
                self.amplitude.powi(2) * (-0.5 * d * d).exp()
            }
        }

        #[derive(Debug, Clone, Copy)]
        pub struct Periodic {
            pub amplitude: f64,
            pub period: f64,
        }

        impl Kernel for Periodic {
            fn k(&self, a: f64, b: f64) -> f64 {
                let s = (PI * (a - b) / self.period).sin();
                self.amplitude.powi(2) * (-2.0 * s * s).exp()
            }
        }

        /// The sum of two kernels.
        #[derive(Debug, Clone, Copy)]
        pub struct Sum<A, B>(pub A, pub B);

        impl<A: Kernel, B: Kernel> Kernel for Sum<A, B> {
            fn k(&self, a: f64, b: f64) -> f64 {
                self.0.k(a, b) + self.1.k(a, b)
            }
        }

        fn cholesky(mut a: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
            let n = a.len();
            for i in 0..n {
                for j in 0..=i {
                    let dot: f64 = a[i][..j].iter().zip(&a[j][..j]).map(|(x, y)| x * y).sum();
                    let rest = a[i][j] - dot;
                    a[i][j] = if i == j { rest.sqrt() } else { rest / a[j][j] };
                }
            }
            a
        }

        fn log_marginal<K: Kernel>(kernel: &K, noise: f64, xs: &[f64], ys: &[f64]) -> f64 {
            let n = xs.len();
            let gram = (0..n)
                .map(|i| (0..n).map(|j| kernel.k(xs[i], xs[j]) + if i == j { noise * noise } else { 0.0 }).collect())
                .collect();
            let l: Vec<Vec<f64>> = cholesky(gram);
            let mut z: Vec<f64> = Vec::with_capacity(n);
            for i in 0..n {
                let known: f64 = z.iter().zip(&l[i]).map(|(z, l)| z * l).sum();
                z.push((ys[i] - known) / l[i][i]);
            }
            let fit: f64 = z.iter().map(|z| z * z).sum();
            let log_det: f64 = l.iter().enumerate().map(|(i, row)| row[i].ln()).sum();
            -0.5 * fit - log_det - 0.5 * n as f64 * (2.0 * PI).ln()
        }

        pub fn evidence(rbf: Rbf, periodic: Periodic, noise: f64, #[fixed] xs: &[f64], #[fixed] ys: &[f64]) -> f64 {
            log_marginal(&Sum(rbf, periodic), noise, xs, ys)
        }
    }
    pub use gp::*;
}

fn main() {
    use ad::prelude::*;
    let (xs, ys) = ([0.0, 0.4, 1.1, 1.9, 2.5], [0.2, 0.9, 0.1, -0.6, 0.3]);
    let e = exp::Evidence { xs: &xs, ys: &ys };
    let x = (exp::Rbf { amplitude: 1.0, length: 0.8 }, exp::Periodic { amplitude: 0.6, period: 1.7 }, 0.3);
    let p = plain::evidence(plain::Rbf { amplitude: 1.0, length: 0.8 }, plain::Periodic { amplitude: 0.6, period: 1.7 }, 0.3, &xs, &ys);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), p);
    ad::testing::check(&e, &x).unwrap();
}
