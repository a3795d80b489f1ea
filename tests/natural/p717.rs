#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Newton's method kept inside of a bracket by bisection (Numerical Recipes, `rtsafe`).
    /// `f` returns the value and the derivative.
    #[exp(adjoint)]
    pub fn newton_safe<F>(f: F, a: f64, b: f64, tolerance: f64) -> Result<f64, &'static str>
    where
        F: Fn(f64) -> (f64, f64),
    {
        let (fa, _) = f(a);
        let (fb, _) = f(b);
        if fa * fb > 0.0 {
            return Err("root must be bracketed");
        }
        let (mut lo, mut hi) = if fa < 0.0 { (a, b) } else { (b, a) };
        let mut x = 0.5 * (a + b);
        let mut dx_old = (b - a).abs();
        for _ in 0..60 {
            let (fx, dfx) = f(x);
            let newton = fx / dfx;
            let outside = (x - newton - lo) * (x - newton - hi) > 0.0;
            let step = if outside || (2.0 * newton).abs() > dx_old { x - 0.5 * (lo + hi) } else { newton };
            dx_old = step.abs();
            x -= step;
            if dx_old < tolerance {
                return Ok(x);
            }
            if fx < 0.0 {
                lo = x + step;
            } else {
                hi = x + step;
            }
        }
        Err("too many iterations")
    }

    /// The distance of a planet from its star at time `t` after the passage through the periapsis.
    #[exp(adjoint)]
    pub fn orbital_radius(t: f64, period: f64, semi_major_axis: f64, eccentricity: f64) -> f64 {
        let pi = std::f64::consts::PI;
        let m = 2.0 * pi * (t / period).fract();
        let kepler = |u: f64| (u - eccentricity * u.sin() - m, 1.0 - eccentricity * u.cos());
        let u = newton_safe(kepler, 0.0, 2.0 * pi, 1e-9).unwrap_or(m);
        semi_major_axis * (1.0 - eccentricity * u.cos())
    }
}

fn main() {
    let e = exp::OrbitalRadius;
    let x = (1.3, 4.1, 1.7, 0.35);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::orbital_radius(x.0, x.1, x.2, x.3));
    ad::testing::check(&e, &x).unwrap();
}
