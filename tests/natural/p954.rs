#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod smile {
        pub trait SmileModel {
            fn vol(&self, forward: f64, strike: f64, expiry: f64) -> f64;
        }

        #[derive(Clone)]
        pub struct Sabr {
            pub alpha: f64,
            pub beta: f64,
            pub rho: f64,
            pub nu: f64,
        }

        #[derive(Clone)]
        pub struct Svi {
            pub a: f64,
            pub b: f64,
            pub rho: f64,
            pub m: f64,
            pub sigma: f64,
        }

        impl SmileModel for Sabr {
            fn vol(&self, f: f64, k: f64, t: f64) -> f64 {
                let Sabr { alpha, beta, rho, nu } = self;
                let one_b = 1.0 - beta;
                let fk = (f * k).powf(one_b / 2.0);
                let log = (f / k).ln();
                let time = 1.0
                    + t * (one_b * one_b * alpha * alpha / (24.0 * fk * fk)
                        + rho * beta * nu * alpha / (4.0 * fk)
                        + (2.0 - 3.0 * rho * rho) * nu * nu / 24.0);
                if log.abs() < 1e-8 {
                    return alpha / fk * time;
                }
                let z = nu / alpha * fk * log;
                let chi = (((1.0 - 2.0 * rho * z + z * z).sqrt() + z - rho) / (1.0 - rho)).ln();
                let denominator = fk * (1.0 + (one_b * log).powi(2) / 24.0 + (one_b * log).powi(4) / 1920.0);
                alpha / denominator * z / chi * time
            }
        }

        impl SmileModel for Svi {
            fn vol(&self, f: f64, k: f64, t: f64) -> f64 {
                let y = (k / f).ln() - self.m;
                let w = self.a + self.b * (self.rho * y + y.hypot(self.sigma));
                (w / t).sqrt()
            }
        }

        fn rmse<M: SmileModel>(model: &M, forward: f64, expiry: f64, quotes: &[(f64, f64, f64)]) -> f64 {
            let (num, den) = quotes.iter().fold((0.0, 0.0), |(num, den), &(k, v, w)| {
                (num + w * (model.vol(forward, k, expiry) - v).powi(2), den + w)
            });
            (num / den).sqrt()
        }

        /// How much better SVI fits than SABR.
        pub fn fit_ratio(#[fixed] quotes: &[(f64, f64, f64)], forward: f64, expiry: f64, sabr: &Sabr, svi: &Svi) -> f64 {
            rmse(sabr, forward, expiry, quotes) / rmse(svi, forward, expiry, quotes)
        }
    }
    pub use smile::*;
}

fn main() {
    macro_rules! models {
        ($m:ident) => {
            (
                $m::Sabr { alpha: 0.28, beta: 0.7, rho: -0.25, nu: 0.6 },
                $m::Svi { a: 0.02, b: 0.15, rho: -0.3, m: 0.05, sigma: 0.2 },
            )
        };
    }
    let quotes = [(0.8, 0.33, 1.0), (0.9, 0.29, 2.0), (1.05, 0.26, 3.0), (1.2, 0.27, 1.5)];
    let e = exp::FitRatio { quotes: &quotes };
    let (sabr, svi) = models!(exp);
    let x = (1.01, 0.8, sabr, svi);
    let (sabr, svi) = models!(plain);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::fit_ratio(&quotes, 1.01, 0.8, &sabr, &svi));
    ad::testing::check(&e, &x).unwrap();
}
