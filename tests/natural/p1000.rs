#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod polynomial {
        use std::ops::{Add, Mul, Sub};

        #[derive(Debug, Clone, PartialEq)]
        pub struct Polynomial {
            coefficients: Vec<f64>,
        }

        impl Polynomial {
            pub fn new(coefficients: impl Into<Vec<f64>>) -> Self {
                Self { coefficients: coefficients.into() }
            }

            pub fn degree(&self) -> usize {
                self.coefficients.len().saturating_sub(1)
            }

            pub fn eval(&self, x: f64) -> f64 {
                self.coefficients.iter().rev().fold(0.0, |acc, &c| acc.mul_add(x, c))
            }

            pub fn derivative(&self) -> Self {
                let coefficients = self.coefficients.iter().enumerate().skip(1).map(|(i, c)| i as f64 * c).collect();
                Self { coefficients }
            }

            pub fn compose(&self, inner: &Polynomial) -> Polynomial {
                let mut result = Polynomial::new([0.0]);
                for &c in self.coefficients.iter().rev() {
                    result = &(&result * inner) + &Polynomial::new([c]);
                }
                result
            }
        }

        impl<'a> Add<&'a Polynomial> for &'a Polynomial {
            type Output = Polynomial;
            fn add(self, other: &Polynomial) -> Polynomial {
                let n = self.coefficients.len().max(other.coefficients.len());
                let at = |p: &Polynomial, i: usize| p.coefficients.get(i).copied().unwrap_or(0.0);
                Polynomial { coefficients: (0..n).map(|i| at(self, i) + at(other, i)).collect() }
            }
        }

        impl<'a> Mul<&'a Polynomial> for &'a Polynomial {
            type Output = Polynomial;
            fn mul(self, other: &Polynomial) -> Polynomial {
                let mut out = vec![0.0; self.degree() + other.degree() + 1];
                for (i, a) in self.coefficients.iter().enumerate() {
                    for (j, b) in other.coefficients.iter().enumerate() {
                        out[i + j] += a * b;
                    }
                }
                Polynomial::new(out)
            }
        }

        impl Mul<f64> for Polynomial {
            type Output = Polynomial;
            fn mul(mut self, k: f64) -> Polynomial {
                self.coefficients.iter_mut().for_each(|c| *c *= k);
                self
            }
        }

        pub fn curvature(p: &[f64], shift: f64, x: f64) -> f64 {
            let p = Polynomial::new(p);
            let moved = p.compose(&Polynomial::new(vec![shift, 1.0])) * 0.5;
            let d = moved.derivative();
            let dd = d.derivative();
            dd.eval(x) / (1.0 + d.eval(x).powi(2)).powf(1.5)
        }
    }
    pub use polynomial::*;
}

fn main() {
    ad::testing::check_function(&exp::Curvature, |x| plain::curvature(&x.0, x.1, x.2), &(vec![1.0, -0.4, 0.3, 0.2], 0.3, 0.9)).unwrap();
}
