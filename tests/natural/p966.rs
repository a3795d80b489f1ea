#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod nn {
        #[derive(Clone, Debug)]
        pub struct Linear {
            pub weight: Vec<Vec<f64>>,
            pub bias: Vec<f64>,
        }

        #[derive(Clone, Debug)]
        pub struct LayerNorm {
            pub gain: Vec<f64>,
            pub shift: Vec<f64>,
        }

        pub struct Gelu;

        pub trait Layer {
            fn forward(&self, x: &[f64]) -> Vec<f64>;
        }

        impl Layer for Linear {
            fn forward(&self, x: &[f64]) -> Vec<f64> {
                self.weight
                    .iter()
                    .zip(&self.bias)
                    .map(|(row, b)| row.iter().zip(x).map(|(w, x)| w * x).sum::<f64>() + b)
                    .collect()
            }
        }

        impl Layer for LayerNorm {
            fn forward(&self, x: &[f64]) -> Vec<f64> {
                let n = x.len() as f64;
                let mean = x.iter().sum::<f64>() / n;
                let var = x.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n;
                let inv = (var + 1e-5).sqrt().recip();
                x.iter().enumerate().map(|(i, v)| self.gain[i] * (v - mean) * inv + self.shift[i]).collect()
            }
        }

        impl Layer for Gelu {
            fn forward(&self, x: &[f64]) -> Vec<f64> {
                x.iter().map(|&v| 0.5 * v * (1.0 + (0.7978845608 * (v + 0.044715 * v.powi(3))).tanh())).collect()
            }
        }

        fn cross_entropy(logits: &[f64], label: usize) -> f64 {
            let max = logits.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
            let lse = max + logits.iter().map(|l| (l - max).exp()).sum::<f64>().ln();
            lse - logits[label]
        }

        pub fn batch_loss(#[fixed] inputs: &[Vec<f64>], labels: &[usize], first: &Linear, norm: &LayerNorm, last: &Linear) -> f64 {
            let net: Vec<Box<dyn Layer + '_>> =
                vec![Box::new(first.clone()), Box::new(norm.clone()), Box::new(Gelu), Box::new(last.clone())];
            let mut loss = 0.0;
            for (x, &label) in inputs.iter().zip(labels) {
                let logits = net.iter().fold(x.clone(), |h, layer| layer.forward(&h));
                loss += cross_entropy(&logits, label);
            }
            loss / inputs.len() as f64
        }
    }
    pub use nn::*;
}

fn main() {
    macro_rules! net {
        ($m:ident) => {{
            use $m::{LayerNorm, Linear};
            (
                Linear { weight: vec![vec![0.3, -0.5], vec![0.8, 0.1], vec![-0.4, 0.7]], bias: vec![0.1, 0.0, -0.2] },
                LayerNorm { gain: vec![1.0, 0.9, 1.1], shift: vec![0.05, -0.1, 0.0] },
                Linear { weight: vec![vec![0.2, -0.3, 0.6], vec![-0.5, 0.4, 0.1]], bias: vec![0.0, 0.15] },
            )
        }};
    }
    let inputs = vec![vec![1.0, 2.0], vec![-0.5, 0.3], vec![0.7, -1.4]];
    let labels = [0, 1, 1];
    let e = exp::BatchLoss { inputs: &inputs, labels: &labels };
    let x = net!(exp);
    let (first, norm, last) = net!(plain);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::batch_loss(&inputs, &labels, &first, &norm, &last));
    ad::testing::check(&e, &x).unwrap();
}
