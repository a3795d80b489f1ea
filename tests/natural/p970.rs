#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Metric {
        Euclidean,
        Cosine,
    }

    #[exp(adjoint)]
    fn distance(metric: Metric, a: &[f64], b: &[f64]) -> f64 {
        let dot = |u: &[f64], v: &[f64]| u.iter().zip(v).map(|(u, v)| u * v).sum::<f64>();
        match metric {
            Metric::Euclidean => a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt(),
            Metric::Cosine => 1.0 - dot(a, b) / (dot(a, a) * dot(b, b)).sqrt(),
        }
    }

    #[exp(adjoint)]
    fn embed(weights: &[Vec<f64>], x: &[f64]) -> Vec<f64> {
        weights
            .iter()
            .map(|row| {
                let z = row.iter().zip(x).map(|(w, x)| w * x).sum::<f64>();
                if z > 0.0 { z } else { 0.1 * z }
            })
            .collect()
    }

    /// Triplet loss with the hardest positive and the hardest negative of each anchor.
    #[exp(adjoint)]
    pub fn batch_hard(metric: Metric, labels: &[u8], #[fixed] batch: &[Vec<f64>], weights: &[Vec<f64>], margin: f64) -> f64 {
        let embedded: Vec<Vec<f64>> = batch.iter().map(|x| embed(weights, x)).collect();
        let mut losses = Vec::new();
        for (i, anchor) in embedded.iter().enumerate() {
            let (same, other): (Vec<(usize, &Vec<f64>)>, Vec<_>) =
                embedded.iter().enumerate().filter(|&(j, _)| j != i).partition(|&(j, _)| labels[j] == labels[i]);
            let hardest_positive = same
                .iter()
                .map(|(_, e)| distance(metric, anchor, e))
                .max_by(|a, b| a.partial_cmp(b).unwrap());
            let hardest_negative = other
                .iter()
                .map(|(_, e)| distance(metric, anchor, e))
                .min_by(|a, b| a.total_cmp(b));
            let (Some(p), Some(n)) = (hardest_positive, hardest_negative) else {
                continue;
            };
            losses.push(p - n + margin);
        }
        let active: Vec<f64> = losses.into_iter().filter(|&l| l > 0.0).collect();
        if active.is_empty() { 0.0 } else { active.iter().sum::<f64>() / active.len() as f64 }
    }
}

fn main() {
    let labels = [0u8, 0, 1, 1, 0, 2];
    let batch = vec![
        vec![1.0, 0.2, -0.5],
        vec![0.7, 0.9, 0.1],
        vec![-0.6, 0.4, 1.3],
        vec![-0.2, -1.1, 0.8],
        vec![0.3, 0.6, -1.2],
        vec![0.5, -0.7, 0.45],
    ];
    let weights = vec![vec![0.8, -0.3, 0.5], vec![0.2, 0.9, -0.4]];
    let e = exp::BatchHard { metric: exp::Metric::Euclidean, labels: &labels, batch: &batch };
    let x = (weights.clone(), 0.3);
    println!(
        "value {:?} plain {:?}",
        ad::call::value(&e, &x),
        plain::batch_hard(plain::Metric::Euclidean, &labels, &batch, &weights, 0.3)
    );
    ad::testing::check(&e, &x).unwrap();
}
