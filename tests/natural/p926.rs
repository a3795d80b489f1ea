#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod equalizer {
        use std::f64::consts::PI;

        #[derive(Debug, Clone, Copy, Default)]
        struct Biquad {
            b: [f64; 3],
            a: [f64; 2],
            z: [f64; 2],
        }

        impl Biquad {
            fn normalized(b: [f64; 3], a: [f64; 3]) -> Self {
                Biquad { b: b.map(|b| b / a[0]), a: [a[1] / a[0], a[2] / a[0]], ..Default::default() }
            }

            fn low_pass(frequency: f64, q: f64) -> Self {
                let (sin, cos) = (2.0 * PI * frequency).sin_cos();
                let alpha = sin / (2.0 * q);
                Self::normalized([0.5 * (1.0 - cos), 1.0 - cos, 0.5 * (1.0 - cos)], [1.0 + alpha, -2.0 * cos, 1.0 - alpha])
            }

            fn peak(frequency: f64, q: f64, decibels: f64) -> Self {
                let amplitude = 10f64.powf(decibels / 40.0);
                let (sin, cos) = (2.0 * PI * frequency).sin_cos();
                let alpha = sin / (2.0 * q);
                Self::normalized(
                    [1.0 + alpha * amplitude, -2.0 * cos, 1.0 - alpha * amplitude],
                    [1.0 + alpha / amplitude, -2.0 * cos, 1.0 - alpha / amplitude],
                )
            }

            fn tick(&mut self, x: f64) -> f64 {
                let y = self.b[0] * x + self.z[0];
                self.z[0] = self.b[1] * x - self.a[0] * y + self.z[1];
                self.z[1] = self.b[2] * x - self.a[1] * y;
                y
            }
        }

        #[derive(Default)]
        struct Chain {
            stages: Vec<Biquad>,
            gain: f64,
        }

        impl Chain {
            fn new() -> Self {
                Chain { stages: vec![], gain: 1.0 }
            }

            fn with(mut self, stage: Biquad) -> Self {
                self.stages.push(stage);
                self
            }

            fn gain(self, gain: f64) -> Self {
                Chain { gain, ..self }
            }

            fn run<'a>(&'a mut self, input: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
                input.iter().map(|&x| self.stages.iter_mut().fold(self.gain * x, |x, stage| stage.tick(x)))
            }
        }

        pub fn loudness(signal: &[f64], cutoff: f64, presence: f64, q: f64) -> f64 {
            let mut chain = Chain::new().with(Biquad::low_pass(cutoff, q)).with(Biquad::peak(0.11, 1.2, presence)).gain(0.8);
            let energy: f64 = chain.run(signal).map(|y| y * y).sum();
            10.0 * (energy / signal.len() as f64).log10()
        }
    }
    pub use equalizer::*;
}

fn main() {
    let signal = vec![0.1, 0.9, -0.4, 0.3, 0.7, -0.8, -0.2, 0.5];
    let e = exp::Loudness;
    let x = (signal.clone(), 0.2, 4.5, 0.71);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::loudness(&signal, 0.2, 4.5, 0.71));
    ad::testing::check(&e, &x).unwrap();
}
