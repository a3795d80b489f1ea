#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Exponential crossover strategy with smooth positions; log wealth at the end.
    #[exp(adjoint)]
    fn ema(prices: &[f64], span: f64) -> Vec<f64> {
        let alpha = 2.0 / (span + 1.0);
        let mut out = Vec::with_capacity(prices.len());
        let mut state = prices[0];
        for p in prices {
            state = alpha * p + (1.0 - alpha) * state;
            out.push(state);
        }
        out
    }

    #[exp(adjoint)]
    pub fn strategy(prices: &[f64], fast: f64, slow: f64, cost: f64) -> f64 {
        let signal: Vec<f64> = ema(prices, fast)
            .into_iter()
            .zip(ema(prices, slow))
            .map(|(f, s)| ((f / s - 1.0) * 50.0).tanh())
            .collect();
        let mut wealth = 0.0;
        let mut held = 0.0;
        for (pair, &target) in prices.windows(2).zip(&signal[1..]) {
            let turnover: f64 = target - held;
            wealth += held * (pair[1] / pair[0]).ln() - cost * turnover.abs();
            held = target;
        }
        wealth
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Strategy;
    let x = (vec![100.0, 101.5, 103.2, 102.1, 104.8, 103.3], 2.5, 5.0, 0.001);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::strategy(&vec![100.0, 101.5, 103.2, 102.1, 104.8, 103.3], 2.5, 5.0, 0.001));
    ad::testing::check(&e, &x).unwrap();
}
