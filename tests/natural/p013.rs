#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub mod spectrum {
        use std::f64::consts::TAU;
        use std::ops::{Add, Mul, Sub};

        #[derive(Clone, Copy, Debug, Default)]
        pub struct Complex {
            pub re: f64,
            pub im: f64,
        }

        impl Complex {
            fn new(re: f64, im: f64) -> Self {
                Self { re, im }
            }
            fn polar(angle: f64) -> Self {
                let (im, re) = angle.sin_cos();
                Self { re, im }
            }
            fn norm_sqr(self) -> f64 {
                self.re * self.re + self.im * self.im
            }
        }
        impl Add for Complex {
            type Output = Self;
            fn add(self, o: Self) -> Self { Self::new(self.re + o.re, self.im + o.im) }
        }
        impl Sub for Complex {
            type Output = Self;
            fn sub(self, o: Self) -> Self { Self::new(self.re - o.re, self.im - o.im) }
        }
        impl Mul for Complex {
            type Output = Self;
            fn mul(self, o: Self) -> Self {
                Self::new(self.re * o.re - self.im * o.im, self.re * o.im + self.im * o.re)
            }
        }

        fn fft(signal: &[Complex]) -> Vec<Complex> {
            let n = signal.len();
            if n == 1 {
                return signal.to_vec();
            }
            let even = fft(&signal.iter().copied().step_by(2).collect::<Vec<_>>());
            let odd = fft(&signal.iter().copied().skip(1).step_by(2).collect::<Vec<_>>());
            let mut out = vec![Complex::new(0.0, 0.0); n];
            for k in 0..n / 2 {
                let t = Complex::polar(-TAU * k as f64 / n as f64) * odd[k];
                out[k] = even[k] + t;
                out[k + n / 2] = even[k] - t;
            }
            out
        }

        pub fn power_spectrum(samples: &[f64]) -> Vec<f64> {
            let signal: Vec<Complex> = samples.iter().map(|&s| Complex::new(s, 0.0)).collect();
            fft(&signal).into_iter().map(Complex::norm_sqr).collect()
        }
    }
    pub use spectrum::*;
}
fn main() {
    use ad::prelude::*;
    let e = exp::PowerSpectrum;
    let x = vec![1.0, 2.0, 0.5, -1.0];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 2.0, 3.0, 4.0]).1);
    println!("value {:?} plain {:?}", value, plain::power_spectrum(&[1.0, 2.0, 0.5, -1.0]));
    ad::testing::check(&e, &x).unwrap();
}
