#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    use std::collections::VecDeque;

    /// Energy of a plucked string (Karplus–Strong with a blend of two samples) after `samples` samples.
    #[exp(adjoint)]
    pub fn karplus_strong(samples: usize, pluck: &[f64], blend: f64, damping: f64) -> f64 {
        let mut line: VecDeque<f64> = pluck.iter().copied().collect();
        let mut energy = 0.0;
        let mut dc = 0.0;
        for _ in 0..samples {
            let first = line.pop_front().unwrap();
            let second = line[0];
            let filtered = damping * (blend * first + (1.0 - blend) * second);
            line.push_back(filtered);

            dc = 0.995 * dc + 0.005 * first;
            energy += (first - dc) * (first - dc);
        }
        energy / samples as f64
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::KarplusStrong { samples: 50 };
    let x = (vec![0.3, -0.7, 0.9, 0.1, -0.4, 0.6, -0.2], 0.45, 0.98);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::karplus_strong(50, &x.0, x.1, x.2));
    ad::testing::check(&e, &x).unwrap();
}
