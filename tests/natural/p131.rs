#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    use std::f64::consts::PI;

    #[exp(adjoint)]
    #[derive(Clone, Debug)]
    pub struct Driver {
        pub look_ahead: f64,
        pub steering_gain: f64,
        pub brake_angle: f64,
    }

    #[exp(adjoint)]
    fn wrap(angle: f64) -> f64 {
        if angle > PI {
            angle - 2.0 * PI
        } else if angle < -PI {
            angle + 2.0 * PI
        } else {
            angle
        }
    }

    /// Fitness of a racing driver: progress along the waypoints minus a penalty for steering.
    #[exp(adjoint)]
    pub fn fitness(#[fixed] track: &[(f64, f64)], ticks: u32, driver: &Driver) -> f64 {
        let (mut x, mut y) = track[0];
        let (mut heading, mut speed) = (0.0, 1.0);
        let mut target = 1;
        let mut penalty = 0.0;
        let mut tick = 0;
        while tick < ticks && target < track.len() {
            let (tx, ty) = track[target];
            if (tx - x).hypot(ty - y) < driver.look_ahead {
                target += 1;
                continue;
            }
            let error = wrap((ty - y).atan2(tx - x) - heading);
            let steer = (driver.steering_gain * error).clamp(-0.5, 0.5);
            heading += steer * speed * 0.1;
            speed += if error.abs() > driver.brake_angle { -0.2 * speed } else { 0.1 };
            x += speed * heading.cos() * 0.1;
            y += speed * heading.sin() * 0.1;
            penalty += steer * steer;
            tick += 1;
        }
        let remaining = match track.get(target) {
            Some((tx, ty)) => (tx - x).hypot(ty - y),
            None => 0.0,
        };
        10.0 * target as f64 - remaining - 0.1 * penalty
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Fitness { track: &[(0.0, 0.0), (1.0, 0.3), (1.5, 1.2), (0.5, 3.0)], ticks: 20 };
    let x = exp::Driver { look_ahead: 0.35, steering_gain: 1.5, brake_angle: 0.9 };
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::fitness(&[(0.0, 0.0), (1.0, 0.3), (1.5, 1.2), (0.5, 3.0)], 20, &plain::Driver { look_ahead: 0.35, steering_gain: 1.5, brake_angle: 0.9 }));
    ad::testing::check(&e, &x).unwrap();
}
