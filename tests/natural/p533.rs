#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod simpson {
        fn simpson(fa: f64, fm: f64, fb: f64, width: f64) -> f64 {
            width / 6.0 * (fa + 4.0 * fm + fb)
        }

        fn recurse<F: Fn(f64) -> f64>(f: &F, a: f64, b: f64, fa: f64, fm: f64, fb: f64, whole: f64, tol: f64, depth: u32) -> f64 {
            let m = (a + b) / 2.0;
            let flm = f((a + m) / 2.0);
            let frm = f((m + b) / 2.0);
            let left = simpson(fa, flm, fm, m - a);
            let right = simpson(fm, frm, fb, b - m);
            let delta = left + right - whole;
            if depth == 0 || delta.abs() <= 15.0 * tol {
                left + right + delta / 15.0
            } else {
                recurse(f, a, m, fa, flm, fm, left, tol / 2.0, depth - 1)
                    + recurse(f, m, b, fm, frm, fb, right, tol / 2.0, depth - 1)
            }
        }

        pub fn adaptive_simpson<F: Fn(f64) -> f64>(f: F, a: f64, b: f64, tol: f64) -> f64 {
            let (fa, fm, fb) = (f(a), f((a + b) / 2.0), f(b));
            let whole = simpson(fa, fm, fb, b - a);
            recurse(&f, a, b, fa, fm, fb, whole, tol, 20)
        }

        /// Mean of a Beta-like density, integrated numerically.
        pub fn beta_mean(alpha: f64, beta: f64) -> f64 {
            let density = |x: f64| x.powf(alpha - 1.0) * (1.0 - x).powf(beta - 1.0);
            let mass = adaptive_simpson(density, 0.01, 0.99, 1e-4);
            let first = adaptive_simpson(|x| x * density(x), 0.01, 0.99, 1e-4);
            first / mass
        }
    }
    pub use simpson::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::BetaMean;
    let x = (2.5, 3.25);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::beta_mean(2.5, 3.25));
    ad::testing::check(&e, &x).unwrap();
}
