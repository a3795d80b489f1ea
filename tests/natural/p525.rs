#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod mlp {
        #[derive(Clone, Copy, Debug)]
        pub enum Activation {
            Tanh,
            Relu,
            Sigmoid,
            Linear,
        }

        impl Activation {
            fn apply(self, x: f64) -> f64 {
                match self {
                    Activation::Tanh => x.tanh(),
                    Activation::Relu => x.max(0.0),
                    Activation::Sigmoid => 1.0 / (1.0 + (-x).exp()),
                    Activation::Linear => x,
                }
            }
        }

        #[derive(Clone, Debug)]
        pub struct Layer {
            pub weights: Vec<Vec<f64>>,
            pub bias: Vec<f64>,
            pub activation: Activation,
        }

        impl Layer {
            fn forward(&self, input: &[f64]) -> Vec<f64> {
                self.weights
                    .iter()
                    .zip(&self.bias)
                    .map(|(row, b)| {
                        let z: f64 = row.iter().zip(input).map(|(w, x)| w * x).sum::<f64>() + b;
                        self.activation.apply(z)
                    })
                    .collect()
            }
        }

        #[derive(Clone, Debug)]
        pub struct Network {
            pub layers: Vec<Layer>,
        }

        impl Network {
            pub fn predict(&self, input: &[f64]) -> Vec<f64> {
                self.layers.iter().fold(input.to_vec(), |x, layer| layer.forward(&x))
            }

            pub fn loss(&self, #[fixed] samples: &[([f64; 2], f64)]) -> f64 {
                let mut total = 0.0;
                for (input, target) in samples {
                    let y = self.predict(input);
                    total += (y[0] - target).powi(2);
                }
                total / samples.len() as f64
            }
        }
    }
    pub use mlp::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::NetworkLoss { samples: &[([0.0, 1.0], 1.0), ([1.0, 1.0], 0.0), ([0.5, -0.5], 0.25)] };
    let x = exp::Network { layers: vec![exp::Layer { weights: vec![vec![0.5, -0.3], vec![0.2, 0.8], vec![-0.6, 0.1]], bias: vec![0.1, -0.1, 0.2], activation: exp::Activation::Tanh }, exp::Layer { weights: vec![vec![0.7, -1.1, 0.4]], bias: vec![0.05], activation: exp::Activation::Sigmoid }] };
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::Network::loss(&plain::Network { layers: vec![plain::Layer { weights: vec![vec![0.5, -0.3], vec![0.2, 0.8], vec![-0.6, 0.1]], bias: vec![0.1, -0.1, 0.2], activation: plain::Activation::Tanh }, plain::Layer { weights: vec![vec![0.7, -1.1, 0.4]], bias: vec![0.05], activation: plain::Activation::Sigmoid }] }, &[([0.0, 1.0], 1.0), ([1.0, 1.0], 0.0), ([0.5, -0.5], 0.25)]));
    ad::testing::check(&e, &x).unwrap();
}
