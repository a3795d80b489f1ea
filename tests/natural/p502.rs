#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod roots {
        /// Root of `f` in `[a, b]` by Brent's method.
        pub fn brent<F>(f: F, mut a: f64, mut b: f64, tol: f64) -> Option<f64>
        where
            F: Fn(f64) -> f64,
        {
            let (mut fa, mut fb) = (f(a), f(b));
            if fa * fb > 0.0 {
                return None;
            }
            if fa.abs() < fb.abs() {
                std::mem::swap(&mut a, &mut b);
                std::mem::swap(&mut fa, &mut fb);
            }
            let (mut c, mut fc, mut d) = (a, fa, b - a);
            let mut bisected = true;
            for _ in 0..100 {
                if fb == 0.0 || (b - a).abs() < tol {
                    return Some(b);
                }
                let mut s = if fa != fc && fb != fc {
                    a * fb * fc / ((fa - fb) * (fa - fc))
                        + b * fa * fc / ((fb - fa) * (fb - fc))
                        + c * fa * fb / ((fc - fa) * (fc - fb))
                } else {
                    b - fb * (b - a) / (fb - fa)
                };
                let (lo, hi) = if b < (3.0 * a + b) / 4.0 { (b, (3.0 * a + b) / 4.0) } else { ((3.0 * a + b) / 4.0, b) };
                let step = if bisected { (b - c).abs() } else { (c - d).abs() };
                if s < lo || s > hi || (s - b).abs() >= step / 2.0 {
                    s = (a + b) / 2.0;
                    bisected = true;
                } else {
                    bisected = false;
                }
                let fs = f(s);
                d = c;
                c = b;
                fc = fb;
                if fa * fs < 0.0 {
                    b = s;
                    fb = fs;
                } else {
                    a = s;
                    fa = fs;
                }
                if fa.abs() < fb.abs() {
                    std::mem::swap(&mut a, &mut b);
                    std::mem::swap(&mut fa, &mut fb);
                }
            }
            Some(b)
        }

        /// Friction factor from the Colebrook equation.
        pub fn colebrook(reynolds: f64, roughness: f64) -> f64 {
            let f = brent(
                |f| 1.0 / f.sqrt() + 2.0 * (roughness / 3.7 + 2.51 / (reynolds * f.sqrt())).log10(),
                0.008,
                0.1,
                1e-10,
            );
            f.expect("no root in the interval")
        }
    }
    pub use roots::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Colebrook;
    let x = (54321.0, 0.0013);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::colebrook(54321.0, 0.0013));
    ad::testing::check(&e, &x).unwrap();
}
