#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod gru {
        #[derive(Clone, Debug)]
        pub struct Gate {
            pub input: Vec<Vec<f64>>,
            pub hidden: Vec<Vec<f64>>,
            pub bias: Vec<f64>,
        }

        impl Gate {
            fn linear<'a>(&'a self, x: &'a [f64], h: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
                self.bias.iter().enumerate().map(move |(i, b)| {
                    let wx: f64 = self.input[i].iter().zip(x).map(|(w, v)| w * v).sum();
                    let wh: f64 = self.hidden[i].iter().zip(h).map(|(w, v)| w * v).sum();
                    wx + wh + b
                })
            }
        }

        #[derive(Clone, Debug)]
        pub struct Gru {
            pub update: Gate,
            pub reset: Gate,
            pub candidate: Gate,
        }

        fn sigmoid(x: f64) -> f64 {
            1.0 / (1.0 + (-x).exp())
        }

        impl Gru {
            fn step(&self, x: &[f64], h: &[f64]) -> Vec<f64> {
                let z: Vec<f64> = self.update.linear(x, h).map(sigmoid).collect();
                let r: Vec<f64> = self.reset.linear(x, h).map(sigmoid).collect();
                let gated: Vec<f64> = r.iter().zip(h).map(|(r, h)| r * h).collect();
                self.candidate
                    .linear(x, &gated)
                    .map(f64::tanh)
                    .zip(z.iter().zip(h))
                    .map(|(c, (z, h))| (1.0 - z) * h + z * c)
                    .collect()
            }
        }

        pub fn sequence_loss(gru: &Gru, inputs: &[Vec<f64>], target: f64) -> f64 {
            let mut h = vec![0.0; gru.update.bias.len()];
            for x in inputs {
                h = gru.step(x, &h);
            }
            (h.iter().sum::<f64>() - target).powi(2)
        }
    }
    pub use gru::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::SequenceLoss;
    let x = (exp::Gru { update: exp::Gate { input: vec![vec![0.2], vec![-0.3]], hidden: vec![vec![0.1, 0.4], vec![-0.2, 0.3]], bias: vec![0.1, 0.0] }, reset: exp::Gate { input: vec![vec![0.5], vec![0.7]], hidden: vec![vec![-0.1, 0.2], vec![0.3, 0.1]], bias: vec![0.0, 0.2] }, candidate: exp::Gate { input: vec![vec![-0.8], vec![0.6]], hidden: vec![vec![0.4, -0.5], vec![0.2, 0.9]], bias: vec![0.05, -0.1] } }, vec![vec![0.5], vec![-0.2], vec![0.9]], 0.3);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::sequence_loss(&plain::Gru { update: plain::Gate { input: vec![vec![0.2], vec![-0.3]], hidden: vec![vec![0.1, 0.4], vec![-0.2, 0.3]], bias: vec![0.1, 0.0] }, reset: plain::Gate { input: vec![vec![0.5], vec![0.7]], hidden: vec![vec![-0.1, 0.2], vec![0.3, 0.1]], bias: vec![0.0, 0.2] }, candidate: plain::Gate { input: vec![vec![-0.8], vec![0.6]], hidden: vec![vec![0.4, -0.5], vec![0.2, 0.9]], bias: vec![0.05, -0.1] } }, &vec![vec![0.5], vec![-0.2], vec![0.9]], 0.3));
    ad::testing::check(&e, &x).unwrap();
}
