#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod fft {
        use std::ops::{Add, Mul, Sub};

        #[derive(Clone, Copy, Debug)]
        pub struct Complex {
            pub re: f64,
            pub im: f64,
        }

        impl Complex {
            pub const fn new(re: f64, im: f64) -> Self {
                Self { re, im }
            }

            pub fn from_polar(r: f64, theta: f64) -> Self {
                Self::new(r * theta.cos(), r * theta.sin())
            }

            pub fn norm_sqr(self) -> f64 {
                self.re * self.re + self.im * self.im
            }
        }

        impl Add for Complex {
            type Output = Complex;
            fn add(self, o: Complex) -> Complex {
                Complex::new(self.re + o.re, self.im + o.im)
            }
        }
        impl Sub for Complex {
            type Output = Complex;
            fn sub(self, o: Complex) -> Complex {
                Complex::new(self.re - o.re, self.im - o.im)
            }
        }
        impl Mul for Complex {
            type Output = Complex;
            fn mul(self, o: Complex) -> Complex {
                Complex::new(self.re * o.re - self.im * o.im, self.re * o.im + self.im * o.re)
            }
        }

        pub fn fft(x: &[Complex]) -> Vec<Complex> {
            let n = x.len();
            if n == 1 {
                return x.to_vec();
            }
            let even: Vec<Complex> = x.iter().step_by(2).copied().collect();
            let odd: Vec<Complex> = x.iter().skip(1).step_by(2).copied().collect();
            let (e, o) = (fft(&even), fft(&odd));
            let mut out = vec![Complex::new(0.0, 0.0); n];
            for k in 0..n / 2 {
                let twiddle = Complex::from_polar(1.0, -2.0 * std::f64::consts::PI * k as f64 / n as f64);
                let t = twiddle * o[k];
                out[k] = e[k] + t;
                out[k + n / 2] = e[k] - t;
            }
            out
        }

        /// Spectral centroid of a real signal whose length is a power of two.
        pub fn centroid(signal: &[f64]) -> f64 {
            let input: Vec<_> = signal.iter().map(|&s| Complex::new(s, 0.0)).collect();
            let spectrum = fft(&input);
            let power: Vec<f64> = spectrum.iter().take(signal.len() / 2 + 1).map(|c| c.norm_sqr()).collect();
            let total: f64 = power.iter().sum();
            power.iter().enumerate().map(|(k, p)| k as f64 * p).sum::<f64>() / total
        }
    }
    pub use fft::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Centroid;
    let x = vec![1.0, 2.0, 0.5, -1.0, 0.25, 0.75, -0.5, 1.5];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::centroid(&vec![1.0, 2.0, 0.5, -1.0, 0.25, 0.75, -0.5, 1.5]));
    ad::testing::check(&e, &x).unwrap();
}
