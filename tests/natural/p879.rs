#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp]
    #[derive(Debug, Clone, Copy)]
    pub struct Gains {
        pub kp: f64,
        pub ki: f64,
        pub kd: f64,
    }

    /// Integral of time-weighted absolute error of a PID loop around a first-order plant with dead time.
    /// The actuator saturates; the integrator stops while it does.
    #[exp(adjoint)]
    pub fn itae(gains: &Gains, plant_gain: f64, time_constant: f64, #[fixed] dt: f64, delay: usize, steps: usize) -> f64 {
        let mut queue = std::collections::VecDeque::from(vec![0.0; delay]);
        let setpoint = 1.0;
        let mut y = 0.0;
        let mut integral = 0.0;
        let mut previous_error = None;
        let mut cost = 0.0;
        for step in 0..steps {
            let error = setpoint - y;
            let derivative = match previous_error {
                Some(previous) => (error - previous) / dt,
                None => 0.0,
            };
            previous_error = Some(error);
            let unsaturated = gains.kp * error + gains.ki * (integral + error * dt) + gains.kd * derivative;
            let u = unsaturated.clamp(-2.0, 2.0);
            if u == unsaturated {
                integral += error * dt;
            }
            queue.push_back(u);
            let delayed = queue.pop_front().unwrap();
            y += dt / time_constant * (plant_gain * delayed - y);
            cost += step as f64 * dt * error.abs() * dt;
        }
        cost
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Itae { dt: 0.125, delay: 2, steps: 20 };
    let x = (exp::Gains { kp: 2.25, ki: 0.5, kd: 0.1 }, 1.25, 1.5);
    let g = plain::Gains { kp: 2.25, ki: 0.5, kd: 0.1 };
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::itae(&g, 1.25, 1.5, 0.125, 2, 20));
    ad::testing::check(&e, &x).unwrap();
}
