#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Power at one frequency by Goertzel's algorithm, relative to the whole power.
    #[exp(adjoint)]
    pub fn tone_share(samples: &[f64], frequency: f64, #[fixed] sample_rate: f64) -> f64 {
        let omega = std::f64::consts::TAU * frequency / sample_rate;
        let coefficient = 2.0 * omega.cos();
        let (mut s1, mut s2) = (0.0, 0.0);
        let mut energy = 0.0;
        for &x in samples {
            (s1, s2) = (x + coefficient * s1 - s2, s1);
            energy += x * x;
        }
        if energy == 0.0 {
            return 0.0;
        }
        let power = s1 * s1 + s2 * s2 - coefficient * s1 * s2;
        power / (energy * samples.len() as f64)
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::ToneShare { sample_rate: 8.0 };
    let x = (vec![0.0, 0.7, 1.0, 0.6, 0.1, -0.8, -1.0], 1.1);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::tone_share(&[0.0, 0.7, 1.0, 0.6, 0.1, -0.8, -1.0], 1.1, 8.0));
    ad::testing::check(&e, &x).unwrap();
}
