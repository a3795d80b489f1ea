#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod gru {
        #[derive(Clone, Debug)]
        pub struct Gate<const H: usize> {
            pub input: [f64; H],
            pub hidden: [[f64; H]; H],
            pub bias: [f64; H],
        }

        impl<const H: usize> Gate<H> {
            fn preactivation(&self, i: usize, x: f64, h: &[f64; H]) -> f64 {
                let mut z = self.bias[i] + self.input[i] * x;
                for j in 0..H {
                    z += self.hidden[i][j] * h[j];
                }
                z
            }
        }

        fn sigmoid(x: f64) -> f64 {
            0.5 * (1.0 + (0.5 * x).tanh())
        }

        /// The hidden states after each input of a gated recurrent unit.
        pub fn run(update: &Gate<2>, reset: &Gate<2>, candidate: &Gate<2>, inputs: &[f64]) -> Vec<[f64; 2]> {
            let mut h = [0.0; 2];
            let mut states = Vec::new();
            for &x in inputs {
                let z: [f64; 2] = std::array::from_fn(|i| sigmoid(update.preactivation(i, x, &h)));
                let r: [f64; 2] = std::array::from_fn(|i| sigmoid(reset.preactivation(i, x, &h)));
                let gated = [r[0] * h[0], r[1] * h[1]];
                for i in 0..2 {
                    let new = candidate.preactivation(i, x, &gated).tanh();
                    h[i] = z[i] * h[i] + (1.0 - z[i]) * new;
                }
                states.push(h);
            }
            states
        }
    }
    pub use gru::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Run;
    let x = (exp::Gate { input: [0.1, 0.2], hidden: [[0.3, -0.1], [0.2, 0.4]], bias: [0.0, 0.1] }, exp::Gate { input: [0.5, -0.2], hidden: [[0.1, 0.1], [-0.2, 0.3]], bias: [0.2, 0.0] }, exp::Gate { input: [1.0, -0.6], hidden: [[0.7, 0.2], [0.1, -0.4]], bias: [0.0, 0.05] }, vec![0.5, -1.0, 0.8]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![[1.0, 0.0], [0.0, 1.0], [1.0, 2.0]]).1);
    println!("value {:?} plain {:?}", value, plain::run(&plain::Gate { input: [0.1, 0.2], hidden: [[0.3, -0.1], [0.2, 0.4]], bias: [0.0, 0.1] }, &plain::Gate { input: [0.5, -0.2], hidden: [[0.1, 0.1], [-0.2, 0.3]], bias: [0.2, 0.0] }, &plain::Gate { input: [1.0, -0.6], hidden: [[0.7, 0.2], [0.1, -0.4]], bias: [0.0, 0.05] }, &[0.5, -1.0, 0.8]));
    ad::testing::check(&e, &x).unwrap();
}
