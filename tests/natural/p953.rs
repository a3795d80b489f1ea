#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod heston {
        #[derive(Debug, Clone, Copy)]
        pub struct Heston {
            pub spot: f64,
            pub v0: f64,
            pub kappa: f64,
            pub theta: f64,
            pub xi: f64,
            pub rho: f64,
        }

        #[derive(Clone, Copy)]
        struct State {
            log_s: f64,
            v: f64,
        }

        impl Heston {
            fn start(&self) -> State {
                State { log_s: self.spot.ln(), v: self.v0 }
            }

            /// One Euler step with full truncation.
            fn step(&self, state: State, (z1, z2): (f64, f64), r: f64, dt: f64) -> State {
                let v = state.v.max(0.0);
                let root = (v * dt).sqrt();
                let zv = self.rho * z1 + (1.0 - self.rho * self.rho).sqrt() * z2;
                State {
                    log_s: state.log_s + (r - 0.5 * v) * dt + root * z1,
                    v: state.v + self.kappa * (self.theta - v) * dt + self.xi * root * zv,
                }
            }

            fn path<'a>(&'a self, shocks: &'a [(f64, f64)], r: f64, dt: f64) -> impl Iterator<Item = f64> + 'a {
                shocks.iter().scan(self.start(), move |state, &z| {
                    *state = self.step(*state, z, r, dt);
                    Some(state.log_s.exp())
                })
            }
        }

        /// Arithmetic Asian call with a knock-out barrier, smoothed on the running maximum.
        pub fn asian_price(#[fixed] shocks: &[Vec<(f64, f64)>], model: &Heston, strike: f64, barrier: f64, r: f64) -> f64 {
            let dt = 0.25;
            let payoff = |path: Vec<f64>| -> f64 {
                let peak = path.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                if peak > barrier * 1.2 {
                    return 0.0;
                }
                let survival = 1.0 / (1.0 + (8.0 * (peak / barrier - 1.0)).exp());
                let average = path.iter().sum::<f64>() / path.len() as f64;
                survival * (average - strike).max(0.0)
            };
            let total: f64 = shocks.iter().map(|z| payoff(model.path(z, r, dt).collect())).sum();
            let years = dt * shocks.first().map_or(0, Vec::len) as f64;
            (-r * years).exp() * total / shocks.len() as f64
        }
    }
    pub use heston::*;
}

fn main() {
    macro_rules! model {
        ($m:ident) => {
            $m::Heston { spot: 100.0, v0: 0.05, kappa: 1.5, theta: 0.06, xi: 0.25, rho: -0.6 }
        };
    }
    let shocks = vec![
        vec![(0.3, -1.1), (1.2, 0.4), (-0.5, 0.9), (0.1, -0.2)],
        vec![(-0.9, 0.6), (0.7, -0.3), (1.1, -0.8), (-0.4, 0.3)],
        vec![(1.6, 0.2), (0.4, 1.3), (0.8, 0.5), (0.6, -0.7)],
    ];
    let e = exp::AsianPrice { shocks: &shocks };
    let x = (model!(exp), 98.5, 135.0, 0.02);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::asian_price(&shocks, &model!(plain), 98.5, 135.0, 0.02));
    ad::testing::check(&e, &x).unwrap();
}
