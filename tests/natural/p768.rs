#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Antoine coefficients `(a, b, c)`, pressure in mmHg, temperature in °C.
    #[exp(adjoint)]
    fn antoine(coefficients: &(f64, f64, f64), t: f64) -> f64 {
        let &(a, b, c) = coefficients;
        10.0_f64.powf(a - b / (c + t))
    }

    /// Bubble-point temperature of a binary mixture with Wilson activity coefficients.
    /// Returns the temperature and the vapour composition.
    #[exp(adjoint)]
    pub fn bubble_point(
        x1: f64,
        pressure: f64,
        wilson: [f64; 2],
        #[fixed] species: &[(f64, f64, f64); 2],
    ) -> Result<(f64, f64), String> {
        if !(0.0..=1.0).contains(&x1) {
            return Err(format!("mole fraction {x1} is outside of [0, 1]"));
        }
        let x2 = 1.0 - x1;
        let [l12, l21] = wilson;
        let s1 = x1 + l12 * x2;
        let s2 = x2 + l21 * x1;
        let common = l12 / s1 - l21 / s2;
        let gamma1 = (-s1.ln() + x2 * common).exp();
        let gamma2 = (-s2.ln() - x1 * common).exp();

        let total = |t: f64| x1 * gamma1 * antoine(&species[0], t) + x2 * gamma2 * antoine(&species[1], t);
        let (mut t0, mut t1) = (60.0, 90.0);
        let (mut f0, mut f1) = (total(t0) - pressure, total(t1) - pressure);
        for _ in 0..40 {
            if f1.abs() < 1e-9 * pressure {
                let y1 = x1 * gamma1 * antoine(&species[0], t1) / pressure;
                return Ok((t1, y1));
            }
            let next = t1 - f1 * (t1 - t0) / (f1 - f0);
            (t0, f0) = (t1, f1);
            t1 = next;
            f1 = total(t1) - pressure;
        }
        Err("the secant method did not converge".to_string())
    }

    #[exp(adjoint)]
    pub fn relative_volatility(x1: f64, pressure: f64, wilson: [f64; 2], #[fixed] species: &[(f64, f64, f64); 2]) -> f64 {
        match bubble_point(x1, pressure, wilson, species) {
            Ok((_, y1)) => (y1 / x1) / ((1.0 - y1) / (1.0 - x1)),
            Err(_) => 0.0,
        }
    }
}

fn main() {
    use ad::prelude::*;
    let species = [(8.20417, 1642.89, 230.3), (8.07131, 1730.63, 233.426)];
    let e = exp::RelativeVolatility { species: &species };
    let x = (0.3, 760.0, [0.15, 0.83]);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::relative_volatility(0.3, 760.0, [0.15, 0.83], &species));
    ad::testing::check(&e, &x).unwrap();
}
