#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    fn mat_vec(m: &[Vec<f64>], v: &[f64]) -> Vec<f64> {
        m.iter().map(|row| row.iter().zip(v).map(|(a, b)| a * b).sum()).collect()
    }

    /// Euler contributions of the positions to the volatility of a portfolio.
    #[exp(adjoint)]
    pub fn risk_contributions(weights: &[f64], vols: &[f64], correlation: &[Vec<f64>]) -> Vec<f64> {
        let n = weights.len();
        let mut cov = vec![vec![0.0; n]; n];
        for i in 0..n {
            for j in 0..n {
                cov[i][j] = vols[i] * vols[j] * correlation[i][j];
            }
        }
        let marginal = mat_vec(&cov, weights);
        let variance: f64 = weights.iter().zip(&marginal).map(|(w, m)| w * m).sum();
        let sigma = variance.sqrt();
        weights.iter().zip(marginal).map(|(w, m)| w * m / sigma).collect()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::RiskContributions;
    let x = (vec![0.5, 0.3, 0.2], vec![0.2, 0.1, 0.3], vec![vec![1.0, 0.2, 0.1], vec![0.2, 1.0, -0.3], vec![0.1, -0.3, 1.0]]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 2.0, -1.0]).1);
    println!("value {:?} plain {:?}", value, plain::risk_contributions(&[0.5, 0.3, 0.2], &[0.2, 0.1, 0.3], &[vec![1.0, 0.2, 0.1], vec![0.2, 1.0, -0.3], vec![0.1, -0.3, 1.0]]));
    ad::testing::check(&e, &x).unwrap();
}
