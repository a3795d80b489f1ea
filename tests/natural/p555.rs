#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    fn softplus(x: f64) -> f64 {
        if x > 30.0 { x } else { x.exp().ln_1p() }
    }

    /// Penalised logistic regression; `labels[i]` is whether the sample is positive.
    #[exp(adjoint)]
    pub fn logistic_loss(weights: &[f64], bias: f64, #[fixed] features: &[Vec<f64>], labels: &[bool], #[fixed] lambda: f64) -> f64 {
        let mut loss = 0.0;
        for (row, &label) in features.iter().zip(labels) {
            let z = row.iter().zip(weights).map(|(x, w)| x * w).sum::<f64>() + bias;
            loss += if label { softplus(-z) } else { softplus(z) };
        }
        let penalty: f64 = weights.iter().map(|w| w.powi(2)).sum();
        loss / labels.len() as f64 + 0.5 * lambda * penalty
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::LogisticLoss { features: &[vec![1.0, 2.0], vec![-0.5, 0.3], vec![0.2, -1.0]], labels: &[true, false, true], lambda: 0.1 };
    let x = (vec![0.3, -0.2], 0.1);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::logistic_loss(&vec![0.3, -0.2], 0.1, &[vec![1.0, 2.0], vec![-0.5, 0.3], vec![0.2, -1.0]], &[true, false, true], 0.1));
    ad::testing::check(&e, &x).unwrap();
}
