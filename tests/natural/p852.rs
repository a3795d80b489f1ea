#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod biquad {
        use std::f64::consts::PI;

        #[derive(Debug, Clone, Copy, PartialEq)]
        pub enum Kind {
            LowPass,
            HighPass,
            Peak { gain_db: f64 },
        }

        #[derive(Debug, Clone, Copy)]
        pub struct Coefficients {
            pub b0: f64,
            pub b1: f64,
            pub b2: f64,
            pub a1: f64,
            pub a2: f64,
        }

        impl Coefficients {
            /// From the "Audio EQ cookbook".
            pub fn design(kind: Kind, sample_rate: f64, frequency: f64, q: f64) -> Self {
                let w0 = 2.0 * PI * frequency / sample_rate;
                let (sin, cos) = w0.sin_cos();
                let alpha = sin / (2.0 * q);
                let (b, a) = match kind {
                    Kind::LowPass => (
                        [(1.0 - cos) / 2.0, 1.0 - cos, (1.0 - cos) / 2.0],
                        [1.0 + alpha, -2.0 * cos, 1.0 - alpha],
                    ),
                    Kind::HighPass => (
                        [(1.0 + cos) / 2.0, -(1.0 + cos), (1.0 + cos) / 2.0],
                        [1.0 + alpha, -2.0 * cos, 1.0 - alpha],
                    ),
                    Kind::Peak { gain_db } => {
                        let amp = 10f64.powf(gain_db / 40.0);
                        (
                            [1.0 + alpha * amp, -2.0 * cos, 1.0 - alpha * amp],
                            [1.0 + alpha / amp, -2.0 * cos, 1.0 - alpha / amp],
                        )
                    }
                };
                Self { b0: b[0] / a[0], b1: b[1] / a[0], b2: b[2] / a[0], a1: a[1] / a[0], a2: a[2] / a[0] }
            }
        }

        #[derive(Debug, Clone)]
        pub struct Biquad {
            coefficients: Coefficients,
            z1: f64,
            z2: f64,
        }

        impl Biquad {
            pub fn new(coefficients: Coefficients) -> Self {
                Self { coefficients, z1: 0.0, z2: 0.0 }
            }

            pub fn process(&mut self, x: f64) -> f64 {
                let c = &self.coefficients;
                let y = c.b0 * x + self.z1;
                self.z1 = c.b1 * x - c.a1 * y + self.z2;
                self.z2 = c.b2 * x - c.a2 * y;
                y
            }
        }

        /// Energy of a signal after an equalizer of two sections.
        pub fn filtered_energy(signal: &[f64], cutoff: f64, q: f64, gain_db: f64) -> f64 {
            let mut chain = [
                Biquad::new(Coefficients::design(Kind::HighPass, 48_000.0, cutoff, q)),
                Biquad::new(Coefficients::design(Kind::Peak { gain_db }, 48_000.0, 4.0 * cutoff, q)),
            ];
            signal
                .iter()
                .map(|&s| chain.iter_mut().fold(s, |s, stage| stage.process(s)))
                .map(|y| y * y)
                .sum()
        }
    }
    pub use biquad::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::FilteredEnergy;
    let x = (vec![0.0, 0.5, 1.0, 0.25, -0.75, -0.5, 0.125], 900.0, 0.707, 6.0);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::filtered_energy(&x.0, x.1, x.2, x.3));
    ad::testing::check(&e, &x).unwrap();
}
