#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod series {
        use std::collections::VecDeque;

        pub struct Arma {
            pub mean: f64,
            pub ar: Vec<f64>,
            pub ma: Vec<f64>,
            pub log_sigma: f64,
        }

        fn weighted(coefs: &[f64], lags: &VecDeque<f64>) -> f64 {
            coefs.iter().zip(lags.iter()).map(|(c, l)| c * l).sum::<f64>()
        }

        fn push(lags: &mut VecDeque<f64>, value: f64, order: usize) {
            lags.push_front(value);
            lags.truncate(order);
        }

        /// Conditional negative log-likelihood of an ARMA(p, q).
        /// A missing value is replaced by its prediction and contributes nothing.
        pub fn arma_nll(#[fixed] y: &[Option<f64>], model: &Arma) -> f64 {
            let (p, q) = (model.ar.len(), model.ma.len());
            let mut deviations: VecDeque<f64> = VecDeque::with_capacity(p + 1);
            let mut shocks: VecDeque<f64> = VecDeque::with_capacity(q + 1);
            let sigma2 = (2.0 * model.log_sigma).exp();
            let mut observed = 0usize;
            let mut sse = 0.0;

            for obs in y {
                let forecast = model.mean + weighted(&model.ar, &deviations) + weighted(&model.ma, &shocks);
                let (value, shock) = match obs {
                    Some(v) => {
                        observed += 1;
                        (*v, *v - forecast)
                    }
                    None => (forecast, 0.0),
                };
                sse += shock * shock;
                push(&mut deviations, value - model.mean, p);
                push(&mut shocks, shock, q);
            }

            let n = observed as f64;
            0.5 * (sse / sigma2 + n * (sigma2.ln() + std::f64::consts::TAU.ln()))
        }
    }
    pub use series::*;
}

fn main() {
    macro_rules! model {
        ($m:ident) => {
            $m::Arma { mean: 1.1, ar: vec![0.5, -0.2], ma: vec![0.3], log_sigma: -0.4 }
        };
    }
    let y = [Some(1.0), Some(1.7), None, Some(0.8), Some(0.3), Some(1.4), None, None, Some(2.0)];
    let e = exp::ArmaNll { y: &y };
    let x = model!(exp);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::arma_nll(&y, &model!(plain)));
    ad::testing::check(&e, &x).unwrap();
}
