#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Perihelion shift of a relativistic orbit, from the turning point of a discretised u(φ).
    #[exp(adjoint)]
    pub fn perihelion_angle(l: f64, mass: f64, u0: f64, step: f64) -> Option<f64> {
        let acceleration = |u: f64| mass / (l * l) - u + 3.0 * mass * u * u;
        let mut phi = 0.0;
        let mut u = u0;
        let mut du = 0.0;
        let mut previous = (0.0, 0.0);
        for i in 0..400 {
            du += 0.5 * step * acceleration(u);
            u += step * du;
            du += 0.5 * step * acceleration(u);
            phi += step;
            if i > 5 && previous.1 > 0.0 && du <= 0.0 {
                let t = previous.1 / (previous.1 - du);
                return Some(previous.0 + t * step);
            }
            previous = (phi, du);
        }
        None
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::PerihelionAngle;
    let x = (4.3, 1.0, 0.08, 0.1);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &Some(1.0)).1);
    println!("value {:?} plain {:?}", value, plain::perihelion_angle(4.3, 1.0, 0.08, 0.1));
    ad::testing::check(&e, &x).unwrap();
}
