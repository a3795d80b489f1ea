#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub mod roots {
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub enum RootError {
            FlatSecant,
            TooManySteps,
        }

        fn secant<F: Fn(f64) -> f64>(f: F, mut x0: f64, mut x1: f64) -> Result<f64, RootError> {
            let mut f0 = f(x0);
            for _ in 0..30 {
                let f1 = f(x1);
                if f1.abs() < 1e-9 {
                    return Ok(x1);
                }
                if f1 == f0 {
                    return Err(RootError::FlatSecant);
                }
                let x2 = x1 - f1 * (x1 - x0) / (f1 - f0);
                (x0, x1, f0) = (x1, x2, f1);
            }
            Err(RootError::TooManySteps)
        }

        /// Internal rate of return of yearly cash flows.
        pub fn rate_of_return(flows: &[f64]) -> f64 {
            let value = |rate: f64| flows.iter().rev().fold(0.0, |acc, c| acc / (1.0 + rate) + c);
            secant(value, 0.0, 0.2).unwrap_or(-1.0)
        }
    }
    pub use roots::*;
}
fn main() {
    use ad::prelude::*;
    let e = exp::RateOfReturn;
    let x = vec![-100.0, 30.0, 50.0, 60.0];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::rate_of_return(&[-100.0, 30.0, 50.0, 60.0]));
    ad::testing::check(&e, &x).unwrap();
}
