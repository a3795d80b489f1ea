#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod biquad {
        use std::f64::consts::PI;

        #[derive(Clone, Debug, Default)]
        pub struct Biquad {
            b: [f64; 3],
            a: [f64; 2],
            z1: f64,
            z2: f64,
        }

        impl Biquad {
            pub fn low_pass(cutoff: f64, q: f64, sample_rate: f64) -> Biquad {
                let w = 2.0 * PI * cutoff / sample_rate;
                let alpha = w.sin() / (2.0 * q);
                let cos = w.cos();
                let a0 = 1.0 + alpha;
                Biquad {
                    b: [(1.0 - cos) / 2.0 / a0, (1.0 - cos) / a0, (1.0 - cos) / 2.0 / a0],
                    a: [-2.0 * cos / a0, (1.0 - alpha) / a0],
                    ..Default::default()
                }
            }

            pub fn process(&mut self, input: f64) -> f64 {
                let output = self.b[0] * input + self.z1;
                self.z1 = self.b[1] * input - self.a[0] * output + self.z2;
                self.z2 = self.b[2] * input - self.a[1] * output;
                output
            }
        }

        /// Two sections in series.
        pub fn cascade(signal: &[f64], cutoff: f64, q: f64, #[fixed] sample_rate: f64) -> Vec<f64> {
            let mut first = Biquad::low_pass(cutoff, q, sample_rate);
            let mut second = first.clone();
            signal.iter().map(|&s| second.process(first.process(s))).collect()
        }
    }
    pub use biquad::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Cascade { sample_rate: 8000.0 };
    let x = (vec![1.0, 0.0, -0.5, 0.25], 900.0, 0.7);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 2.0, -1.0, 0.5]).1);
    println!("value {:?} plain {:?}", value, plain::cascade(&[1.0, 0.0, -0.5, 0.25], 900.0, 0.7, 8000.0));
    ad::testing::check(&e, &x).unwrap();
}
