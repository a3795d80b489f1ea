#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod control {
        #[derive(Debug, Clone, Copy)]
        pub struct Gains {
            pub kp: f64,
            pub ki: f64,
            pub kd: f64,
        }

        #[derive(Debug, Clone)]
        pub struct Pid {
            gains: Gains,
            integral: f64,
            previous: Option<f64>,
            limit: f64,
        }

        impl Pid {
            pub fn new(gains: Gains, limit: f64) -> Self {
                Pid { gains, integral: 0.0, previous: None, limit }
            }

            pub fn update(&mut self, error: f64, dt: f64) -> f64 {
                let derivative = match self.previous {
                    Some(p) => (error - p) / dt,
                    None => 0.0,
                };
                self.previous = Some(error);
                let raw = self.gains.kp * error + self.gains.ki * self.integral + self.gains.kd * derivative;
                let out = raw.clamp(-self.limit, self.limit);
                // anti-windup: integrate only while not saturated
                if raw == out {
                    self.integral += error * dt;
                }
                out
            }
        }

        /// Integrated time-weighted absolute error of a step response of a second-order plant.
        pub fn itae(gains: Gains, damping: f64, natural: f64, limit: f64, steps: usize) -> f64 {
            let dt = 0.05;
            let mut pid = Pid::new(gains, limit);
            let (mut y, mut v) = (0.0, 0.0);
            let mut cost = 0.0;
            for i in 0..steps {
                let error = 1.0 - y;
                let u = pid.update(error, dt);
                let acc = natural * natural * (u - y) - 2.0 * damping * natural * v;
                v += acc * dt;
                y += v * dt;
                cost += i as f64 * dt * error.abs() * dt;
            }
            cost
        }
    }
    pub use control::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Itae { steps: 40 };
    let x = (exp::Gains { kp: 4.0, ki: 1.5, kd: 0.4 }, 0.3, 1.7, 3.0);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::itae(plain::Gains { kp: 4.0, ki: 1.5, kd: 0.4 }, 0.3, 1.7, 3.0, 40));
    ad::testing::check(&e, &x).unwrap();
}
