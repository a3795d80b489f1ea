#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Focal cross-entropy with label smoothing, averaged over a batch; ignored examples have no label.
    #[exp(adjoint)]
    pub fn focal_loss(labels: &[Option<usize>], #[fixed] smoothing: f64, logits: &[Vec<f64>], gamma: f64) -> f64 {
        let mut total = 0.0;
        let mut count = 0usize;
        for (row, label) in logits.iter().zip(labels) {
            let Some(target) = *label else { continue };
            let max = row.iter().copied().reduce(f64::max).unwrap();
            let log_z = max + row.iter().map(|l| (l - max).exp()).sum::<f64>().ln();
            let classes = row.len() as f64;
            total += row
                .iter()
                .enumerate()
                .map(|(c, logit)| {
                    let log_p = logit - log_z;
                    let p = log_p.exp();
                    let q = if c == target { 1.0 - smoothing + smoothing / classes } else { smoothing / classes };
                    -q * (1.0 - p).powf(gamma) * log_p
                })
                .sum::<f64>();
            count += 1;
        }
        if count == 0 { 0.0 } else { total / count as f64 }
    }
}

fn main() {
    use ad::prelude::*;
    let labels = [Some(0), None, Some(2)];
    let e = exp::FocalLoss { labels: &labels, smoothing: 0.1 };
    let x = (vec![vec![1.2, -0.3, 0.4], vec![0.0, 0.5, 0.1], vec![-0.7, 0.2, 0.9]], 2.0);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::focal_loss(&labels, 0.1, &x.0, 2.0));
    ad::testing::check(&e, &x).unwrap();
}
