#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Where does a shell with drag and wind land? The last step is interpolated.
    #[exp(adjoint)]
    pub fn landing_distance(speed: f64, elevation_degrees: f64, drag: f64, wind: f64) -> f64 {
        let dt = 0.05;
        let angle = elevation_degrees.to_radians();
        let (mut x, mut y) = (0.0, 1.5);
        let (mut vx, mut vy) = (speed * angle.cos(), speed * angle.sin());
        loop {
            let relative = vx - wind;
            let v = relative.hypot(vy);
            let ax = -drag * v * relative;
            let ay = -9.81 - drag * v * vy;
            let (nx, ny) = (x + vx * dt, y + vy * dt);
            if ny < 0.0 {
                let t = y / (y - ny);
                return x + t * (nx - x);
            }
            (x, y) = (nx, ny);
            vx += ax * dt;
            vy += ay * dt;
        }
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::LandingDistance;
    let x = (12.0, 40.0, 0.01, 1.5);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::landing_distance(12.0, 40.0, 0.01, 1.5));
    ad::testing::check(&e, &x).unwrap();
}
