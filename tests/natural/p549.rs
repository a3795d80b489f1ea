#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    use std::f64::consts::PI;

    #[exp(adjoint)]
    fn hann(n: usize, len: usize) -> f64 {
        0.5 - 0.5 * (2.0 * PI * n as f64 / (len - 1) as f64).cos()
    }

    /// Power of a signal at one frequency, in decibels.
    #[exp(adjoint)]
    pub fn tone_level(samples: &[f64], frequency: f64, sample_rate: f64) -> f64 {
        let omega = 2.0 * PI * frequency / sample_rate;
        let coefficient = 2.0 * omega.cos();
        let (mut s1, mut s2) = (0.0, 0.0);
        for (n, &x) in samples.iter().enumerate() {
            let s0 = hann(n, samples.len()) * x + coefficient * s1 - s2;
            s2 = s1;
            s1 = s0;
        }
        let power = s1 * s1 + s2 * s2 - coefficient * s1 * s2;
        10.0 * power.log10()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::ToneLevel;
    let x = (vec![0.1, 0.8, 0.3, -0.7, -0.5, 0.6, 0.9], 1000.0, 8000.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::tone_level(&vec![0.1, 0.8, 0.3, -0.7, -0.5, 0.6, 0.9], 1000.0, 8000.0));
    ad::testing::check(&e, &x).unwrap();
}
