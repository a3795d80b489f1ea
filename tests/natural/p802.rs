#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod heston {
        #[derive(Debug, Clone, Copy)]
        pub struct Heston {
            pub spot: f64,
            pub rate: f64,
            pub v0: f64,
            pub kappa: f64,
            pub theta: f64,
            pub xi: f64,
            pub rho: f64,
        }

        /// The payment at the end of a path.
        pub trait Payoff {
            fn pay(&self, path: &[f64]) -> f64;
        }

        pub struct AsianCall {
            pub strike: f64,
        }

        pub struct LookbackPut;

        impl Payoff for AsianCall {
            fn pay(&self, path: &[f64]) -> f64 {
                let average = path.iter().sum::<f64>() / path.len() as f64;
                (average - self.strike).max(0.0)
            }
        }

        impl Payoff for LookbackPut {
            fn pay(&self, path: &[f64]) -> f64 {
                let peak = path.iter().copied().fold(path[0], f64::max);
                peak - path[path.len() - 1]
            }
        }

        impl Heston {
            /// Full-truncation Euler scheme.
            fn simulate(&self, dt: f64, shocks: &[(f64, f64)]) -> Vec<f64> {
                let mut log_s = self.spot.ln();
                let mut v = self.v0;
                let mut path = vec![self.spot];
                for &(z1, z2) in shocks {
                    let v_plus = v.max(0.0);
                    let vol = (v_plus * dt).sqrt();
                    let w = self.rho * z1 + (1.0 - self.rho * self.rho).sqrt() * z2;
                    log_s += (self.rate - 0.5 * v_plus) * dt + vol * z1;
                    v += self.kappa * (self.theta - v_plus) * dt + self.xi * vol * w;
                    path.push(log_s.exp());
                }
                path
            }
        }

        fn price<P: Payoff>(model: &Heston, payoff: &P, maturity: f64, shocks: &[Vec<(f64, f64)>]) -> f64 {
            let mut total = 0.0;
            for path_shocks in shocks {
                let dt = maturity / path_shocks.len() as f64;
                total += payoff.pay(&model.simulate(dt, path_shocks));
            }
            (-model.rate * maturity).exp() * total / shocks.len() as f64
        }

        pub fn asian_and_lookback(#[fixed] shocks: &[Vec<(f64, f64)>], model: Heston, strike: f64, maturity: f64) -> [f64; 2] {
            [
                price(&model, &AsianCall { strike }, maturity, shocks),
                price(&model, &LookbackPut, maturity, shocks),
            ]
        }
    }
    pub use heston::*;
}

fn main() {
    use ad::prelude::*;
    let shocks = vec![
        vec![(0.3, -0.5), (-1.1, 0.2), (0.6, 0.9)],
        vec![(-0.2, 0.4), (0.8, -1.3), (-0.4, 0.1)],
        vec![(1.2, 0.7), (0.1, -0.6), (-0.9, -0.3)],
    ];
    let e = exp::AsianAndLookback { shocks: &shocks };
    let x = (exp::Heston { spot: 100.0, rate: 0.02, v0: 0.04, kappa: 1.5, theta: 0.05, xi: 0.4, rho: -0.6 }, 98.0, 0.5);
    let p = plain::Heston { spot: 100.0, rate: 0.02, v0: 0.04, kappa: 1.5, theta: 0.05, xi: 0.4, rho: -0.6 };
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::asian_and_lookback(&shocks, p, 98.0, 0.5));
    ad::testing::check(&e, &x).unwrap();
}
