#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Minimum-time trapezoidal velocity profile; position at a time.
    #[exp]
    #[derive(Debug, Clone, Copy)]
    pub struct Limits {
        pub velocity: f64,
        pub acceleration: f64,
    }

    #[derive(Debug, Clone, Copy, PartialEq)]
    enum Shape {
        Triangle,
        Trapezoid,
    }

    #[exp(adjoint)]
    pub fn position(distance: f64, limits: Limits, t: f64) -> f64 {
        let Limits { velocity: v, acceleration: a } = limits;
        let sign = distance.signum();
        let d = distance.abs();
        let shape = if d < v * v / a { Shape::Triangle } else { Shape::Trapezoid };
        let (peak, ramp, cruise) = match shape {
            Shape::Triangle => {
                let ramp = (d / a).sqrt();
                (a * ramp, ramp, 0.0)
            }
            Shape::Trapezoid => (v, v / a, d / v - v / a),
        };
        let s = if t <= 0.0 {
            0.0
        } else if t < ramp {
            0.5 * a * t * t
        } else if t < ramp + cruise {
            0.5 * a * ramp.powi(2) + peak * (t - ramp)
        } else if t < 2.0 * ramp + cruise {
            let left = 2.0 * ramp + cruise - t;
            d - 0.5 * a * left * left
        } else {
            d
        };
        sign * s
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Position;
    let x = (-3.0, exp::Limits { velocity: 1.2, acceleration: 0.9 }, 3.1);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::position(-3.0, plain::Limits { velocity: 1.2, acceleration: 0.9 }, 3.1));
    ad::testing::check(&e, &x).unwrap();
}
