#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Augmented Lagrangian for `min x² + 2y² − xy` subject to `x + y = a` and `x ≥ b`.
    #[exp(adjoint)]
    pub fn constrained_minimum(a: f64, b: f64) -> (f64, f64) {
        let (mut x, mut y) = (0.1, 0.2);
        let mut lambda = 0.0;
        let mut mu = 0.0;
        let mut rho = 1.0;
        for _outer in 0..4 {
            for _inner in 0..15 {
                let equality = x + y - a;
                let inequality = (mu + rho * (b - x)).max(0.0);
                let gx = 2.0 * x - y + lambda + rho * equality - inequality;
                let gy = 4.0 * y - x + lambda + rho * equality;
                let step = 1.0 / (6.0 + 2.0 * rho);
                x -= step * gx;
                y -= step * gy;
            }
            lambda += rho * (x + y - a);
            mu = (mu + rho * (b - x)).max(0.0);
            rho *= 2.0;
        }
        (x, y)
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::ConstrainedMinimum;
    let x = (1.3, 0.87);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &(1.0, 2.0)).1);
    println!("value {:?} plain {:?}", value, plain::constrained_minimum(1.3, 0.87));
    ad::testing::check(&e, &x).unwrap();
}
