#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod roots {
        #[derive(Debug, Clone, PartialEq)]
        pub enum RootError {
            NoBracket { fa: f64, fb: f64 },
            NotConverged { best: f64, iterations: usize },
        }

        pub type RootResult = Result<f64, RootError>;

        fn bisect<F>(f: F, mut a: f64, mut b: f64, tol: f64) -> RootResult
        where
            F: Fn(f64) -> f64,
        {
            let (mut fa, fb) = (f(a), f(b));
            if fa * fb > 0.0 {
                return Err(RootError::NoBracket { fa, fb });
            }
            for iterations in 0..200 {
                let m = 0.5 * (a + b);
                let fm = f(m);
                if fm == 0.0 || (b - a).abs() < tol {
                    return Ok(m);
                }
                if fa * fm < 0.0 {
                    b = m;
                } else {
                    (a, fa) = (m, fm);
                }
            }
            Err(RootError::NotConverged { best: 0.5 * (a + b), iterations: 200 })
        }

        fn newton(f: impl Fn(f64) -> (f64, f64), x0: f64) -> RootResult {
            let mut x = x0;
            for _ in 0..20 {
                let (y, dy) = f(x);
                let step = y / dy;
                x -= step;
                if step.abs() < 1e-13 {
                    return Ok(x);
                }
            }
            Err(RootError::NotConverged { best: x, iterations: 20 })
        }

        /// Implied depth of a well: bisection as a start, then Newton.
        fn depth(time: f64, sound: f64, g: f64) -> RootResult {
            let f = |d: f64| (2.0 * d / g).sqrt() + d / sound - time;
            let coarse = bisect(f, 1e-3, 500.0, 1.0)?;
            newton(|d| (f(d), 0.5 * (2.0 / (g * d)).sqrt() + 1.0 / sound), coarse)
        }

        pub fn well_depth(time: f64, sound: f64, g: f64) -> f64 {
            match depth(time, sound, g) {
                Ok(d) => d,
                Err(RootError::NotConverged { best, .. }) => best,
                Err(RootError::NoBracket { fa, fb }) => fa.min(fb),
            }
        }
    }
    pub use roots::*;
}

fn main() {
    ad::testing::check_function(&exp::WellDepth, |x| plain::well_depth(x.0, x.1, x.2), &(3.0, 340.0, 9.81)).unwrap();
    ad::testing::check_function(&exp::WellDepth, |x| plain::well_depth(x.0, x.1, x.2), &(30.0, 340.0, 9.81)).unwrap();
}
