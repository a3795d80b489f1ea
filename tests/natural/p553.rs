#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod diff_drive {
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Pose {
            pub x: f64,
            pub y: f64,
            pub heading: f64,
        }

        impl Pose {
            fn advance(self, v: f64, omega: f64, dt: f64) -> Pose {
                if omega.abs() < 1e-6 {
                    Pose { x: self.x + v * dt * self.heading.cos(), y: self.y + v * dt * self.heading.sin(), ..self }
                } else {
                    let r = v / omega;
                    let heading = self.heading + omega * dt;
                    Pose {
                        x: self.x + r * (heading.sin() - self.heading.sin()),
                        y: self.y - r * (heading.cos() - self.heading.cos()),
                        heading,
                    }
                }
            }
        }

        fn wrap_angle(a: f64) -> f64 {
            a.sin().atan2(a.cos())
        }

        /// Pure pursuit along way points; the sum of squared distances is the cost.
        pub fn pursuit_cost(start: Pose, waypoints: &[(f64, f64)], speed: f64, gain: f64) -> f64 {
            let dt = 0.2;
            let mut pose = start;
            let mut cost = 0.0;
            let mut index = 0;
            for _ in 0..15 {
                let Some(&(wx, wy)) = waypoints.get(index) else { break };
                let (dx, dy) = (wx - pose.x, wy - pose.y);
                let distance = dx.hypot(dy);
                if distance < 0.3 {
                    index += 1;
                    continue;
                }
                let error = wrap_angle(dy.atan2(dx) - pose.heading);
                pose = pose.advance(speed, gain * error, dt);
                cost += distance.powi(2) * dt;
            }
            cost
        }
    }
    pub use diff_drive::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::PursuitCost;
    let x = (exp::Pose { x: 0.0, y: 0.0, heading: 0.2 }, vec![(1.0, 0.5), (1.5, 1.7)], 0.9, 2.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::pursuit_cost(plain::Pose { x: 0.0, y: 0.0, heading: 0.2 }, &vec![(1.0, 0.5), (1.5, 1.7)], 0.9, 2.0));
    ad::testing::check(&e, &x).unwrap();
}
