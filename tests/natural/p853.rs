#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Darcy friction factor from the Colebrook–White equation, by fixed-point iteration.
    #[exp(adjoint)]
    fn friction_factor(reynolds: f64, relative_roughness: f64) -> f64 {
        if reynolds < 2300.0 {
            return 64.0 / reynolds;
        }
        // Swamee–Jain as a start
        let log = (relative_roughness / 3.7 + 5.74 / reynolds.powf(0.9)).log10();
        let mut f = 0.25 / (log * log);
        for _ in 0..20 {
            let rhs = -2.0 * (relative_roughness / 3.7 + 2.51 / (reynolds * f.sqrt())).log10();
            let next = 1.0 / (rhs * rhs);
            let done = (next - f).abs() < 1e-12;
            f = next;
            if done {
                break;
            }
        }
        f
    }

    /// Pressure drop in Pa along a series of pipe segments (length, diameter) in m at volume flow `q` in m³/s.
    #[exp(adjoint)]
    pub fn pressure_drop(segments: &[(f64, f64)], q: f64, density: f64, viscosity: f64, roughness: f64) -> f64 {
        let mut total = 0.0;
        for &(length, diameter) in segments {
            let area = std::f64::consts::FRAC_PI_4 * diameter.powi(2);
            let velocity = q / area;
            let reynolds = density * velocity * diameter / viscosity;
            let f = friction_factor(reynolds, roughness / diameter);
            total += f * length / diameter * 0.5 * density * velocity * velocity;
        }
        total
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::PressureDrop;
    let x = (vec![(12.0, 0.1), (30.0, 0.08), (2.0, 2.5)], 0.012, 998.0, 1.0e-3, 4.5e-5);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::pressure_drop(&x.0, x.1, x.2, x.3, x.4));
    ad::testing::check(&e, &x).unwrap();
}
