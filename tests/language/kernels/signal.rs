//! Signals.

use crate::kernels::published;
use std::f64::consts::PI;

kernel_module! {
    /// A complex number.
    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub struct Complex {
        pub re: f64,
        pub im: f64,
    }

    impl std::ops::Add for Complex {
        type Output = Self;
        fn add(self, rhs: Self) -> Self {
            Complex { re: self.re + rhs.re, im: self.im + rhs.im }
        }
    }

    impl std::ops::Sub for Complex {
        type Output = Self;
        fn sub(self, rhs: Self) -> Self {
            Complex { re: self.re - rhs.re, im: self.im - rhs.im }
        }
    }

    impl std::ops::Mul for Complex {
        type Output = Self;
        fn mul(self, rhs: Self) -> Self {
            Complex { re: self.re * rhs.re - self.im * rhs.im, im: self.re * rhs.im + self.im * rhs.re }
        }
    }

    impl Complex {
        pub fn from_polar(r: f64, theta: f64) -> Self {
            Complex { re: r * theta.cos(), im: r * theta.sin() }
        }

        pub fn norm_sqr(&self) -> f64 {
            self.re * self.re + self.im * self.im
        }
    }

    /// The fast Fourier transform of J. Cooley and J. Tukey, in place, radix 2.
    pub fn fft(data: &mut [Complex]) {
        let n = data.len();
        assert!(n.is_power_of_two());
        let mut j = 0;
        for i in 1..n {
            let mut bit = n >> 1;
            while j & bit != 0 {
                j ^= bit;
                bit >>= 1;
            }
            j |= bit;
            if i < j {
                data.swap(i, j);
            }
        }
        let mut len = 2;
        while len <= n {
            let w_len = Complex::from_polar(1.0, -2.0 * PI / len as f64);
            for chunk in data.chunks_mut(len) {
                let mut w = Complex { re: 1.0, im: 0.0 };
                let (low, high) = chunk.split_at_mut(len / 2);
                for (a, b) in low.iter_mut().zip(high) {
                    let t = *b * w;
                    *b = *a - t;
                    *a = *a + t;
                    w = w * w_len;
                }
            }
            len <<= 1;
        }
    }

    /// The power spectrum of a signal.
    pub fn power_spectrum(signal: &[f64]) -> Vec<f64> {
        let mut data: Vec<Complex> = signal.iter().map(|&re| Complex { re, im: 0.0 }).collect();
        fft(&mut data);
        data.iter().take(signal.len() / 2 + 1).map(|c| c.norm_sqr()).collect()
    }

    /// A second-order low-pass filter (R. Bristow-Johnson's cookbook), direct form I.
    pub fn low_pass(signal: &[f64], cutoff: f64, q: f64) -> Vec<f64> {
        let w0 = 2.0 * PI * cutoff;
        let alpha = w0.sin() / (2.0 * q);
        let a0 = 1.0 + alpha;
        let b1 = (1.0 - w0.cos()) / a0;
        let b0 = b1 / 2.0;
        let (a1, a2) = (-2.0 * w0.cos() / a0, (1.0 - alpha) / a0);
        let (mut x1, mut x2, mut y1, mut y2) = (0.0, 0.0, 0.0, 0.0);
        let mut out = Vec::new();
        for &x in signal {
            let y = b0 * x + b1 * x1 + b0 * x2 - a1 * y1 - a2 * y2;
            x2 = x1;
            x1 = x;
            y2 = y1;
            y1 = y;
            out.push(y);
        }
        out
    }

    /// Full discrete convolution.
    pub fn convolve(a: &[f64], b: &[f64]) -> Vec<f64> {
        let mut out = vec![0.0; a.len() + b.len() - 1];
        for (i, x) in a.iter().enumerate() {
            for (j, y) in b.iter().enumerate() {
                out[i + j] += x * y;
            }
        }
        out
    }
}

#[test]
fn fourier_transform() {
    let spectrum = plain::power_spectrum(&[1.0, 0.0, -1.0, 0.0]);
    published(spectrum[1], 4.0, 1e-15);
    compare!(PowerSpectrum, |x| power_spectrum(x), at vec![0.3, 1.0, -0.4, 0.8, 0.1, -1.2, 0.6, 0.2]);
}

#[test]
fn filters() {
    compare!(LowPass, |(x, f, q)| low_pass(x, *f, *q), at(vec![1.0, 0.5, -0.2, 0.3, 0.0, 0.0], 0.1, 0.707));
    compare!(Convolve, |(a, b)| convolve(a, b), at(vec![1.0, 2.0, 3.0], vec![0.5, -1.0]));
}
