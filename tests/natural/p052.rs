#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Regime {
        Laminar,
        Transitional,
        Turbulent,
    }

    #[exp(adjoint)]
    fn regime(reynolds: f64) -> Regime {
        match reynolds {
            re if re < 2300.0 => Regime::Laminar,
            re if re < 4000.0 => Regime::Transitional,
            _ => Regime::Turbulent,
        }
    }

    #[exp(adjoint)]
    fn colebrook(reynolds: f64, roughness: f64) -> f64 {
        let mut f: f64 = 0.02;
        for _ in 0..8 {
            let rhs = -2.0 * (roughness / 3.7 + 2.51 / (reynolds * f.sqrt())).log10();
            f = 1.0 / (rhs * rhs);
        }
        f
    }

    #[exp(adjoint)]
    pub fn friction_factor(velocity: f64, diameter: f64, viscosity: f64, roughness: f64) -> f64 {
        let re = velocity * diameter / viscosity;
        let laminar = 64.0 / re;
        match regime(re) {
            Regime::Laminar => laminar,
            Regime::Turbulent => colebrook(re, roughness / diameter),
            Regime::Transitional => {
                let t = (re - 2300.0) / 1700.0;
                (1.0 - t) * laminar + t * colebrook(re, roughness / diameter)
            }
        }
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::FrictionFactor;
    let x = (0.03, 0.1, 1e-6, 1e-4);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::friction_factor(0.03, 0.1, 1e-6, 1e-4));
    ad::testing::check(&e, &x).unwrap();
}
