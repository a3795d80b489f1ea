#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod cnn {
        #[derive(Debug, Clone)]
        pub struct Conv1d {
            pub stride: usize,
            pub padding: usize,
            /// kernels[out][in][tap]
            pub kernels: Vec<Vec<Vec<f64>>>,
            pub bias: Vec<f64>,
        }

        #[derive(Debug, Clone)]
        pub struct Dense {
            pub weights: Vec<Vec<f64>>,
            pub bias: Vec<f64>,
        }

        #[derive(Debug, Clone)]
        pub enum Layer {
            Conv(Conv1d),
            Relu,
            MaxPool(usize),
            Flatten,
            Dense(Dense),
        }

        type Signal = Vec<Vec<f64>>;

        impl Conv1d {
            fn forward(&self, input: &Signal) -> Signal {
                let len = input[0].len();
                let taps = self.kernels[0][0].len();
                let out_len = (len + 2 * self.padding - taps) / self.stride + 1;
                self.kernels
                    .iter()
                    .zip(&self.bias)
                    .map(|(kernel, &b)| {
                        (0..out_len)
                            .map(|o| {
                                let mut acc = b;
                                for (channel, taps) in input.iter().zip(kernel) {
                                    for (k, w) in taps.iter().enumerate() {
                                        let pos = (o * self.stride + k).checked_sub(self.padding);
                                        if let Some(x) = pos.and_then(|p| channel.get(p)) {
                                            acc += w * x;
                                        }
                                    }
                                }
                                acc
                            })
                            .collect()
                    })
                    .collect()
            }
        }

        impl Layer {
            fn forward(&self, input: Signal) -> Signal {
                match self {
                    Layer::Conv(conv) => conv.forward(&input),
                    Layer::Relu => input.into_iter().map(|c| c.into_iter().map(|v| v.max(0.0)).collect()).collect(),
                    Layer::MaxPool(size) => input
                        .iter()
                        .map(|c| c.chunks(*size).map(|w| w.iter().copied().fold(f64::MIN, f64::max)).collect())
                        .collect(),
                    Layer::Flatten => vec![input.concat()],
                    Layer::Dense(d) => {
                        let x = &input[0];
                        let out = d
                            .weights
                            .iter()
                            .zip(&d.bias)
                            .map(|(row, b)| b + row.iter().zip(x).map(|(w, v)| w * v).sum::<f64>())
                            .collect();
                        vec![out]
                    }
                }
            }
        }

        pub fn logits(layers: &[Layer], signal: &[f64]) -> Vec<f64> {
            let mut out = layers.iter().fold(vec![signal.to_vec()], |x, layer| layer.forward(x));
            out.pop().unwrap_or_default()
        }
    }
    pub use cnn::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Logits;
    let x = (
        vec![
            exp::Layer::Conv(exp::Conv1d {
                stride: 1,
                padding: 1,
                kernels: vec![vec![vec![0.3, -0.2, 0.5]], vec![vec![-0.4, 0.6, 0.1]]],
                bias: vec![0.1, -0.05],
            }),
            exp::Layer::Relu,
            exp::Layer::MaxPool(2),
            exp::Layer::Flatten,
            exp::Layer::Dense(exp::Dense {
                weights: vec![vec![0.2, -0.1, 0.4, 0.3, 0.6, -0.5], vec![-0.3, 0.7, 0.1, 0.0, 0.2, 0.4]],
                bias: vec![0.0, 0.2],
            }),
        ],
        vec![0.5, -1.0, 0.8, 1.3, -0.4, 0.9],
    );
    let p = vec![
        plain::Layer::Conv(plain::Conv1d {
            stride: 1,
            padding: 1,
            kernels: vec![vec![vec![0.3, -0.2, 0.5]], vec![vec![-0.4, 0.6, 0.1]]],
            bias: vec![0.1, -0.05],
        }),
        plain::Layer::Relu,
        plain::Layer::MaxPool(2),
        plain::Layer::Flatten,
        plain::Layer::Dense(plain::Dense {
            weights: vec![vec![0.2, -0.1, 0.4, 0.3, 0.6, -0.5], vec![-0.3, 0.7, 0.1, 0.0, 0.2, 0.4]],
            bias: vec![0.0, 0.2],
        }),
    ];
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::logits(&p, &x.1));
    ad::testing::check(&e, &x).unwrap();
}
