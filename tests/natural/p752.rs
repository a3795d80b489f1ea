#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod biquad {
        use std::f64::consts::PI;

        #[derive(Debug, Clone, Copy)]
        pub enum Kind {
            LowPass,
            HighPass,
            Peaking { gain_db: f64 },
        }

        #[derive(Debug, Clone)]
        pub struct Biquad {
            b: [f64; 3],
            a: [f64; 2],
            z1: f64,
            z2: f64,
        }

        impl Biquad {
            /// Coefficients from the audio EQ cookbook.
            pub fn new(kind: Kind, freq: f64, q: f64, sample_rate: f64) -> Self {
                let w0 = 2.0 * PI * freq / sample_rate;
                let (sin, cos) = (w0.sin(), w0.cos());
                let alpha = sin / (2.0 * q);
                let (b, a) = match kind {
                    Kind::LowPass => {
                        let b1 = 1.0 - cos;
                        ([b1 / 2.0, b1, b1 / 2.0], [1.0 + alpha, -2.0 * cos, 1.0 - alpha])
                    }
                    Kind::HighPass => {
                        let b1 = 1.0 + cos;
                        ([b1 / 2.0, -b1, b1 / 2.0], [1.0 + alpha, -2.0 * cos, 1.0 - alpha])
                    }
                    Kind::Peaking { gain_db } => {
                        let amp = 10f64.powf(gain_db / 40.0);
                        (
                            [1.0 + alpha * amp, -2.0 * cos, 1.0 - alpha * amp],
                            [1.0 + alpha / amp, -2.0 * cos, 1.0 - alpha / amp],
                        )
                    }
                };
                Biquad {
                    b: b.map(|c| c / a[0]),
                    a: [a[1] / a[0], a[2] / a[0]],
                    z1: 0.0,
                    z2: 0.0,
                }
            }

            /// One sample, transposed direct form II.
            pub fn process(&mut self, x: f64) -> f64 {
                let y = self.b[0] * x + self.z1;
                self.z1 = self.b[1] * x - self.a[0] * y + self.z2;
                self.z2 = self.b[2] * x - self.a[1] * y;
                y
            }
        }

        pub fn equalize(input: &[f64], low_cut: f64, presence_db: f64, high_cut: f64) -> Vec<f64> {
            let mut chain = [
                Biquad::new(Kind::HighPass, low_cut, 0.7071, 48_000.0),
                Biquad::new(Kind::Peaking { gain_db: presence_db }, 3_000.0, 1.2, 48_000.0),
                Biquad::new(Kind::LowPass, high_cut, 0.7071, 48_000.0),
            ];
            input
                .iter()
                .map(|&x| chain.iter_mut().fold(x, |s, stage| stage.process(s)))
                .collect()
        }
    }
    pub use biquad::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Equalize;
    let input = vec![1.0, 0.5, -0.25, 0.0, 0.75, -1.0, 0.2, 0.1];
    let x = (input.clone(), 120.0, 4.0, 9_000.0);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::equalize(&input, 120.0, 4.0, 9_000.0));
    ad::testing::check(&e, &x).unwrap();
}
