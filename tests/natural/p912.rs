#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod quadrature {
        #[derive(Clone, Copy)]
        struct Panel {
            a: f64,
            b: f64,
            fa: f64,
            fm: f64,
            fb: f64,
        }

        impl Panel {
            fn new(f: &dyn Fn(f64) -> f64, a: f64, b: f64) -> Self {
                Self { a, b, fa: f(a), fm: f(0.5 * (a + b)), fb: f(b) }
            }

            fn midpoint(&self) -> f64 {
                0.5 * (self.a + self.b)
            }

            fn simpson(&self) -> f64 {
                (self.b - self.a) / 6.0 * (self.fa + 4.0 * self.fm + self.fb)
            }

            fn split(&self, f: &dyn Fn(f64) -> f64) -> (Panel, Panel) {
                let m = self.midpoint();
                let left = Panel { b: m, fm: f(0.5 * (self.a + m)), fb: self.fm, ..*self };
                let right = Panel { a: m, fa: self.fm, fm: f(0.5 * (m + self.b)), ..*self };
                (left, right)
            }
        }

        fn refine(f: &dyn Fn(f64) -> f64, panel: Panel, tol: f64, depth: usize) -> f64 {
            let (left, right) = panel.split(f);
            let (l, r) = (left.simpson(), right.simpson());
            let delta = l + r - panel.simpson();
            if depth == 0 || delta.abs() < 15.0 * tol {
                return l + r + delta / 15.0;
            }
            refine(f, left, 0.5 * tol, depth - 1) + refine(f, right, 0.5 * tol, depth - 1)
        }

        fn quad(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
            refine(&f, Panel::new(&f, a, b), 1e-4, 8)
        }

        /// The period of a pendulum of the given length and amplitude, relative to a cubic correction.
        pub fn pendulum_period(length: f64, gravity: f64, amplitude: f64) -> f64 {
            let k = (0.5 * amplitude).sin();
            let elliptic = quad(|phi| 1.0 / (1.0 - (k * phi.sin()).powi(2)).sqrt(), 0.0, std::f64::consts::FRAC_PI_2);
            4.0 * (length / gravity).sqrt() * elliptic
        }
    }
    pub use quadrature::*;
}

fn main() {
    let e = exp::PendulumPeriod;
    let x = (1.4, 9.81, 2.1);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::pendulum_period(1.4, 9.81, 2.1));
    ad::testing::check(&e, &x).unwrap();
}
