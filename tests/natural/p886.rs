#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod network {
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub enum Activation {
            Identity,
            Relu,
            Tanh,
            Sigmoid,
        }

        impl Activation {
            fn apply(self, x: f64) -> f64 {
                match self {
                    Activation::Identity => x,
                    Activation::Relu => x.max(0.0),
                    Activation::Tanh => x.tanh(),
                    Activation::Sigmoid => 1.0 / (1.0 + (-x).exp()),
                }
            }
        }

        #[derive(Debug, Clone)]
        pub struct Dense {
            pub weights: Vec<Vec<f64>>,
            pub bias: Vec<f64>,
            pub activation: Activation,
        }

        impl Dense {
            fn forward(&self, input: &[f64]) -> Vec<f64> {
                self.weights
                    .iter()
                    .zip(&self.bias)
                    .map(|(row, b)| {
                        let z = row.iter().zip(input).fold(*b, |acc, (w, x)| acc + w * x);
                        self.activation.apply(z)
                    })
                    .collect()
            }
        }

        #[derive(Debug, Clone)]
        pub struct Network {
            pub layers: Vec<Dense>,
        }

        impl Network {
            pub fn predict(&self, input: &[f64]) -> Vec<f64> {
                let mut x = input.to_vec();
                for layer in &self.layers {
                    x = layer.forward(&x);
                }
                x
            }
        }

        /// Mean squared error over a batch.
        pub fn mse(net: &Network, #[fixed] batch: &[(Vec<f64>, Vec<f64>)]) -> f64 {
            let mut total = 0.0;
            let mut count = 0;
            for (input, target) in batch {
                for (y, t) in net.predict(input).iter().zip(target) {
                    total += (y - t).powi(2);
                    count += 1;
                }
            }
            total / count as f64
        }
    }
    pub use network::*;
}

fn main() {
    use ad::prelude::*;
    macro_rules! net {
        ($m:ident) => {
            $m::Network {
                layers: vec![
                    $m::Dense { weights: vec![vec![0.3, -0.5], vec![0.8, 0.2]], bias: vec![0.1, -0.2], activation: $m::Activation::Tanh },
                    $m::Dense { weights: vec![vec![1.1, -0.6]], bias: vec![0.05], activation: $m::Activation::Sigmoid },
                ],
            }
        };
    }
    let batch = vec![(vec![0.0, 1.0], vec![1.0]), (vec![1.0, 1.0], vec![0.0])];
    let e = exp::Mse { batch: &batch };
    let x = net!(exp);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::mse(&net!(plain), &batch));
    ad::testing::check(&e, &x).unwrap();
}
