#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Van der Pol oscillator by Bogacki–Shampine's pair with step size control.
    /// Returns the state at `t_end`.
    #[exp(adjoint)]
    pub fn van_der_pol(mu: f64, y0: f64, v0: f64, #[fixed] t_end: f64, #[fixed] tol: f64) -> (f64, f64) {
        let f = |y: f64, v: f64| (v, mu * (1.0 - y * y) * v - y);

        let mut t = 0.0;
        let mut h = 0.1_f64;
        let (mut y, mut v) = (y0, v0);
        let mut k1 = f(y, v);
        while t < t_end {
            if t + h > t_end {
                h = t_end - t;
            }
            let k2 = f(y + 0.5 * h * k1.0, v + 0.5 * h * k1.1);
            let k3 = f(y + 0.75 * h * k2.0, v + 0.75 * h * k2.1);
            let yn = y + h / 9.0 * (2.0 * k1.0 + 3.0 * k2.0 + 4.0 * k3.0);
            let vn = v + h / 9.0 * (2.0 * k1.1 + 3.0 * k2.1 + 4.0 * k3.1);
            let k4 = f(yn, vn);
            let err = |a: f64, b: f64, c: f64, d: f64| {
                h * (-5.0 / 72.0 * a + b / 12.0 + c / 9.0 - d / 8.0)
            };
            let e = err(k1.0, k2.0, k3.0, k4.0).abs().max(err(k1.1, k2.1, k3.1, k4.1).abs());
            if e <= tol {
                t += h;
                y = yn;
                v = vn;
                k1 = k4;
            }
            h *= (0.9 * (tol / (e + 1e-300)).cbrt()).clamp(0.2, 5.0);
        }
        (y, v)
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::VanDerPol { t_end: 1.5, tol: 1e-4 };
    let x = (1.3, 2.0, 0.1);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::van_der_pol(1.3, 2.0, 0.1, 1.5, 1e-4));
    ad::testing::check(&e, &x).unwrap();
}
