#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod spectrum {
        use std::f64::consts::PI;

        #[derive(Clone, Copy, Debug, Default)]
        struct C(f64, f64);

        impl std::ops::Add for C {
            type Output = C;
            fn add(self, C(c, d): C) -> C {
                let C(a, b) = self;
                C(a + c, b + d)
            }
        }

        impl std::ops::Sub for C {
            type Output = C;
            fn sub(self, other: C) -> C {
                C(self.0 - other.0, self.1 - other.1)
            }
        }

        impl std::ops::Mul for C {
            type Output = C;
            fn mul(self, C(c, d): C) -> C {
                let C(a, b) = self;
                C(a * c - b * d, a * d + b * c)
            }
        }

        impl C {
            fn cis(angle: f64) -> C {
                C(angle.cos(), angle.sin())
            }

            fn norm_sqr(&self) -> f64 {
                self.0 * self.0 + self.1 * self.1
            }
        }

        fn fft(x: &[C]) -> Vec<C> {
            let n = x.len();
            if n == 1 {
                return x.to_vec();
            }
            assert!(n.is_power_of_two(), "length {n}");
            let even: Vec<C> = x.iter().step_by(2).copied().collect();
            let odd: Vec<C> = x.iter().skip(1).step_by(2).copied().collect();
            let (even, odd) = (fft(&even), fft(&odd));
            let mut out = vec![C::default(); n];
            for k in 0..n / 2 {
                let t = C::cis(-2.0 * PI * k as f64 / n as f64) * odd[k];
                out[k] = even[k] + t;
                out[k + n / 2] = even[k] - t;
            }
            out
        }

        pub fn spectral_centroid(signal: &[f64]) -> f64 {
            let windowed: Vec<C> = signal
                .iter()
                .enumerate()
                .map(|(i, &s)| C(s * (PI * (i as f64 + 0.5) / signal.len() as f64).sin(), 0.0))
                .collect();
            let power: Vec<f64> = fft(&windowed)[..signal.len() / 2 + 1].iter().map(C::norm_sqr).collect();
            let total: f64 = power.iter().sum();
            power.iter().enumerate().map(|(k, p)| k as f64 * p).sum::<f64>() / total
        }
    }
    pub use spectrum::*;
}

fn main() {
    ad::testing::check_function(&exp::SpectralCentroid, |x| plain::spectral_centroid(x), &vec![0.5, 1.0, -0.3, 0.8, 0.1, -0.9, 0.4, 0.2]).unwrap();
}
