#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod vae {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Activation {
            Identity,
            Tanh,
            Softplus,
            LeakyRelu,
        }

        impl Activation {
            fn apply(self, x: f64) -> f64 {
                match self {
                    Self::Identity => x,
                    Self::Tanh => x.tanh(),
                    Self::Softplus => x.max(0.0) + (-x.abs()).exp().ln_1p(),
                    Self::LeakyRelu => if x > 0.0 { x } else { 0.01 * x },
                }
            }
        }

        #[derive(Debug, Clone)]
        pub struct Linear {
            pub weight: Vec<Vec<f64>>,
            pub bias: Vec<f64>,
            pub activation: Activation,
        }

        impl Linear {
            pub fn forward(&self, x: &[f64]) -> Vec<f64> {
                let mut y = self.bias.clone();
                for (out, row) in y.iter_mut().zip(&self.weight) {
                    for (w, v) in row.iter().zip(x) {
                        *out += w * v;
                    }
                    *out = self.activation.apply(*out);
                }
                y
            }
        }

        #[derive(Debug, Clone)]
        pub struct Network(pub Vec<Linear>);

        impl Network {
            pub fn forward(&self, x: &[f64]) -> Vec<f64> {
                let mut h = x.to_vec();
                for layer in &self.0 {
                    h = layer.forward(&h);
                }
                h
            }
        }

        /// Negative evidence lower bound of a variational autoencoder with the given noise.
        pub fn negative_elbo(#[fixed] noise: &[f64], encoder: &Network, decoder: &Network, x: &[f64], beta: f64) -> f64 {
            let code = encoder.forward(x);
            let (mean, log_var) = code.split_at(code.len() / 2);
            let z: Vec<f64> = mean
                .iter()
                .zip(log_var)
                .zip(noise)
                .map(|((m, lv), e)| m + (0.5 * lv).exp() * e)
                .collect();
            let reconstruction = decoder.forward(&z);
            let error: f64 = x.iter().zip(&reconstruction).map(|(a, b)| 0.5 * (a - b).powi(2)).sum();
            let kl: f64 = mean.iter().zip(log_var).map(|(m, lv)| 0.5 * (m * m + lv.exp() - lv - 1.0)).sum();
            error + beta * kl
        }
    }
    pub use vae::*;
}

fn main() {
    use ad::prelude::*;
    let noise = [0.7];
    let e = exp::NegativeElbo { noise: &noise };
    let x = (
        exp::Network(vec![
            exp::Linear { weight: vec![vec![0.3, -0.5], vec![0.2, 0.8]], bias: vec![0.1, 0.0], activation: exp::Activation::Tanh },
            exp::Linear { weight: vec![vec![0.6, -0.2], vec![-0.4, 0.1]], bias: vec![0.0, -0.3], activation: exp::Activation::Identity },
        ]),
        exp::Network(vec![
            exp::Linear { weight: vec![vec![0.9], vec![-0.7]], bias: vec![0.05, 0.2], activation: exp::Activation::Softplus },
            exp::Linear { weight: vec![vec![0.4, 0.3], vec![-0.6, 0.5]], bias: vec![0.0, 0.1], activation: exp::Activation::LeakyRelu },
        ]),
        vec![0.8, -0.4],
        0.5,
    );
    let pe = plain::Network(vec![
        plain::Linear { weight: vec![vec![0.3, -0.5], vec![0.2, 0.8]], bias: vec![0.1, 0.0], activation: plain::Activation::Tanh },
        plain::Linear { weight: vec![vec![0.6, -0.2], vec![-0.4, 0.1]], bias: vec![0.0, -0.3], activation: plain::Activation::Identity },
    ]);
    let pd = plain::Network(vec![
        plain::Linear { weight: vec![vec![0.9], vec![-0.7]], bias: vec![0.05, 0.2], activation: plain::Activation::Softplus },
        plain::Linear { weight: vec![vec![0.4, 0.3], vec![-0.6, 0.5]], bias: vec![0.0, 0.1], activation: plain::Activation::LeakyRelu },
    ]);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::negative_elbo(&noise, &pe, &pd, &x.2, 0.5));
    ad::testing::check(&e, &x).unwrap();
}
