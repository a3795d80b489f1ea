#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    /// Position on the orbit at a time, by Newton's iteration on Kepler's equation.
    #[exp(adjoint)]
    pub fn orbit_position(semi_major: f64, eccentricity: f64, mean_anomaly: f64) -> (f64, f64) {
        let mut anomaly = mean_anomaly;
        for _ in 0..20 {
            let step = (anomaly - eccentricity * anomaly.sin() - mean_anomaly)
                / (1.0 - eccentricity * anomaly.cos());
            anomaly -= step;
            if step.abs() < 1e-6 {
                break;
            }
        }
        let x = semi_major * (anomaly.cos() - eccentricity);
        let y = semi_major * (1.0 - eccentricity.powi(2)).sqrt() * anomaly.sin();
        (x, y)
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::OrbitPosition;
    let x = (1.5, 0.3, 0.9);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &(1.0, 2.0)).1);
    println!("value {:?} plain {:?}", value, plain::orbit_position(1.5, 0.3, 0.9));
    ad::testing::check(&e, &x).unwrap();
}
