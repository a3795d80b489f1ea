#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    const R: f64 = 8.314462618;

    /// Compressibility factor of the vapour phase from the Peng–Robinson equation of state.
    #[exp(adjoint)]
    fn compressibility(a: f64, b: f64) -> f64 {
        let c2 = -(1.0 - b);
        let c1 = a - 3.0 * b * b - 2.0 * b;
        let c0 = -(a * b - b * b - b.powi(3));
        let mut z = 1.0;
        for _ in 0..30 {
            let f = ((z + c2) * z + c1) * z + c0;
            let df = (3.0 * z + 2.0 * c2) * z + c1;
            let step = f / df;
            z -= step;
            if step.abs() < 1e-12 {
                break;
            }
        }
        z
    }

    /// Fugacity coefficient of a pure gas.
    #[exp(adjoint)]
    pub fn fugacity_coefficient(t: f64, p: f64, tc: f64, pc: f64, omega: f64) -> f64 {
        let kappa = 0.37464 + 1.54226 * omega - 0.26992 * omega.powi(2);
        let alpha = (1.0 + kappa * (1.0 - (t / tc).sqrt())).powi(2);
        let a = 0.45724 * (R * tc).powi(2) / pc * alpha;
        let b = 0.07780 * R * tc / pc;

        let big_a = a * p / (R * t).powi(2);
        let big_b = b * p / (R * t);
        let z = compressibility(big_a, big_b);

        let s2 = std::f64::consts::SQRT_2;
        let ln_phi = z - 1.0
            - (z - big_b).ln()
            - big_a / (2.0 * s2 * big_b) * ((z + (1.0 + s2) * big_b) / (z + (1.0 - s2) * big_b)).ln();
        ln_phi.exp()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::FugacityCoefficient;
    let x = (350.0, 2.0e6, 304.13, 7.3773e6, 0.22394);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::fugacity_coefficient(x.0, x.1, x.2, x.3, x.4));
    ad::testing::check(&e, &x).unwrap();
}
