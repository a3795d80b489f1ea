#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod retry {
        use std::error::Error;
        use std::fmt;

        #[derive(Debug)]
        enum QuadraticError {
            Degenerate,
            Complex(f64),
        }

        impl fmt::Display for QuadraticError {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    QuadraticError::Degenerate => f.write_str("not quadratic"),
                    QuadraticError::Complex(d) => write!(f, "discriminant {d}"),
                }
            }
        }

        impl Error for QuadraticError {}

        fn roots(a: f64, b: f64, c: f64) -> Result<(f64, f64), Box<dyn Error>> {
            if a == 0.0 {
                return Err(Box::new(QuadraticError::Degenerate));
            }
            let d = b * b - 4.0 * a * c;
            if d < 0.0 {
                return Err("no real roots".into());
            }
            let q = -0.5 * (b + d.sqrt().copysign(b));
            Ok((q / a, c / q))
        }

        fn distance(a: f64, b: f64, c: f64) -> Result<f64, Box<dyn Error>> {
            let (x, y) = roots(a, b, c)?;
            Ok((x - y).abs())
        }

        pub fn solve(a: f64, b: f64, c: f64) -> f64 {
            let mut shift = 0.0;
            for attempt in 1..=5 {
                match distance(a, b, c - shift) {
                    Ok(d) => return d + 0.1 * f64::from(attempt),
                    Err(_) => shift += 1.0,
                }
            }
            0.0
        }
    }
    pub use retry::*;
}

fn main() {
    ad::testing::check_function(&exp::Solve, |x| plain::solve(x.0, x.1, x.2), &(2.0, -3.0, 0.7)).unwrap();
    ad::testing::check_function(&exp::Solve, |x| plain::solve(x.0, x.1, x.2), &(2.0, -3.0, 4.0)).unwrap();
}
