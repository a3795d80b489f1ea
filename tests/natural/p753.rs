#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    use std::f64::consts::PI;

    /// Recursive radix-2 transform of `(re, im)` pairs.
    #[exp(adjoint)]
    fn fft(x: &[(f64, f64)]) -> Vec<(f64, f64)> {
        let n = x.len();
        if n == 1 {
            return x.to_vec();
        }
        let even: Vec<(f64, f64)> = x.iter().step_by(2).copied().collect();
        let odd: Vec<(f64, f64)> = x.iter().skip(1).step_by(2).copied().collect();
        let even = fft(&even);
        let odd = fft(&odd);
        let mut out = vec![(0.0, 0.0); n];
        for k in 0..n / 2 {
            let angle = -2.0 * PI * k as f64 / n as f64;
            let (s, c) = angle.sin_cos();
            let (re, im) = odd[k];
            let t = (c * re - s * im, c * im + s * re);
            out[k] = (even[k].0 + t.0, even[k].1 + t.1);
            out[k + n / 2] = (even[k].0 - t.0, even[k].1 - t.1);
        }
        out
    }

    /// Spectral centroid of a real frame, in Hz.
    #[exp(adjoint)]
    pub fn spectral_centroid(frame: &[f64], #[fixed] sample_rate: f64) -> f64 {
        assert!(frame.len().is_power_of_two(), "length must be a power of two");
        let n = frame.len();
        let windowed: Vec<(f64, f64)> = frame
            .iter()
            .enumerate()
            .map(|(i, v)| (v * 0.5 * (1.0 - (2.0 * PI * i as f64 / n as f64).cos()), 0.0))
            .collect();
        let spectrum = fft(&windowed);
        let (mut num, mut den) = (0.0, 0.0);
        for (k, (re, im)) in spectrum.iter().take(n / 2 + 1).enumerate() {
            let magnitude = re.hypot(*im);
            num += k as f64 * sample_rate / n as f64 * magnitude;
            den += magnitude;
        }
        num / den
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::SpectralCentroid { sample_rate: 8000.0 };
    let x: Vec<f64> = vec![0.3, 1.0, -0.4, 0.7, 0.15, -0.9, 0.6, 0.2];
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::spectral_centroid(&x, 8000.0));
    ad::testing::check(&e, &x).unwrap();
}
