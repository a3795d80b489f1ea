#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod network {
        #[derive(Clone, Copy, Debug)]
        pub enum Activation {
            Tanh,
            Sigmoid,
            LeakyRelu,
            Identity,
        }

        impl Activation {
            fn apply(self, x: f64) -> f64 {
                match self {
                    Activation::Tanh => x.tanh(),
                    Activation::Sigmoid => 1.0 / (1.0 + (-x).exp()),
                    Activation::LeakyRelu => if x > 0.0 { x } else { 0.01 * x },
                    Activation::Identity => x,
                }
            }
        }

        #[derive(Clone, Debug)]
        pub struct Layer {
            pub weights: Vec<Vec<f64>>,
            pub biases: Vec<f64>,
            pub activation: Activation,
        }

        impl Layer {
            fn forward(&self, input: &[f64]) -> Vec<f64> {
                self.weights
                    .iter()
                    .zip(&self.biases)
                    .map(|(row, bias)| {
                        let z: f64 = row.iter().zip(input).map(|(w, x)| w * x).sum::<f64>() + bias;
                        self.activation.apply(z)
                    })
                    .collect()
            }
        }

        pub struct Sample {
            pub input: [f64; 2],
            pub target: f64,
        }

        pub fn predict(layers: &[Layer], input: &[f64]) -> f64 {
            let output = layers.iter().fold(input.to_vec(), |values, layer| layer.forward(&values));
            output[0]
        }

        pub fn mean_squared_error(layers: &[Layer], samples: &[Sample]) -> f64 {
            let total: f64 = samples.iter().map(|s| (predict(layers, &s.input) - s.target).powi(2)).sum();
            total / samples.len() as f64
        }
    }
    pub use network::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::MeanSquaredError;
    let x = (
        vec![
            exp::Layer { weights: vec![vec![0.5, -0.3], vec![0.2, 0.8], vec![-0.6, 0.1]], biases: vec![0.1, -0.2, 0.3], activation: exp::Activation::Tanh },
            exp::Layer { weights: vec![vec![0.7, -0.4, 0.9]], biases: vec![0.05], activation: exp::Activation::Sigmoid },
        ],
        vec![exp::Sample { input: [0.0, 1.0], target: 1.0 }, exp::Sample { input: [1.0, 0.5], target: 0.0 }],
    );
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::mean_squared_error(&vec![
            plain::Layer { weights: vec![vec![0.5, -0.3], vec![0.2, 0.8], vec![-0.6, 0.1]], biases: vec![0.1, -0.2, 0.3], activation: plain::Activation::Tanh },
            plain::Layer { weights: vec![vec![0.7, -0.4, 0.9]], biases: vec![0.05], activation: plain::Activation::Sigmoid },
        ], &vec![plain::Sample { input: [0.0, 1.0], target: 1.0 }, plain::Sample { input: [1.0, 0.5], target: 0.0 }]));
    ad::testing::check(&e, &x).unwrap();
}
