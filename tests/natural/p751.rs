#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    use std::f64::consts::PI;

    #[exp(adjoint)]
    fn sinc(x: f64) -> f64 {
        if x.abs() < 1e-9 { 1.0 } else { (PI * x).sin() / (PI * x) }
    }

    /// Kaiser-like low-pass FIR taps with a Hamming window.
    #[exp(adjoint)]
    fn lowpass_taps(cutoff: f64, n: usize) -> Vec<f64> {
        let mid = (n - 1) as f64 / 2.0;
        let mut taps: Vec<f64> = (0..n)
            .map(|i| {
                let w = 0.54 - 0.46 * (2.0 * PI * i as f64 / (n - 1) as f64).cos();
                2.0 * cutoff * sinc(2.0 * cutoff * (i as f64 - mid)) * w
            })
            .collect();
        let gain: f64 = taps.iter().sum();
        taps.iter_mut().for_each(|t| *t /= gain);
        taps
    }

    /// Energy of the filtered signal, valid part only.
    #[exp(adjoint)]
    pub fn filtered_energy(signal: &[f64], cutoff: f64, n: usize) -> f64 {
        let taps = lowpass_taps(cutoff, n);
        signal
            .windows(n)
            .map(|w| w.iter().zip(taps.iter().rev()).map(|(x, h)| x * h).sum::<f64>())
            .map(|y| y * y)
            .sum()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::FilteredEnergy { n: 7 };
    let signal: Vec<f64> = (0..20).map(|i| (i as f64 * 0.7).sin() + 0.3 * (i as f64 * 2.3).cos()).collect();
    let x = (signal.clone(), 0.18);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::filtered_energy(&signal, 0.18, 7));
    ad::testing::check(&e, &x).unwrap();
}
