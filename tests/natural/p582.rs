#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod lms {
        /// Adaptive noise cancelling with normalised LMS.
        pub struct Lms {
            taps: Vec<f64>,
            buffer: std::collections::VecDeque<f64>,
            mu: f64,
        }

        impl Lms {
            pub fn new(length: usize, mu: f64) -> Lms {
                Lms { taps: vec![0.0; length], buffer: vec![0.0; length].into(), mu }
            }

            pub fn step(&mut self, reference: f64, desired: f64) -> f64 {
                self.buffer.pop_back();
                self.buffer.push_front(reference);
                let estimate: f64 = self.taps.iter().zip(self.buffer.iter()).map(|(w, x)| w * x).sum();
                let power: f64 = self.buffer.iter().map(|x| x * x).sum::<f64>() + 1e-6;
                let error = desired - estimate;
                for (w, x) in self.taps.iter_mut().zip(&self.buffer) {
                    *w += self.mu * error * x / power;
                }
                error
            }
        }

        pub fn residual(reference: &[f64], desired: &[f64], mu: f64, taps: usize) -> f64 {
            let mut lms = Lms::new(taps, mu);
            let errors: Vec<f64> = reference.iter().zip(desired).map(|(&r, &d)| lms.step(r, d)).collect();
            let tail = &errors[errors.len() / 2..];
            tail.iter().map(|e| e.powi(2)).sum::<f64>() / tail.len() as f64
        }
    }
    pub use lms::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Residual { taps: 3 };
    let x = (vec![0.5, -0.3, 0.8, 0.1, -0.6, 0.4], vec![0.4, 0.1, 0.5, 0.3, -0.4, 0.2], 0.7);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::residual(&vec![0.5, -0.3, 0.8, 0.1, -0.6, 0.4], &vec![0.4, 0.1, 0.5, 0.3, -0.4, 0.2], 0.7, 3));
    ad::testing::check(&e, &x).unwrap();
}
