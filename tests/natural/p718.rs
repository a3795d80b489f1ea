#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub fn simpson_rule(a: f64, b: f64, fa: f64, fm: f64, fb: f64) -> f64 {
        (b - a) / 6.0 * (fa + 4.0 * fm + fb)
    }

    #[exp(adjoint)]
    pub fn speed(theta: f64, a: f64, b: f64) -> f64 {
        (a * theta.sin()).hypot(b * theta.cos())
    }

    /// Length of an arc of an ellipse by adaptive Simpson quadrature.
    #[exp(adjoint)]
    pub fn arc_length(from: f64, to: f64, a: f64, b: f64, #[fixed] tolerance: f64, depth: u32) -> f64 {
        let mid = 0.5 * (from + to);
        let (f0, f1, f2) = (speed(from, a, b), speed(mid, a, b), speed(to, a, b));
        let fl = speed(0.5 * (from + mid), a, b);
        let fr = speed(0.5 * (mid + to), a, b);
        let whole = simpson_rule(from, to, f0, f1, f2);
        let left = simpson_rule(from, mid, f0, fl, f1);
        let right = simpson_rule(mid, to, f1, fr, f2);
        let delta = left + right - whole;
        if depth == 0 || delta.abs() <= 15.0 * tolerance {
            return left + right + delta / 15.0;
        }
        arc_length(from, mid, a, b, tolerance / 2.0, depth - 1)
            + arc_length(mid, to, a, b, tolerance / 2.0, depth - 1)
    }
}

fn main() {
    let e = exp::ArcLength { tolerance: 1e-5, depth: 8 };
    let x = (0.2, 1.4, 2.0, 1.1);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::arc_length(x.0, x.1, x.2, x.3, 1e-5, 8));
    ad::testing::check(&e, &x).unwrap();
}
