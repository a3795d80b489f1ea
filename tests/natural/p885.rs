#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp]
    fn softplus(z: f64) -> f64 {
        if z > 0.0 { z + (-z).exp().ln_1p() } else { z.exp().ln_1p() }
    }

    /// Negative log-likelihood of a logistic regression with an L2 penalty;
    /// the last weight is the intercept and is not penalized.
    #[exp(adjoint)]
    pub fn logistic_loss(#[fixed] features: &[Vec<f64>], labels: &[bool], weights: &[f64], lambda: f64) -> f64 {
        let (intercept, w) = weights.split_last().unwrap();
        let nll: f64 = features
            .iter()
            .zip(labels)
            .map(|(row, &label)| {
                let z = row.iter().zip(w).map(|(x, w)| x * w).sum::<f64>() + intercept;
                softplus(if label { -z } else { z })
            })
            .sum();
        let penalty: f64 = w.iter().map(|w| w.powi(2)).sum();
        nll / labels.len() as f64 + 0.5 * lambda * penalty
    }
}

fn main() {
    use ad::prelude::*;
    let features = vec![vec![0.5, -1.2], vec![1.5, 0.3], vec![-0.7, 0.9], vec![2.1, -0.4]];
    let labels = [true, false, true, false];
    let e = exp::LogisticLoss { features: &features, labels: &labels };
    let x = (vec![0.4, -0.3, 0.1], 0.05);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::logistic_loss(&features, &labels, &[0.4, -0.3, 0.1], 0.05));
    ad::testing::check(&e, &x).unwrap();
}
