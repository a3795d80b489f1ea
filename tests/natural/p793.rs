#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    use std::collections::VecDeque;

    /// Conditional log-likelihood of ARMA(p, q), concentrated over the variance of the innovations.
    #[exp(adjoint)]
    pub fn arma(#[fixed] series: &[f64], mean: f64, ar: &[f64], ma: &[f64]) -> f64 {
        let (p, q) = (ar.len(), ma.len());
        let mut shocks: VecDeque<f64> = VecDeque::from(vec![0.0; q]);
        let mut css = 0.0;
        for t in p..series.len() {
            let mut forecast = mean;
            for (lag, phi) in ar.iter().enumerate() {
                forecast += phi * (series[t - 1 - lag] - mean);
            }
            for (theta, e) in ma.iter().zip(shocks.iter()) {
                forecast += theta * e;
            }
            let e = series[t] - forecast;
            css += e * e;
            shocks.push_front(e);
            shocks.pop_back();
        }
        let n = (series.len() - p) as f64;
        let sigma2 = css / n;
        -0.5 * n * ((2.0 * std::f64::consts::PI * sigma2).ln() + 1.0)
    }
}

fn main() {
    use ad::prelude::*;
    let series = [1.2, 0.8, 1.5, 1.9, 1.1, 0.4, 0.9, 1.3, 1.6];
    let e = exp::Arma { series: &series };
    let x = (1.1, vec![0.4, -0.2], vec![0.3, 0.1]);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::arma(&series, 1.1, &[0.4, -0.2], &[0.3, 0.1]));
    ad::testing::check(&e, &x).unwrap();
}
