#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Feed-forward compressor: envelope in decibels with attack and release, then gain reduction.
    #[exp(adjoint)]
    pub fn compress(signal: &[f64], threshold_db: f64, ratio: f64, attack: f64, release: f64) -> Vec<f64> {
        let mut envelope = 0.0_f64;
        let mut result = Vec::with_capacity(signal.len());
        for x in signal {
            let level = x.abs();
            let coefficient = if level > envelope { attack } else { release };
            envelope = coefficient * envelope + (1.0 - coefficient) * level;
            let level_db = 20.0 * envelope.max(1e-6).log10();
            let over = level_db - threshold_db;
            let gain = if over > 0.0 {
                let reduction = over * (1.0 - 1.0 / ratio);
                10.0_f64.powf(-reduction / 20.0)
            } else {
                1.0
            };
            result.push(x * gain);
        }
        result
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Compress;
    let x = (vec![0.1, 0.9, -0.8, 0.3, 0.02], -12.0, 4.0, 0.3, 0.8);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, -1.0, 2.0, 0.5, 3.0]).1);
    println!("value {:?} plain {:?}", value, plain::compress(&[0.1, 0.9, -0.8, 0.3, 0.02], -12.0, 4.0, 0.3, 0.8));
    ad::testing::check(&e, &x).unwrap();
}
