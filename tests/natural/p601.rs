#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod polynomial {
        use std::ops::{Add, Mul};

        #[derive(Debug, Clone, PartialEq)]
        pub struct Polynomial(pub Vec<f64>);

        impl Polynomial {
            pub fn eval(&self, x: f64) -> f64 {
                self.0.iter().rfold(0.0, |acc, c| acc * x + c)
            }

            pub fn derivative(&self) -> Polynomial {
                Polynomial(self.0.iter().enumerate().skip(1).map(|(i, c)| i as f64 * c).collect())
            }

            pub fn degree(&self) -> usize {
                self.0.len().saturating_sub(1)
            }
        }

        impl Add for &Polynomial {
            type Output = Polynomial;
            fn add(self, other: &Polynomial) -> Polynomial {
                let n = self.0.len().max(other.0.len());
                let get = |p: &Polynomial, i: usize| p.0.get(i).copied().unwrap_or(0.0);
                Polynomial((0..n).map(|i| get(self, i) + get(other, i)).collect())
            }
        }

        impl Mul for &Polynomial {
            type Output = Polynomial;
            fn mul(self, other: &Polynomial) -> Polynomial {
                let mut out = vec![0.0; self.degree() + other.degree() + 1];
                for (i, a) in self.0.iter().enumerate() {
                    for (j, b) in other.0.iter().enumerate() {
                        out[i + j] += a * b;
                    }
                }
                Polynomial(out)
            }
        }

        /// A real root of `p·q + p'` by Newton's method.
        pub fn root(p: Polynomial, q: Polynomial, guess: f64) -> f64 {
            let f = &(&p * &q) + &p.derivative();
            let df = f.derivative();
            let mut x = guess;
            for _ in 0..8 {
                x -= f.eval(x) / df.eval(x);
            }
            x
        }
    }
    pub use polynomial::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Root;
    let x = (exp::Polynomial(vec![-1.0, 0.5, 2.0]), exp::Polynomial(vec![1.0, -0.3, 0.0, 0.8]), 0.4);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::root(plain::Polynomial(vec![-1.0, 0.5, 2.0]), plain::Polynomial(vec![1.0, -0.3, 0.0, 0.8]), 0.4));
    ad::testing::check(&e, &x).unwrap();
}
