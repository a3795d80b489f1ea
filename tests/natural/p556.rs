#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod gp {
        pub trait Kernel {
            fn eval(&self, a: f64, b: f64) -> f64;
        }

        #[derive(Clone, Debug)]
        pub struct Rbf {
            pub variance: f64,
            pub length_scale: f64,
        }

        #[derive(Clone, Debug)]
        pub struct Periodic {
            pub variance: f64,
            pub length_scale: f64,
            pub period: f64,
        }

        pub struct Sum<A, B>(pub A, pub B);

        impl Kernel for Rbf {
            fn eval(&self, a: f64, b: f64) -> f64 {
                let d = (a - b) / self.length_scale;
                self.variance * (-0.5 * d * d).exp()
            }
        }

        impl Kernel for Periodic {
            fn eval(&self, a: f64, b: f64) -> f64 {
                let s = (std::f64::consts::PI * (a - b) / self.period).sin() / self.length_scale;
                self.variance * (-2.0 * s * s).exp()
            }
        }

        impl<A: Kernel, B: Kernel> Kernel for Sum<A, B> {
            fn eval(&self, a: f64, b: f64) -> f64 {
                self.0.eval(a, b) + self.1.eval(a, b)
            }
        }

        fn log_marginal<K: Kernel>(kernel: &K, xs: &[f64], ys: &[f64], noise: f64) -> f64 {
            let n = xs.len();
            let mut l = vec![vec![0.0; n]; n];
            let mut z = vec![0.0; n];
            for i in 0..n {
                for j in 0..=i {
                    let mut s = kernel.eval(xs[i], xs[j]);
                    if i == j {
                        s += noise;
                    }
                    for k in 0..j {
                        s -= l[i][k] * l[j][k];
                    }
                    l[i][j] = if i == j { s.sqrt() } else { s / l[j][j] };
                }
                let partial: f64 = (0..i).map(|k| l[i][k] * z[k]).sum();
                z[i] = (ys[i] - partial) / l[i][i];
            }
            let fit: f64 = z.iter().map(|v| v * v).sum();
            let log_det: f64 = (0..n).map(|i| l[i][i].ln()).sum();
            -0.5 * fit - log_det - 0.5 * n as f64 * (2.0 * std::f64::consts::PI).ln()
        }

        pub fn evidence(rbf: Rbf, periodic: Periodic, noise: f64, #[fixed] xs: &[f64], #[fixed] ys: &[f64]) -> f64 {
            log_marginal(&Sum(rbf, periodic), xs, ys, noise)
        }
    }
    pub use gp::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Evidence { xs: &[0.0, 0.5, 1.3, 2.0], ys: &[0.2, 0.9, -0.3, 0.4] };
    let x = (exp::Rbf { variance: 1.0, length_scale: 0.8 }, exp::Periodic { variance: 0.5, length_scale: 1.1, period: 1.7 }, 0.05);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::evidence(plain::Rbf { variance: 1.0, length_scale: 0.8 }, plain::Periodic { variance: 0.5, length_scale: 1.1, period: 1.7 }, 0.05, &[0.0, 0.5, 1.3, 2.0], &[0.2, 0.9, -0.3, 0.4]));
    ad::testing::check(&e, &x).unwrap();
}
