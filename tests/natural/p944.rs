#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod control {
        pub trait Controller {
            fn command(&mut self, error: f64, dt: f64) -> f64;

            fn saturate(&self, u: f64, limit: f64) -> f64 {
                u.clamp(-limit, limit)
            }
        }

        #[derive(Clone, Debug)]
        pub struct Pid {
            pub kp: f64,
            pub ki: f64,
            pub kd: f64,
            pub integral: f64,
            pub previous: Option<f64>,
        }

        pub struct BangBang {
            pub level: f64,
        }

        impl Controller for Pid {
            fn command(&mut self, error: f64, dt: f64) -> f64 {
                let derivative = match self.previous.replace(error) {
                    Some(p) => (error - p) / dt,
                    None => 0.0,
                };
                let limit = 2.0;
                let raw = self.kp * error + self.ki * self.integral + self.kd * derivative;
                // anti-windup: stop integrating while saturated
                if raw.abs() < limit {
                    self.integral += error * dt;
                }
                self.saturate(raw, limit)
            }
        }

        impl Controller for BangBang {
            fn command(&mut self, error: f64, _dt: f64) -> f64 {
                if error > 0.0 { self.level } else { -self.level }
            }
        }

        /// Second-order plant; integral of time-weighted squared error.
        fn run<C: Controller>(mut controller: C, setpoint: f64, damping: f64, steps: usize) -> f64 {
            let dt = 0.1;
            let (mut pos, mut vel, mut cost) = (0.0, 0.0, 0.0);
            for k in 0..steps {
                let error = setpoint - pos;
                let u = controller.command(error, dt);
                vel += dt * (u - damping * vel - 0.5 * pos);
                pos += dt * vel;
                cost += (k as f64 * dt) * error.powi(2) * dt;
            }
            cost
        }

        pub fn pid_advantage(steps: usize, gains: [f64; 3], setpoint: f64, damping: f64, level: f64) -> f64 {
            let [kp, ki, kd] = gains;
            let pid = Pid { kp, ki, kd, integral: 0.0, previous: None };
            let bang = run(BangBang { level }, setpoint, damping, steps);
            bang - run(pid, setpoint, damping, steps)
        }
    }
    pub use control::*;
}

fn main() {
    let e = exp::PidAdvantage { steps: 25 };
    let x = ([2.6, 0.7, 0.45], 1.03, 0.37, 1.1);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::pid_advantage(25, [2.6, 0.7, 0.45], 1.03, 0.37, 1.1));
    ad::testing::check(&e, &x).unwrap();
}
