#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod gp {
        pub trait Kernel {
            fn eval(&self, x: f64, y: f64) -> f64;
        }

        #[derive(Debug, Clone)]
        pub struct SquaredExponential {
            pub variance: f64,
            pub length: f64,
        }

        #[derive(Debug, Clone)]
        pub struct Periodic {
            pub period: f64,
            pub length: f64,
        }

        #[derive(Debug, Clone)]
        pub struct Product<A, B>(pub A, pub B);

        impl Kernel for SquaredExponential {
            fn eval(&self, x: f64, y: f64) -> f64 {
                self.variance * (-0.5 * ((x - y) / self.length).powi(2)).exp()
            }
        }

        impl Kernel for Periodic {
            fn eval(&self, x: f64, y: f64) -> f64 {
                let s = (std::f64::consts::PI * (x - y) / self.period).sin();
                (-2.0 * (s / self.length).powi(2)).exp()
            }
        }

        impl<A: Kernel, B: Kernel> Kernel for Product<A, B> {
            fn eval(&self, x: f64, y: f64) -> f64 {
                self.0.eval(x, y) * self.1.eval(x, y)
            }
        }

        fn cholesky(a: &[Vec<f64>]) -> Vec<Vec<f64>> {
            let n = a.len();
            let mut l = vec![vec![0.0; n]; n];
            for i in 0..n {
                for j in 0..=i {
                    let s: f64 = (0..j).map(|k| l[i][k] * l[j][k]).sum();
                    l[i][j] = if i == j { (a[i][i] - s).sqrt() } else { (a[i][j] - s) / l[j][j] };
                }
            }
            l
        }

        fn log_marginal<K: Kernel>(kernel: &K, noise: f64, xs: &[f64], ys: &[f64]) -> f64 {
            let n = xs.len();
            let mut k: Vec<Vec<f64>> = xs.iter().map(|&x| xs.iter().map(|&y| kernel.eval(x, y)).collect()).collect();
            for i in 0..n {
                k[i][i] += noise * noise;
            }
            let l = cholesky(&k);
            let mut z = Vec::with_capacity(n);
            for i in 0..n {
                let s: f64 = z.iter().zip(&l[i]).map(|(a, b)| a * b).sum();
                z.push((ys[i] - s) / l[i][i]);
            }
            let fit: f64 = z.iter().map(|v| v * v).sum();
            let log_det: f64 = (0..n).map(|i| l[i][i].ln()).sum();
            -0.5 * fit - log_det - 0.5 * n as f64 * (2.0 * std::f64::consts::PI).ln()
        }

        pub fn quasi_periodic(
            #[fixed] xs: &[f64],
            #[fixed] ys: &[f64],
            smooth: SquaredExponential,
            periodic: Periodic,
            noise: f64,
        ) -> f64 {
            let kernel = Product(smooth, periodic);
            log_marginal(&kernel, noise, xs, ys)
        }
    }
    pub use gp::*;
}

fn main() {
    use ad::prelude::*;
    let xs = [0.0, 0.4, 1.1, 1.9, 2.5];
    let ys = [0.2, 0.9, -0.3, 0.4, 0.8];
    let e = exp::QuasiPeriodic { xs: &xs, ys: &ys };
    let x = (
        exp::SquaredExponential { variance: 1.2, length: 1.5 },
        exp::Periodic { period: 1.7, length: 0.9 },
        0.3,
    );
    let value = ad::call::value(&e, &x);
    println!(
        "value {:?} plain {:?}",
        value,
        plain::quasi_periodic(
            &xs,
            &ys,
            plain::SquaredExponential { variance: 1.2, length: 1.5 },
            plain::Periodic { period: 1.7, length: 0.9 },
            0.3
        )
    );
    ad::testing::check(&e, &x).unwrap();
}
