#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod integrate {
        fn adaptive_step<F: Fn(f64) -> f64>(f: &F, a: f64, fa: f64, b: f64, fb: f64, m: f64, fm: f64, whole: f64, depth: u32) -> f64 {
            let (lm, rm) = (0.5 * (a + m), 0.5 * (m + b));
            let (flm, frm) = (f(lm), f(rm));
            let left = (m - a) / 6.0 * (fa + 4.0 * flm + fm);
            let right = (b - m) / 6.0 * (fm + 4.0 * frm + fb);
            let delta = left + right - whole;
            if depth == 0 || delta.abs() < 1e-4 {
                left + right + delta / 15.0
            } else {
                adaptive_step(f, a, fa, m, fm, lm, flm, left, depth - 1)
                    + adaptive_step(f, m, fm, b, fb, rm, frm, right, depth - 1)
            }
        }

        /// Adaptive Simpson quadrature.
        pub fn adaptive_simpson<F: Fn(f64) -> f64>(f: F, a: f64, b: f64, max_depth: u32) -> f64 {
            let m = 0.5 * (a + b);
            let (fa, fm, fb) = (f(a), f(m), f(b));
            let whole = (b - a) / 6.0 * (fa + 4.0 * fm + fb);
            adaptive_step(&f, a, fa, b, fb, m, fm, whole, max_depth)
        }

        /// Period of a pendulum of length `length` with amplitude `amplitude`, under gravity `g`.
        pub fn pendulum_period(length: f64, g: f64, amplitude: f64) -> f64 {
            let k = (0.5 * amplitude).sin();
            let integral = adaptive_simpson(
                |phi| 1.0 / (1.0 - k * k * phi.sin().powi(2)).sqrt(),
                0.0,
                std::f64::consts::FRAC_PI_2,
                8,
            );
            4.0 * (length / g).sqrt() * integral
        }
    }
    pub use integrate::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::PendulumPeriod;
    let x = (1.25, 9.81, 1.9);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::pendulum_period(x.0, x.1, x.2));
    ad::testing::check(&e, &x).unwrap();
}
