#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod filters {
        use std::collections::VecDeque;
        use std::f64::consts::PI;

        pub trait Filter {
            fn process(&mut self, x: f64) -> f64;
            fn reset(&mut self);
        }

        pub struct MovingAverage {
            window: VecDeque<f64>,
            size: usize,
            sum: f64,
        }

        impl MovingAverage {
            pub fn new(size: usize) -> Self {
                Self { window: VecDeque::with_capacity(size), size, sum: 0.0 }
            }
        }

        impl Filter for MovingAverage {
            fn process(&mut self, x: f64) -> f64 {
                if self.window.len() == self.size {
                    if let Some(old) = self.window.pop_front() {
                        self.sum -= old;
                    }
                }
                self.window.push_back(x);
                self.sum += x;
                self.sum / self.window.len() as f64
            }

            fn reset(&mut self) {
                self.window.clear();
                self.sum = 0.0;
            }
        }

        /// Direct form II transposed.
        pub struct Biquad {
            b: [f64; 3],
            a: [f64; 2],
            z: [f64; 2],
        }

        impl Biquad {
            pub fn low_pass(cutoff: f64, q: f64) -> Self {
                let w = 2.0 * PI * cutoff;
                let alpha = w.sin() / (2.0 * q);
                let a0 = 1.0 + alpha;
                let b1 = (1.0 - w.cos()) / a0;
                Biquad { b: [b1 / 2.0, b1, b1 / 2.0], a: [-2.0 * w.cos() / a0, (1.0 - alpha) / a0], z: [0.0; 2] }
            }
        }

        impl Filter for Biquad {
            fn process(&mut self, x: f64) -> f64 {
                let y = self.b[0] * x + self.z[0];
                self.z[0] = self.b[1] * x - self.a[0] * y + self.z[1];
                self.z[1] = self.b[2] * x - self.a[1] * y;
                y
            }

            fn reset(&mut self) {
                self.z = [0.0; 2];
            }
        }

        struct Chain<A, B>(A, B);

        impl<A: Filter, B: Filter> Filter for Chain<A, B> {
            fn process(&mut self, x: f64) -> f64 {
                let x = self.0.process(x);
                self.1.process(x)
            }

            fn reset(&mut self) {
                self.0.reset();
                self.1.reset();
            }
        }

        fn power(filter: &mut impl Filter, signal: &[f64]) -> f64 {
            filter.reset();
            signal.iter().map(|&x| filter.process(x).powi(2)).sum::<f64>() / signal.len() as f64
        }

        pub fn output_power(cutoff: f64, q: f64, signal: &[f64]) -> f64 {
            let mut chain = Chain(Biquad::low_pass(cutoff, q), MovingAverage::new(3));
            power(&mut chain, signal)
        }
    }
    pub use filters::*;
}

fn main() {
    let x = (0.1, 0.7, vec![1.0, -0.5, 2.0, 0.3, -1.0, 0.8]);
    ad::testing::check_function(&exp::OutputPower, |x| plain::output_power(x.0, x.1, &x.2), &x).unwrap();
}
