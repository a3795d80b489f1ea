#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub mod adaptive {
        fn rule<F: Fn(f64) -> f64>(f: &F, a: f64, b: f64) -> f64 {
            (b - a) / 6.0 * (f(a) + 4.0 * f(0.5 * (a + b)) + f(b))
        }

        fn refine<F>(f: &F, a: f64, b: f64, whole: f64, eps: f64, depth: u8) -> f64
        where
            F: Fn(f64) -> f64,
        {
            let mid = (a + b) / 2.0;
            let left = rule(f, a, mid);
            let right = rule(f, mid, b);
            let delta = left + right - whole;
            if depth == 0 || delta.abs() <= 15.0 * eps {
                left + right + delta / 15.0
            } else {
                refine(f, a, mid, left, eps / 2.0, depth - 1) + refine(f, mid, b, right, eps / 2.0, depth - 1)
            }
        }

        pub fn bell_mass(center: f64, width: f64, lo: f64, hi: f64) -> f64 {
            let f = |x: f64| 1.0 / (1.0 + ((x - center) / width).powi(2));
            refine(&f, lo, hi, rule(&f, lo, hi), 1e-3, 6)
        }
    }
    pub use adaptive::*;
}
fn main() {
    use ad::prelude::*;
    let e = exp::BellMass;
    let x = (0.5, 0.5, -1.0, 3.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::bell_mass(0.5, 0.5, -1.0, 3.0));
    ad::testing::check(&e, &x).unwrap();
}
