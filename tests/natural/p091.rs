#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    fn softplus(z: f64) -> f64 {
        if z > 30.0 { z } else { z.exp().ln_1p() }
    }

    /// Penalised negative log-likelihood of a logistic regression.
    #[exp(adjoint)]
    pub fn logistic_loss(#[fixed] rows: &[(Vec<f64>, bool)], #[fixed] penalty: f64, beta: &[f64]) -> f64 {
        let (intercept, slopes) = beta.split_first().unwrap();
        let nll: f64 = rows
            .iter()
            .map(|(features, label)| {
                let z = intercept + features.iter().zip(slopes).map(|(x, b)| x * b).sum::<f64>();
                if *label { softplus(-z) } else { softplus(z) }
            })
            .sum();
        nll + 0.5 * penalty * slopes.iter().map(|b| b * b).sum::<f64>()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::LogisticLoss { rows: &[(vec![0.5, 1.2], true), (vec![-0.3, 0.8], false), (vec![2.0, -1.0], true)], penalty: 0.1 };
    let x = vec![0.1, 0.7, -0.4];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::logistic_loss(&[(vec![0.5, 1.2], true), (vec![-0.3, 0.8], false), (vec![2.0, -1.0], true)], 0.1, &[0.1, 0.7, -0.4]));
    ad::testing::check(&e, &x).unwrap();
}
