#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    type Complex = (f64, f64);

    #[exp(adjoint)]
    fn fft(input: Vec<Complex>) -> Vec<Complex> {
        let n = input.len();
        if n <= 1 {
            return input;
        }
        let even = fft(input.iter().step_by(2).copied().collect());
        let odd = fft(input.iter().skip(1).step_by(2).copied().collect());
        let mut output = vec![(0.0, 0.0); n];
        for k in 0..n / 2 {
            let angle = -2.0 * std::f64::consts::PI * k as f64 / n as f64;
            let (sin, cos) = angle.sin_cos();
            let (re, im) = odd[k];
            let twisted = (re * cos - im * sin, re * sin + im * cos);
            output[k] = (even[k].0 + twisted.0, even[k].1 + twisted.1);
            output[k + n / 2] = (even[k].0 - twisted.0, even[k].1 - twisted.1);
        }
        output
    }

    /// Spectral centroid in bins.
    #[exp(adjoint)]
    pub fn spectral_centroid(samples: &[f64]) -> f64 {
        let spectrum = fft(samples.iter().map(|&s| (s, 0.0)).collect());
        let powers: Vec<f64> = spectrum.iter().take(samples.len() / 2 + 1).map(|(re, im)| re * re + im * im).collect();
        let total: f64 = powers.iter().sum();
        powers.iter().enumerate().map(|(k, p)| k as f64 * p).sum::<f64>() / total
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::SpectralCentroid;
    let x = vec![0.3, 1.0, -0.5, 0.2, 0.8, -1.1, 0.4, 0.0];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::spectral_centroid(&[0.3, 1.0, -0.5, 0.2, 0.8, -1.1, 0.4, 0.0]));
    ad::testing::check(&e, &x).unwrap();
}
