#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Recursive radix-2 FFT on interleaved real and imaginary parts.
    #[exp(adjoint)]
    pub mod spectrum {
        use std::f64::consts::PI;
        use std::ops::{Add, Mul, Sub};

        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Complex {
            pub re: f64,
            pub im: f64,
        }

        impl Complex {
            pub const fn new(re: f64, im: f64) -> Self {
                Self { re, im }
            }

            pub fn from_polar(r: f64, theta: f64) -> Self {
                let (s, c) = theta.sin_cos();
                Self::new(r * c, r * s)
            }

            pub fn norm_sqr(&self) -> f64 {
                self.re * self.re + self.im * self.im
            }
        }

        impl Add for Complex {
            type Output = Self;
            fn add(self, rhs: Self) -> Self {
                Self::new(self.re + rhs.re, self.im + rhs.im)
            }
        }

        impl Sub for Complex {
            type Output = Self;
            fn sub(self, rhs: Self) -> Self {
                Self::new(self.re - rhs.re, self.im - rhs.im)
            }
        }

        impl Mul for Complex {
            type Output = Self;
            fn mul(self, rhs: Self) -> Self {
                Self::new(self.re * rhs.re - self.im * rhs.im, self.re * rhs.im + self.im * rhs.re)
            }
        }

        pub fn fft(x: &[Complex]) -> Vec<Complex> {
            let n = x.len();
            if n <= 1 {
                return x.to_vec();
            }
            assert!(n.is_power_of_two(), "length must be a power of two");
            let even: Vec<Complex> = x.iter().step_by(2).copied().collect();
            let odd: Vec<Complex> = x.iter().skip(1).step_by(2).copied().collect();
            let (even, odd) = (fft(&even), fft(&odd));
            let mut out = vec![Complex::new(0.0, 0.0); n];
            for k in 0..n / 2 {
                let t = Complex::from_polar(1.0, -2.0 * PI * k as f64 / n as f64) * odd[k];
                out[k] = even[k] + t;
                out[k + n / 2] = even[k] - t;
            }
            out
        }

        /// Spectral centroid (in bins) of a real, Hann-windowed signal.
        pub fn spectral_centroid(signal: &[f64]) -> f64 {
            let n = signal.len();
            let windowed: Vec<Complex> = signal
                .iter()
                .enumerate()
                .map(|(i, &s)| {
                    let w = 0.5 * (1.0 - (2.0 * PI * i as f64 / (n - 1) as f64).cos());
                    Complex::new(w * s, 0.0)
                })
                .collect();
            let power: Vec<f64> = fft(&windowed)[..=n / 2].iter().map(Complex::norm_sqr).collect();
            let total: f64 = power.iter().sum();
            let weighted: f64 = power.iter().enumerate().map(|(k, p)| k as f64 * p).sum();
            weighted / total
        }
    }
    pub use spectrum::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::SpectralCentroid;
    let x = vec![0.0, 0.8, 0.5, -0.4, -1.1, -0.2, 0.9, 0.3];
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::spectral_centroid(&x));
    ad::testing::check(&e, &x).unwrap();
}
