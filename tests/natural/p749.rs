#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod thin_film {
        use std::f64::consts::PI;
        use std::ops::{Add, Div, Mul, Sub};

        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Complex {
            pub re: f64,
            pub im: f64,
        }

        impl Complex {
            pub const fn new(re: f64, im: f64) -> Self {
                Complex { re, im }
            }
            pub fn real(re: f64) -> Self {
                Complex { re, im: 0.0 }
            }
            pub fn norm_sqr(&self) -> f64 {
                self.re * self.re + self.im * self.im
            }
        }

        impl Add for Complex {
            type Output = Complex;
            fn add(self, o: Complex) -> Complex {
                Complex { re: self.re + o.re, im: self.im + o.im }
            }
        }
        impl Sub for Complex {
            type Output = Complex;
            fn sub(self, o: Complex) -> Complex {
                Complex { re: self.re - o.re, im: self.im - o.im }
            }
        }
        impl Mul for Complex {
            type Output = Complex;
            fn mul(self, o: Complex) -> Complex {
                Complex { re: self.re * o.re - self.im * o.im, im: self.re * o.im + self.im * o.re }
            }
        }
        impl Div for Complex {
            type Output = Complex;
            fn div(self, o: Complex) -> Complex {
                let d = o.norm_sqr();
                Complex { re: (self.re * o.re + self.im * o.im) / d, im: (self.im * o.re - self.re * o.im) / d }
            }
        }

        #[derive(Debug, Clone)]
        pub struct Layer {
            pub index: f64,
            pub thickness: f64,
        }

        impl Layer {
            /// Characteristic matrix at normal incidence.
            fn matrix(&self, wavelength: f64) -> [[Complex; 2]; 2] {
                let delta = 2.0 * PI * self.index * self.thickness / wavelength;
                let (s, c) = delta.sin_cos();
                [
                    [Complex::real(c), Complex { re: 0.0, im: s / self.index }],
                    [Complex { re: 0.0, im: s * self.index }, Complex::real(c)],
                ]
            }
        }

        fn matmul(a: &[[Complex; 2]; 2], b: &[[Complex; 2]; 2]) -> [[Complex; 2]; 2] {
            let entry = |i: usize, j: usize| a[i][0] * b[0][j] + a[i][1] * b[1][j];
            [[entry(0, 0), entry(0, 1)], [entry(1, 0), entry(1, 1)]]
        }

        /// Reflectance of a stack of layers between air and a substrate.
        pub fn reflectance(layers: &[Layer], substrate: f64, wavelength: f64) -> f64 {
            let one = Complex::real(1.0);
            let zero = Complex::real(0.0);
            let m = layers
                .iter()
                .map(|l| l.matrix(wavelength))
                .fold([[one, zero], [zero, one]], |acc, m| matmul(&acc, &m));
            let ns = Complex::real(substrate);
            let b = m[0][0] + m[0][1] * ns;
            let c = m[1][0] + m[1][1] * ns;
            ((b - c) / (b + c)).norm_sqr()
        }
    }
    pub use thin_film::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Reflectance;
    let x = (
        vec![exp::Layer { index: 1.38, thickness: 99.6 }, exp::Layer { index: 2.1, thickness: 130.0 }],
        1.52,
        550.0,
    );
    let value = ad::call::value(&e, &x);
    println!(
        "value {:?} plain {:?}",
        value,
        plain::reflectance(
            &[plain::Layer { index: 1.38, thickness: 99.6 }, plain::Layer { index: 2.1, thickness: 130.0 }],
            1.52,
            550.0
        )
    );
    ad::testing::check(&e, &x).unwrap();
}
