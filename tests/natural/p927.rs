#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod spectrum {
        use std::f64::consts::TAU;
        use std::ops::{Add, Mul, Sub};

        #[derive(Debug, Clone, Copy, PartialEq, Default)]
        pub struct Complex {
            pub re: f64,
            pub im: f64,
        }

        impl Complex {
            fn cis(angle: f64) -> Self {
                Self { re: angle.cos(), im: angle.sin() }
            }

            fn norm_sqr(self) -> f64 {
                self.re * self.re + self.im * self.im
            }
        }

        impl From<f64> for Complex {
            fn from(re: f64) -> Self {
                Complex { re, im: 0.0 }
            }
        }

        impl Add for Complex {
            type Output = Self;
            fn add(self, o: Self) -> Self {
                Complex { re: self.re + o.re, im: self.im + o.im }
            }
        }

        impl Sub for Complex {
            type Output = Self;
            fn sub(self, o: Self) -> Self {
                Complex { re: self.re - o.re, im: self.im - o.im }
            }
        }

        impl Mul for Complex {
            type Output = Self;
            fn mul(self, o: Self) -> Self {
                Complex { re: self.re * o.re - self.im * o.im, im: self.re * o.im + self.im * o.re }
            }
        }

        fn fft(x: &[Complex]) -> Vec<Complex> {
            if let [single] = x {
                return vec![*single];
            }
            let half = |offset: usize| fft(&x.iter().skip(offset).step_by(2).copied().collect::<Vec<_>>());
            let (even, odd) = (half(0), half(1));
            let n = x.len();
            let mut out = vec![Complex::default(); n];
            for (k, (&e, &o)) in even.iter().zip(&odd).enumerate() {
                let t = Complex::cis(-TAU * k as f64 / n as f64) * o;
                out[k] = e + t;
                out[k + n / 2] = e - t;
            }
            out
        }

        /// The spectral centroid of a windowed frame.
        pub fn centroid(frame: &[f64], shape: f64) -> f64 {
            assert!(frame.len().is_power_of_two());
            let n = frame.len();
            let windowed: Vec<Complex> = frame
                .iter()
                .enumerate()
                .map(|(i, &s)| (s * (1.0 - shape * (TAU * i as f64 / n as f64).cos())).into())
                .collect();
            let power: Vec<f64> = fft(&windowed)[1..n / 2].iter().map(|z| z.norm_sqr()).collect();
            let weighted: f64 = power.iter().zip(1u32..).map(|(p, k)| p * k as f64).sum();
            weighted / power.iter().sum::<f64>()
        }
    }
    pub use spectrum::*;
}

fn main() {
    let frame = vec![0.3, 1.2, -0.5, 0.8, -1.1, 0.4, 0.9, -0.6];
    let e = exp::Centroid;
    let x = (frame.clone(), 0.85);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::centroid(&frame, 0.85));
    ad::testing::check(&e, &x).unwrap();
}
