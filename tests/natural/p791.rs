#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Elastic-net penalized logistic loss; the last coefficient is the intercept.
    #[exp(adjoint)]
    pub fn logistic_loss(
        #[fixed] features: &[Vec<f64>],
        labels: &[bool],
        coefficients: &[f64],
        lambda: f64,
        l1_ratio: f64,
    ) -> f64 {
        assert_eq!(features.len(), labels.len());
        let (intercept, slopes) = coefficients.split_last().expect("no coefficients");

        let mut loss = 0.0;
        for (row, &label) in features.iter().zip(labels) {
            let margin = row.iter().zip(slopes).fold(*intercept, |acc, (x, b)| acc + x * b);
            let signed = if label { margin } else { -margin };
            // ln(1 + exp(-m)) without overflow
            loss += if signed > 0.0 {
                (-signed).exp().ln_1p()
            } else {
                signed.exp().ln_1p() - signed
            };
        }

        let l1: f64 = slopes.iter().map(|b| b.abs()).sum();
        let l2: f64 = slopes.iter().map(|b| b.powi(2)).sum();
        loss / features.len() as f64 + lambda * (l1_ratio * l1 + 0.5 * (1.0 - l1_ratio) * l2)
    }
}

fn main() {
    use ad::prelude::*;
    let features = vec![vec![0.5, 1.2], vec![-1.0, 0.3], vec![2.0, -0.7], vec![0.1, 0.1]];
    let labels = [true, false, true, false];
    let e = exp::LogisticLoss { features: &features, labels: &labels };
    let x = (vec![0.8, -0.4, 0.2], 0.1, 0.3);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::logistic_loss(&features, &labels, &[0.8, -0.4, 0.2], 0.1, 0.3));
    ad::testing::check(&e, &x).unwrap();
}
