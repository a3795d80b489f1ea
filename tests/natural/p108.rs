#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    fn normalise(v: &[f64]) -> Vec<f64> {
        let norm = v.iter().map(|x| x.powi(2)).sum::<f64>().sqrt();
        v.iter().map(|x| x / norm).collect()
    }

    /// Share of variance that the first principal component explains, by power iteration.
    #[exp(adjoint)]
    pub fn explained_variance(samples: &[Vec<f64>], iterations: usize) -> f64 {
        let (n, d) = (samples.len(), samples[0].len());
        let means: Vec<f64> = (0..d).map(|j| samples.iter().map(|row| row[j]).sum::<f64>() / n as f64).collect();
        let covariance: Vec<Vec<f64>> = (0..d)
            .map(|i| {
                (0..d)
                    .map(|j| samples.iter().map(|s| (s[i] - means[i]) * (s[j] - means[j])).sum::<f64>() / (n as f64 - 1.0))
                    .collect()
            })
            .collect();
        let apply = |v: &[f64]| -> Vec<f64> {
            covariance.iter().map(|row| row.iter().zip(v).map(|(a, b)| a * b).sum()).collect()
        };
        let mut v = normalise(&vec![1.0; d]);
        for _ in 0..iterations {
            v = normalise(&apply(&v));
        }
        let largest: f64 = apply(&v).iter().zip(&v).map(|(a, b)| a * b).sum();
        let trace: f64 = (0..d).map(|i| covariance[i][i]).sum();
        largest / trace
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::ExplainedVariance { iterations: 8 };
    let x = vec![vec![1.0, 2.1], vec![2.0, 3.7], vec![3.0, 6.3], vec![4.5, 8.0]];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::explained_variance(&[vec![1.0, 2.1], vec![2.0, 3.7], vec![3.0, 6.3], vec![4.5, 8.0]], 8));
    ad::testing::check(&e, &x).unwrap();
}
