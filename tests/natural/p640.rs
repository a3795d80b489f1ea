#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod arima {
        use std::collections::VecDeque;

        #[derive(Debug, Clone)]
        pub struct Arma {
            pub constant: f64,
            pub ar: Vec<f64>,
            pub ma: Vec<f64>,
        }

        impl Arma {
            /// Residuals given the past, with zeros before the start.
            fn residuals(&self, series: &[f64]) -> Vec<f64> {
                let mut past = VecDeque::with_capacity(self.ar.len());
                let mut shocks: VecDeque<f64> = VecDeque::new();
                let mut out = vec![];
                for &x in series {
                    let mut forecast = self.constant;
                    for (phi, p) in self.ar.iter().zip(&past) {
                        forecast += phi * p;
                    }
                    for (theta, e) in self.ma.iter().zip(&shocks) {
                        forecast += theta * e;
                    }
                    let e = x - forecast;
                    past.push_front(x);
                    past.truncate(self.ar.len());
                    shocks.push_front(e);
                    shocks.truncate(self.ma.len());
                    out.push(e);
                }
                out
            }
        }

        /// Akaike information criterion with the conditional likelihood.
        pub fn aic(model: &Arma, series: &[f64]) -> f64 {
            let e = model.residuals(series);
            let n = e.len() as f64;
            let sigma2 = e.iter().map(|e| e * e).sum::<f64>() / n;
            let parameters = 2 + model.ar.len() + model.ma.len();
            n * (sigma2.ln() + 1.0 + (2.0 * std::f64::consts::PI).ln()) + 2.0 * parameters as f64
        }
    }
    pub use arima::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Aic;
    let x = (exp::Arma { constant: 0.1, ar: vec![0.5, -0.2], ma: vec![0.3] }, vec![0.2, 0.7, 0.4, -0.1, 0.3, 0.9]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::aic(&plain::Arma { constant: 0.1, ar: vec![0.5, -0.2], ma: vec![0.3] }, &vec![0.2, 0.7, 0.4, -0.1, 0.3, 0.9]));
    ad::testing::check(&e, &x).unwrap();
}
