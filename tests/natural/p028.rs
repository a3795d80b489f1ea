#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    /// Illinois variant of regula falsi on x·exp(x) = w (Lambert's function).
    #[exp(adjoint)]
    pub fn lambert_w(w: f64) -> Option<f64> {
        if w < 0.0 {
            return None;
        }
        let f = |x: f64| x * x.exp() - w;
        let (mut a, mut b) = (0.0, w + 1.0);
        let (mut fa, mut fb) = (f(a), f(b));
        let mut side = 0i8;
        for _ in 0..40 {
            let c = (fa * b - fb * a) / (fa - fb);
            let fc = f(c);
            if fc.abs() < 1e-9 {
                return Some(c);
            }
            if fc * fb > 0.0 {
                b = c;
                fb = fc;
                if side == -1 {
                    fa /= 2.0;
                }
                side = -1;
            } else {
                a = c;
                fa = fc;
                if side == 1 {
                    fb /= 2.0;
                }
                side = 1;
            }
        }
        None
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::LambertW;
    let x = 1.5;
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &Some(1.0)).1);
    println!("value {:?} plain {:?}", value, plain::lambert_w(1.5));
    ad::testing::check(&e, &x).unwrap();
}
