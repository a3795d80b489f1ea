#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod pid {
        /// A controller with anti-windup.
        #[derive(Debug, Clone)]
        pub struct Pid {
            kp: f64,
            ki: f64,
            kd: f64,
            limit: Option<f64>,
            integral: f64,
            previous: Option<f64>,
        }

        pub struct PidBuilder {
            kp: f64,
            ki: f64,
            kd: f64,
            limit: Option<f64>,
        }

        impl PidBuilder {
            pub fn new(kp: f64) -> Self {
                PidBuilder { kp, ki: 0.0, kd: 0.0, limit: None }
            }

            pub fn ki(mut self, ki: f64) -> Self {
                self.ki = ki;
                self
            }

            pub fn kd(mut self, kd: f64) -> Self {
                self.kd = kd;
                self
            }

            pub fn limit(self, limit: f64) -> Self {
                PidBuilder { limit: Some(limit), ..self }
            }

            pub fn build(self) -> Pid {
                let PidBuilder { kp, ki, kd, limit } = self;
                Pid { kp, ki, kd, limit, integral: 0.0, previous: None }
            }
        }

        impl Pid {
            pub fn update(&mut self, error: f64, dt: f64) -> f64 {
                let derivative = match self.previous.replace(error) {
                    Some(previous) => (error - previous) / dt,
                    None => 0.0,
                };
                let candidate = self.integral + error * dt;
                let output = self.kp * error + self.ki * candidate + self.kd * derivative;
                match self.limit {
                    Some(limit) if output.abs() > limit => limit.copysign(output),
                    _ => {
                        self.integral = candidate;
                        output
                    }
                }
            }
        }

        struct Motor {
            speed: f64,
            inertia: f64,
        }

        impl Motor {
            fn step(&mut self, torque: f64, dt: f64) {
                let friction = 0.2 * self.speed;
                self.speed += dt * (torque - friction) / self.inertia;
            }
        }

        pub fn tracking_cost(kp: f64, ki: f64, kd: f64, inertia: f64) -> f64 {
            let mut pid = PidBuilder::new(kp).ki(ki).kd(kd).limit(5.0).build();
            let mut motor = Motor { speed: 0.0, inertia };
            let dt = 0.05;
            let mut cost = 0.0;
            for step in 0..60 {
                let target = if step < 20 { 1.0 } else { 1.5 };
                let error = target - motor.speed;
                let torque = pid.update(error, dt);
                motor.step(torque, dt);
                cost += (error.powi(2) + 0.01 * torque.powi(2)) * dt;
            }
            cost
        }
    }
    pub use pid::*;
}

fn main() {
    ad::testing::check_function(&exp::TrackingCost, |x| plain::tracking_cost(x.0, x.1, x.2, x.3), &(2.0, 0.8, 0.05, 0.6)).unwrap();
}
