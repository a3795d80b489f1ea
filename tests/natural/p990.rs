#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod neural {
        #[derive(Debug, Clone, Copy)]
        pub enum Activation {
            Relu,
            Tanh,
            Identity,
        }

        impl Activation {
            fn apply(self, x: f64) -> f64 {
                match self {
                    Self::Relu => x.max(0.0),
                    Self::Tanh => x.tanh(),
                    Self::Identity => x,
                }
            }
        }

        pub struct Layer {
            weights: Vec<Vec<f64>>,
            bias: Vec<f64>,
            activation: Activation,
        }

        impl Layer {
            fn forward(&self, input: &[f64]) -> Vec<f64> {
                self.weights
                    .iter()
                    .zip(&self.bias)
                    .map(|(row, b)| {
                        let z = row.iter().zip(input).map(|(w, x)| w * x).sum::<f64>() + b;
                        self.activation.apply(z)
                    })
                    .collect()
            }
        }

        struct Reader<'a> {
            rest: std::slice::Iter<'a, f64>,
        }

        impl<'a> Reader<'a> {
            fn take(&mut self, n: usize) -> Vec<f64> {
                self.rest.by_ref().take(n).copied().collect()
            }
        }

        pub struct Network {
            layers: Vec<Layer>,
        }

        impl Network {
            fn from_flat(sizes: &[usize], params: &[f64]) -> Network {
                let mut reader = Reader { rest: params.iter() };
                let last = sizes.len() - 2;
                let layers = sizes
                    .windows(2)
                    .enumerate()
                    .map(|(i, w)| {
                        let (inputs, outputs) = (w[0], w[1]);
                        let weights = (0..outputs).map(|_| reader.take(inputs)).collect();
                        let bias = reader.take(outputs);
                        Layer { weights, bias, activation: if i == last { Activation::Identity } else { Activation::Tanh } }
                    })
                    .collect();
                Network { layers }
            }

            fn predict(&self, x: &[f64]) -> Vec<f64> {
                self.layers.iter().fold(x.to_vec(), |x, layer| layer.forward(&x))
            }
        }

        fn softmax(z: &[f64]) -> Vec<f64> {
            let max = z.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
            let e: Vec<f64> = z.iter().map(|z| (z - max).exp()).collect();
            let total: f64 = e.iter().sum();
            e.into_iter().map(|e| e / total).collect()
        }

        pub fn cross_entropy(params: &[f64], #[fixed] samples: &[(Vec<f64>, usize)]) -> f64 {
            let network = Network::from_flat(&[2, 3, 2], params);
            let mut loss = 0.0;
            for (x, label) in samples {
                let p = softmax(&network.predict(x));
                loss -= p[*label].ln();
            }
            loss / samples.len() as f64
        }
    }
    pub use neural::*;
}

fn main() {
    let samples = vec![(vec![0.5, -1.0], 0), (vec![1.5, 0.3], 1), (vec![-0.4, 0.9], 1)];
    let params: Vec<f64> = (0..17).map(|i| ((i * 7 % 11) as f64 - 5.0) / 6.0).collect();
    ad::testing::check_function(&exp::CrossEntropy { samples: &samples }, |x| plain::cross_entropy(x, &samples), &params).unwrap();
}
