#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Pitch by autocorrelation with parabolic refinement.
    #[exp(adjoint)]
    pub fn pitch(samples: &[f64], sample_rate: f64, min_lag: usize, max_lag: usize) -> Option<f64> {
        let mean = samples.iter().sum::<f64>() / samples.len() as f64;
        let centered: Vec<f64> = samples.iter().map(|s| s - mean).collect();
        let correlation = |lag: usize| -> f64 { centered.iter().zip(centered.iter().skip(lag)).map(|(a, b)| a * b).sum() };
        let values: Vec<f64> = (0..=max_lag + 1).map(correlation).collect();
        let (lag, peak) = values
            .iter()
            .enumerate()
            .take(max_lag + 1)
            .skip(min_lag)
            .max_by(|a, b| a.1.partial_cmp(b.1).unwrap())?;
        if *peak < 0.1 * values[0] {
            return None;
        }
        let (left, right) = (values[lag - 1], values[lag + 1]);
        let offset = 0.5 * (left - right) / (left - 2.0 * peak + right);
        Some(sample_rate / (lag as f64 + offset))
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Pitch { min_lag: 2, max_lag: 6 };
    let x = (vec![0.1, 0.9, 0.2, -0.8, -0.3, 0.95, 0.4, -0.7, -0.5, 0.8, 0.5], 8000.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &Some(1.0)).1);
    println!("value {:?} plain {:?}", value, plain::pitch(&vec![0.1, 0.9, 0.2, -0.8, -0.3, 0.95, 0.4, -0.7, -0.5, 0.8, 0.5], 8000.0, 2, 6));
    ad::testing::check(&e, &x).unwrap();
}
