#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod biquad {
        use std::f64::consts::PI;

        #[derive(Clone, Copy, Debug)]
        pub struct Coefficients {
            b: [f64; 3],
            a: [f64; 2],
        }

        impl Coefficients {
            pub fn low_pass(sample_rate: f64, cutoff: f64, q: f64) -> Self {
                let omega = 2.0 * PI * cutoff / sample_rate;
                let (sin, cos) = omega.sin_cos();
                let alpha = sin / (2.0 * q);
                let a0 = 1.0 + alpha;
                Coefficients {
                    b: [(1.0 - cos) / 2.0 / a0, (1.0 - cos) / a0, (1.0 - cos) / 2.0 / a0],
                    a: [-2.0 * cos / a0, (1.0 - alpha) / a0],
                }
            }
        }

        pub struct Biquad {
            coefficients: Coefficients,
            z1: f64,
            z2: f64,
        }

        impl Biquad {
            pub fn new(coefficients: Coefficients) -> Self {
                Biquad { coefficients, z1: 0.0, z2: 0.0 }
            }

            /// Transposed direct form II.
            pub fn process(&mut self, input: f64) -> f64 {
                let Coefficients { b, a } = &self.coefficients;
                let output = b[0] * input + self.z1;
                self.z1 = b[1] * input - a[0] * output + self.z2;
                self.z2 = b[2] * input - a[1] * output;
                output
            }
        }

        /// Energy of the filtered signal.
        pub fn filtered_energy(signal: &[f64], cutoff: f64, q: f64) -> f64 {
            let mut filter = Biquad::new(Coefficients::low_pass(48_000.0, cutoff, q));
            let mut energy = 0.0;
            for &sample in signal {
                let out = filter.process(sample);
                energy += out * out;
            }
            energy
        }
    }
    pub use biquad::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::FilteredEnergy;
    let x = (vec![1.0, 0.5, -0.25, 0.75, -1.0, 0.3], 8000.0, 0.707);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::filtered_energy(&vec![1.0, 0.5, -0.25, 0.75, -1.0, 0.3], 8000.0, 0.707));
    ad::testing::check(&e, &x).unwrap();
}
