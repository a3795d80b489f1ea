#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub fn layer_norm(x: &mut [f64], gain: &[f64], bias: &[f64]) {
        const EPS: f64 = 1e-5;
        let n = x.len() as f64;
        let mean = x.iter().sum::<f64>() / n;
        let var = x.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / n;
        let inv_std = (var + EPS).sqrt().recip();
        for ((v, g), b) in x.iter_mut().zip(gain).zip(bias) {
            *v = (*v - mean) * inv_std * g + b;
        }
    }

    #[exp(adjoint)]
    pub fn gelu(x: f64) -> f64 {
        let c = (2.0 / std::f64::consts::PI).sqrt();
        0.5 * x * (1.0 + (c * (x + 0.044715 * x.powi(3))).tanh())
    }

    /// The feed-forward half of a transformer block: x + W₂ gelu(W₁ norm(x)).
    #[exp(adjoint)]
    pub fn feed_forward(x: &[f64], gain: &[f64], bias: &[f64], w1: &[Vec<f64>], b1: &[f64], w2: &[Vec<f64>]) -> Vec<f64> {
        let mut h = x.to_vec();
        layer_norm(&mut h, gain, bias);
        let hidden: Vec<f64> = w1
            .iter()
            .zip(b1)
            .map(|(row, b)| gelu(row.iter().zip(&h).map(|(w, v)| w * v).sum::<f64>() + b))
            .collect();
        let mut out = x.to_vec();
        for (o, row) in out.iter_mut().zip(w2) {
            *o += row.iter().zip(hidden.iter()).map(|(w, v)| w * v).sum::<f64>();
        }
        out
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::FeedForward;
    let x = (
        vec![0.3, -1.1, 0.8],
        vec![1.0, 0.9, 1.1],
        vec![0.0, 0.1, -0.1],
        vec![vec![0.2, -0.4, 0.1], vec![0.5, 0.3, -0.2], vec![-0.6, 0.1, 0.7], vec![0.4, 0.4, -0.5]],
        vec![0.05, -0.02, 0.0, 0.1],
        vec![vec![0.1, 0.2, -0.3, 0.4], vec![-0.2, 0.5, 0.1, 0.0], vec![0.3, -0.1, 0.2, 0.6]],
    );
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::feed_forward(&x.0, &x.1, &x.2, &x.3, &x.4, &x.5));
    ad::testing::check(&e, &x).unwrap();
}
