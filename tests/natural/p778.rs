#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    use std::collections::VecDeque;

    /// Residual power of a normalized LMS canceller. The second half of the run counts.
    #[exp(adjoint)]
    pub fn nlms_residual(reference: &[f64], noisy: &[f64], step: f64, leak: f64, taps: usize) -> f64 {
        let mut weights = vec![0.0; taps];
        let mut line: VecDeque<f64> = VecDeque::from(vec![0.0; taps]);
        let mut power = 0.0;
        let start = noisy.len() / 2;

        for (n, (&r, &d)) in reference.iter().zip(noisy.iter()).enumerate() {
            line.pop_back();
            line.push_front(r);

            let estimate: f64 = weights.iter().zip(line.iter()).map(|(w, x)| w * x).sum();
            let error = d - estimate;
            let energy = line.iter().map(|x| x * x).sum::<f64>() + 1e-6;
            for (w, x) in weights.iter_mut().zip(line.iter()) {
                *w = (1.0 - leak) * *w + step * error * x / energy;
            }

            if n >= start {
                power += error * error;
            }
        }
        power / (noisy.len() - start) as f64
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::NlmsResidual { taps: 3 };
    let reference: Vec<f64> = (0..16).map(|i| (i as f64 * 1.3).sin()).collect();
    let noisy: Vec<f64> = (0..16).map(|i| 0.7 * (i as f64 * 1.3 - 0.4).sin() + 0.1 * (i as f64 * 0.2).cos()).collect();
    let x = (reference.clone(), noisy.clone(), 0.5, 0.001);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::nlms_residual(&reference, &noisy, 0.5, 0.001, 3));
    ad::testing::check(&e, &x).unwrap();
}
