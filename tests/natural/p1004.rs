#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod projectile {
        #[derive(Clone, Copy, Debug)]
        struct State {
            x: f64,
            y: f64,
            vx: f64,
            vy: f64,
        }

        trait Force {
            fn acceleration(&self, s: &State) -> (f64, f64);
        }

        struct Gravity;

        struct Drag {
            k: f64,
        }

        struct Wind {
            speed: f64,
            k: f64,
        }

        impl Force for Gravity {
            fn acceleration(&self, _: &State) -> (f64, f64) {
                (0.0, -9.81)
            }
        }

        impl Force for Drag {
            fn acceleration(&self, s: &State) -> (f64, f64) {
                let v = s.vx.hypot(s.vy);
                (-self.k * v * s.vx, -self.k * v * s.vy)
            }
        }

        impl Force for Wind {
            fn acceleration(&self, s: &State) -> (f64, f64) {
                (self.k * (self.speed - s.vx), 0.0)
            }
        }

        struct World {
            forces: Vec<Box<dyn Force>>,
        }

        impl World {
            fn acceleration(&self, s: &State) -> (f64, f64) {
                self.forces.iter().map(|f| f.acceleration(s)).fold((0.0, 0.0), |(ax, ay), (bx, by)| (ax + bx, ay + by))
            }

            fn rk2(&self, s: State, dt: f64) -> State {
                let step = |s: &State, from: &State, h: f64| {
                    let (ax, ay) = self.acceleration(from);
                    State { x: s.x + h * from.vx, y: s.y + h * from.vy, vx: s.vx + h * ax, vy: s.vy + h * ay }
                };
                let mid = step(&s, &s, 0.5 * dt);
                step(&s, &mid, dt)
            }

            fn fly(&self, start: State) -> f64 {
                let dt = 0.1;
                let mut now = start;
                loop {
                    let next = self.rk2(now, dt);
                    if next.y < 0.0 {
                        let f = now.y / (now.y - next.y);
                        break now.x + f * (next.x - now.x);
                    }
                    now = next;
                }
            }
        }

        pub fn range(speed: f64, angle: f64, k: f64, wind: f64) -> f64 {
            let world = World { forces: vec![Box::new(Gravity), Box::new(Drag { k }), Box::new(Wind { speed: wind, k: 0.1 })] };
            world.fly(State { x: 0.0, y: 1.0, vx: speed * angle.cos(), vy: speed * angle.sin() })
        }
    }
    pub use projectile::*;
}

fn main() {
    ad::testing::check_function(&exp::Range, |x| plain::range(x.0, x.1, x.2, x.3), &(30.0, 0.8, 0.01, 0.5)).unwrap();
}
