#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub fn softmax(logits: &[f64]) -> Vec<f64> {
        let max = logits.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
        let exps: Vec<f64> = logits.iter().map(|l| (l - max).exp()).collect();
        let total: f64 = exps.iter().sum();
        exps.into_iter().map(|e| e / total).collect()
    }

    #[exp(adjoint)]
    pub fn dot(a: &[f64], b: &[f64]) -> f64 {
        a.iter().zip(b.iter()).map(|(x, y)| x * y).sum()
    }

    /// Negative Sharpe ratio of a long-only portfolio, less proportional costs of the trade from `previous`.
    #[exp(adjoint)]
    pub fn negative_sharpe(
        #[fixed] returns: &[Vec<f64>],
        #[fixed] previous: &[f64],
        #[fixed] cost: f64,
        logits: &[f64],
        risk_free: f64,
    ) -> f64 {
        let weights = softmax(logits);
        let periods = returns.len() as f64;
        let portfolio: Vec<f64> = returns.iter().map(|row| dot(row, &weights)).collect();
        let mean = portfolio.iter().sum::<f64>() / periods;
        let variance = portfolio.iter().map(|r| (r - mean).powi(2)).sum::<f64>() / (periods - 1.0);
        let turnover: f64 = weights.iter().zip(previous).map(|(w, p)| (w - p).abs()).sum();
        -(mean - risk_free - cost * turnover) / variance.sqrt()
    }
}

fn main() {
    use ad::prelude::*;
    let returns = vec![
        vec![0.012, -0.004, 0.003],
        vec![-0.021, 0.008, 0.002],
        vec![0.034, 0.001, 0.004],
        vec![0.007, 0.011, 0.001],
        vec![-0.009, -0.006, 0.002],
    ];
    let previous = [0.5, 0.3, 0.2];
    let e = exp::NegativeSharpe { returns: &returns, previous: &previous, cost: 0.001 };
    let x = (vec![0.2, -0.1, 0.6], 0.0005);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::negative_sharpe(&returns, &previous, 0.001, &[0.2, -0.1, 0.6], 0.0005));
    ad::testing::check(&e, &x).unwrap();
}
