#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Mean cross-entropy of a flat batch of logits, with smoothed labels.
    #[exp(adjoint)]
    pub fn cross_entropy(classes: usize, labels: &[usize], #[fixed] smoothing: f64, logits: &[f64]) -> f64 {
        let mut loss = 0.0;
        for (row, &label) in logits.chunks_exact(classes).zip(labels) {
            let max = row.iter().fold(row[0], |m, &x| if x > m { x } else { m });
            let log_norm = max + row.iter().map(|&x| (x - max).exp()).sum::<f64>().ln();
            let uniform = row.iter().sum::<f64>() / classes as f64;
            loss += log_norm - (1.0 - smoothing) * row[label] - smoothing * uniform;
        }
        loss / labels.len() as f64
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::CrossEntropy { classes: 3, labels: &[2, 0], smoothing: 0.1 };
    let x = vec![0.2, -0.5, 1.0, 0.4, 0.3, -1.0];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::cross_entropy(3, &[2, 0], 0.1, &[0.2, -0.5, 1.0, 0.4, 0.3, -1.0]));
    ad::testing::check(&e, &x).unwrap();
}
