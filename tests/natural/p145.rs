#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod pid {
        #[derive(Debug, Clone)]
        pub struct Pid {
            kp: f64,
            ki: f64,
            kd: f64,
            integral: f64,
            previous: Option<f64>,
        }

        impl Pid {
            pub fn new(kp: f64, ki: f64, kd: f64) -> Self {
                Self { kp, ki, kd, integral: 0.0, previous: None }
            }

            /// Output in -1..1, with anti-windup.
            pub fn control(&mut self, error: f64, dt: f64) -> f64 {
                let derivative = match self.previous.replace(error) {
                    Some(previous) => (error - previous) / dt,
                    None => 0.0,
                };
                let raw = self.kp * error + self.ki * (self.integral + error * dt) + self.kd * derivative;
                if raw.abs() <= 1.0 {
                    self.integral += error * dt;
                }
                raw.clamp(-1.0, 1.0)
            }
        }

        /// Integrated time-weighted absolute error of a heated plant that follows a setpoint.
        pub fn itae(#[fixed] setpoint: f64, gains: (f64, f64, f64), time_constant: f64) -> f64 {
            let dt = 0.1;
            let mut pid = Pid::new(gains.0, gains.1, gains.2);
            let mut temperature = 0.0;
            let mut cost = 0.0;
            for tick in 0..30 {
                let error = setpoint - temperature;
                let u = pid.control(error, dt);
                temperature += dt * (2.0 * u - temperature) / time_constant;
                cost += (tick as f64 * dt) * error.abs() * dt;
            }
            cost
        }
    }
    pub use pid::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Itae { setpoint: 1.0 };
    let x = ((0.8, 0.5, 0.05), 1.3);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::itae(1.0, (0.8, 0.5, 0.05), 1.3));
    ad::testing::check(&e, &x).unwrap();
}
