#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod pid {
        #[derive(Debug, Default, Clone)]
        pub struct Pid {
            pub kp: f64,
            pub ki: f64,
            pub kd: f64,
            integral: f64,
            last_error: Option<f64>,
        }

        impl Pid {
            pub fn new(kp: f64, ki: f64, kd: f64) -> Self {
                Self { kp, ki, kd, ..Default::default() }
            }

            pub fn update(&mut self, error: f64, dt: f64) -> f64 {
                self.integral = (self.integral + error * dt).clamp(-2.0, 2.0);
                let derivative = match self.last_error {
                    Some(last) => (error - last) / dt,
                    None => 0.0,
                };
                self.last_error = Some(error);
                self.kp * error + self.ki * self.integral + self.kd * derivative
            }
        }

        /// Integral of the absolute error of a second order plant under control.
        pub fn tracking_cost(gains: [f64; 3], setpoint: f64, steps: usize) -> f64 {
            let mut pid = Pid::new(gains[0], gains[1], gains[2]);
            let dt = 0.05;
            let (mut position, mut velocity) = (0.0, 0.0);
            let mut cost = 0.0;
            for _ in 0..steps {
                let error = setpoint - position;
                let force = pid.update(error, dt);
                let acceleration = force - 0.4 * velocity - 1.1 * position;
                velocity += acceleration * dt;
                position += velocity * dt;
                cost += error.abs() * dt;
            }
            cost
        }
    }
    pub use pid::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::TrackingCost { steps: 12 };
    let x = ([4.0, 1.5, 0.3], 1.2);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::tracking_cost([4.0, 1.5, 0.3], 1.2, 12));
    ad::testing::check(&e, &x).unwrap();
}
