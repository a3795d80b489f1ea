#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod reverb {
        use std::collections::VecDeque;

        struct Comb {
            line: VecDeque<f64>,
            feedback: f64,
            damping: f64,
            low: f64,
        }

        impl Comb {
            fn new(delay: usize, feedback: f64, damping: f64) -> Comb {
                let mut line = VecDeque::with_capacity(delay);
                line.resize(delay, 0.0);
                Comb { line, feedback, damping, low: 0.0 }
            }

            fn tick(&mut self, input: f64) -> f64 {
                let delayed = self.line.pop_front().unwrap_or(0.0);
                self.low += (1.0 - self.damping) * (delayed - self.low);
                self.line.push_back(input + self.feedback * self.low);
                delayed
            }
        }

        /// Parallel combs: dry and wet together.
        pub fn reverberate(delays: &[usize], dry: &[f64], feedback: f64, damping: f64, mix: f64) -> Vec<f64> {
            let mut combs: Vec<Comb> = delays.iter().map(|&d| Comb::new(d, feedback, damping)).collect();
            let mut out = Vec::new();
            for &x in dry {
                let wet: f64 = combs.iter_mut().map(|c| c.tick(x)).sum::<f64>() / delays.len() as f64;
                out.push((1.0 - mix) * x + mix * wet);
            }
            out
        }
    }
    pub use reverb::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Reverberate { delays: &[1, 2] };
    let x = (vec![1.0, 0.0, 0.5, -0.5, 0.0, 0.0], 0.7, 0.2, 0.4);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 1.0, 2.0, 1.0, -1.0, 3.0]).1);
    println!("value {:?} plain {:?}", value, plain::reverberate(&[1, 2], &[1.0, 0.0, 0.5, -0.5, 0.0, 0.0], 0.7, 0.2, 0.4));
    ad::testing::check(&e, &x).unwrap();
}
