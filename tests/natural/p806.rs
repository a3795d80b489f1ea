#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Risk contributions of the positions, as fractions of the volatility.
    #[exp(adjoint)]
    pub fn risk_contributions<const N: usize>(weights: &[f64; N], covariance: &[[f64; N]; N]) -> [f64; N] {
        let marginal: [f64; N] = std::array::from_fn(|i| (0..N).map(|j| covariance[i][j] * weights[j]).sum());
        let variance: f64 = weights.iter().zip(&marginal).map(|(w, m)| w * m).sum();
        std::array::from_fn(|i| weights[i] * marginal[i] / variance)
    }

    /// Weights of equal risk by cyclical coordinate descent, from volatilities and a common correlation.
    #[exp(adjoint)]
    pub fn risk_parity(sweeps: usize, vols: [f64; 3], correlation: f64) -> [f64; 3] {
        let mut cov = [[0.0; 3]; 3];
        for i in 0..3 {
            for j in 0..3 {
                let rho = if i == j { 1.0 } else { correlation };
                cov[i][j] = rho * vols[i] * vols[j];
            }
        }
        let budget = 1.0 / 3.0;
        let mut w = vols.map(|v| 1.0 / v);
        for _ in 0..sweeps {
            for i in 0..3 {
                let cross: f64 = (0..3).filter(|&j| j != i).map(|j| cov[i][j] * w[j]).sum();
                let a = cov[i][i];
                w[i] = (-cross + (cross * cross + 4.0 * a * budget).sqrt()) / (2.0 * a);
            }
        }
        let total = w.iter().sum::<f64>();
        w.iter_mut().for_each(|x| *x /= total);
        risk_contributions(&w, &cov)
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::RiskParity { sweeps: 2 };
    let x = ([0.15, 0.22, 0.08], 0.3);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::risk_parity(2, x.0, x.1));
    ad::testing::check(&e, &x).unwrap();
}
