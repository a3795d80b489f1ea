#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod network {
        #[derive(Clone, Copy, Debug)]
        pub enum Activation {
            Relu,
            Tanh,
            Identity,
        }

        #[derive(Clone, Debug)]
        pub struct Layer {
            pub weights: Vec<Vec<f64>>,
            pub biases: Vec<f64>,
            pub activation: Activation,
        }

        impl Activation {
            fn apply(self, x: f64) -> f64 {
                match self {
                    Activation::Relu => x.max(0.0),
                    Activation::Tanh => x.tanh(),
                    Activation::Identity => x,
                }
            }
        }

        impl Layer {
            fn forward(&self, input: &[f64]) -> Vec<f64> {
                self.weights
                    .iter()
                    .zip(&self.biases)
                    .map(|(row, bias)| {
                        let z = row.iter().zip(input).map(|(w, x)| w * x).sum::<f64>() + bias;
                        self.activation.apply(z)
                    })
                    .collect()
            }
        }

        pub struct Mlp {
            pub layers: Vec<Layer>,
        }

        pub fn mse(#[fixed] samples: &[([f64; 2], f64)], net: &Mlp) -> f64 {
            let mut total = 0.0;
            for (input, target) in samples {
                let output = net.layers.iter().fold(input.to_vec(), |signal, layer| layer.forward(&signal));
                total += (output[0] - target).powi(2);
            }
            total / samples.len() as f64
        }
    }
    pub use network::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Mse { samples: &[([0.0, 1.0], 1.0), ([1.0, 1.0], 0.0)] };
    let x = exp::Mlp { layers: vec![exp::Layer { weights: vec![vec![0.5, -0.3], vec![0.8, 0.2]], biases: vec![0.1, -0.1], activation: exp::Activation::Tanh }, exp::Layer { weights: vec![vec![1.0, -0.7]], biases: vec![0.05], activation: exp::Activation::Identity }] };
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::mse(&[([0.0, 1.0], 1.0), ([1.0, 1.0], 0.0)], &plain::Mlp { layers: vec![plain::Layer { weights: vec![vec![0.5, -0.3], vec![0.8, 0.2]], biases: vec![0.1, -0.1], activation: plain::Activation::Tanh }, plain::Layer { weights: vec![vec![1.0, -0.7]], biases: vec![0.05], activation: plain::Activation::Identity }] }));
    ad::testing::check(&e, &x).unwrap();
}
