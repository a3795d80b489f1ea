#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod projectile {
        #[derive(Clone, Copy)]
        struct State {
            x: f64,
            y: f64,
            vx: f64,
            vy: f64,
        }

        #[derive(Clone, Copy)]
        pub struct Environment {
            pub gravity: f64,
            pub drag: f64,
            pub wind: f64,
        }

        impl Environment {
            fn step(&self, s: State, dt: f64) -> State {
                let rx = s.vx - self.wind;
                let speed = (rx * rx + s.vy * s.vy).sqrt();
                State {
                    x: s.x + s.vx * dt,
                    y: s.y + s.vy * dt,
                    vx: s.vx - self.drag * speed * rx * dt,
                    vy: s.vy - (self.gravity + self.drag * speed * s.vy) * dt,
                }
            }
        }

        /// Range of a throw, with the landing point interpolated within the last step.
        pub fn range(env: &Environment, speed: f64, angle_degrees: f64) -> f64 {
            let angle = angle_degrees.to_radians();
            let mut s = State { x: 0.0, y: 0.0, vx: speed * angle.cos(), vy: speed * angle.sin() };
            let dt = 0.05;
            loop {
                let next = env.step(s, dt);
                if next.y < 0.0 {
                    let t = s.y / (s.y - next.y);
                    return s.x + t * (next.x - s.x);
                }
                s = next;
            }
        }
    }
    pub use projectile::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Range;
    let x = (exp::Environment { gravity: 9.81, drag: 0.01, wind: -1.0 }, 12.0, 40.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::range(&plain::Environment { gravity: 9.81, drag: 0.01, wind: -1.0 }, 12.0, 40.0));
    ad::testing::check(&e, &x).unwrap();
}
