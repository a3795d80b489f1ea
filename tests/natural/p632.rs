#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod haar {
        /// Wavelet shrinkage with soft thresholds.
        pub struct Decomposition {
            pub approximation: f64,
            pub details: Vec<Vec<f64>>,
        }

        pub fn analyse(signal: &[f64]) -> Decomposition {
            let mut current = signal.to_vec();
            let mut details = Vec::new();
            while current.len() > 1 {
                let (sums, diffs): (Vec<f64>, Vec<f64>) = current
                    .chunks(2)
                    .map(|c| ((c[0] + c[1]) / std::f64::consts::SQRT_2, (c[0] - c[1]) / std::f64::consts::SQRT_2))
                    .unzip();
                details.push(diffs);
                current = sums;
            }
            Decomposition { approximation: current[0], details }
        }

        impl Decomposition {
            pub fn shrink(mut self, threshold: f64) -> Self {
                for level in &mut self.details {
                    for d in level.iter_mut() {
                        *d = d.signum() * (d.abs() - threshold).max(0.0);
                    }
                }
                self
            }

            pub fn synthesise(&self) -> Vec<f64> {
                self.details.iter().rev().fold(vec![self.approximation], |sums, diffs| {
                    sums.iter()
                        .zip(diffs)
                        .flat_map(|(s, d)| [(s + d) / std::f64::consts::SQRT_2, (s - d) / std::f64::consts::SQRT_2])
                        .collect()
                })
            }
        }

        pub fn denoise(signal: &[f64], threshold: f64) -> Vec<f64> {
            analyse(signal).shrink(threshold).synthesise()
        }
    }
    pub use haar::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Denoise;
    let x = (vec![1.0, 1.3, 0.2, -0.5, 2.0, 2.1, 1.2, 0.6], 0.25);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]).1);
    println!("value {:?} plain {:?}", value, plain::denoise(&vec![1.0, 1.3, 0.2, -0.5, 2.0, 2.1, 1.2, 0.6], 0.25));
    ad::testing::check(&e, &x).unwrap();
}
