#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Annual Sharpe ratio of fixed weights, after costs for the trades back to them.
    #[exp(adjoint)]
    pub fn sharpe<const N: usize>(#[fixed] returns: &[[f64; N]], #[fixed] cost: f64, weights: [f64; N]) -> f64 {
        let gross: f64 = weights.iter().map(|w| w.abs()).sum();
        let weights = weights.map(|w| w / gross);
        let mut series = Vec::new();
        for day in returns {
            let growth: f64 = 1.0 + weights.iter().zip(day).map(|(w, r)| w * r).sum::<f64>();
            let mut turnover = 0.0;
            for i in 0..N {
                let drifted = weights[i] * (1.0 + day[i]) / growth;
                turnover += (weights[i] - drifted).abs();
            }
            series.push(growth - 1.0 - cost * turnover);
        }
        let n = series.len() as f64;
        let mean = series.iter().sum::<f64>() / n;
        let variance = series.iter().map(|r| (r - mean).powi(2)).sum::<f64>() / (n - 1.0);
        mean / variance.sqrt() * 252f64.sqrt()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Sharpe { returns: &[[0.01, -0.004, 0.002], [-0.006, 0.003, 0.001], [0.004, 0.008, -0.002], [0.002, -0.001, 0.006]], cost: 0.001 };
    let x = [0.5, 0.8, -0.3];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::sharpe(&[[0.01, -0.004, 0.002], [-0.006, 0.003, 0.001], [0.004, 0.008, -0.002], [0.002, -0.001, 0.006]], 0.001, [0.5, 0.8, -0.3]));
    ad::testing::check(&e, &x).unwrap();
}
