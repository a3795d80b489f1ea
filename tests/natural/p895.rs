#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Scaled dot-product attention with a causal mask, for one head.
    #[exp(adjoint)]
    pub fn causal_attention(q: &[Vec<f64>], k: &[Vec<f64>], v: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let scale = (q[0].len() as f64).sqrt().recip();
        let mut output = Vec::with_capacity(q.len());
        for (i, query) in q.iter().enumerate() {
            let scores: Vec<f64> = k[..=i]
                .iter()
                .map(|key| query.iter().zip(key).map(|(a, b)| a * b).sum::<f64>() * scale)
                .collect();
            let max = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let exps: Vec<f64> = scores.iter().map(|s| (s - max).exp()).collect();
            let total: f64 = exps.iter().sum();

            let mut row = vec![0.0; v[0].len()];
            for (p, value) in exps.iter().zip(v) {
                for (r, x) in row.iter_mut().zip(value) {
                    *r += p / total * x;
                }
            }
            output.push(row);
        }
        output
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::CausalAttention;
    let q = vec![vec![0.1, 0.7], vec![-0.4, 0.9], vec![1.2, 0.3]];
    let k = vec![vec![0.5, -0.2], vec![0.8, 0.1], vec![-0.3, 0.6]];
    let v = vec![vec![1.0, 0.0, 2.0], vec![0.5, -1.0, 0.3], vec![-0.7, 0.4, 1.1]];
    let x = (q, k, v);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::causal_attention(&x.0, &x.1, &x.2));
    ad::testing::check(&e, &x).unwrap();
}
