#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod gravity {
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Body {
            pub mass: f64,
            pub position: [f64; 2],
            pub velocity: [f64; 2],
        }

        #[derive(Debug, Clone)]
        pub struct Simulation {
            bodies: Vec<Body>,
            softening: f64,
        }

        impl Simulation {
            pub fn new(bodies: &[Body], softening: f64) -> Self {
                Self { bodies: bodies.to_vec(), softening }
            }

            fn acceleration(&self, i: usize) -> [f64; 2] {
                let here = self.bodies[i].position;
                let mut acc = [0.0; 2];
                for (j, other) in self.bodies.iter().enumerate() {
                    if i == j {
                        continue;
                    }
                    let d = [other.position[0] - here[0], other.position[1] - here[1]];
                    let r2 = d[0] * d[0] + d[1] * d[1] + self.softening * self.softening;
                    let inv = other.mass / (r2 * r2.sqrt());
                    acc[0] += inv * d[0];
                    acc[1] += inv * d[1];
                }
                acc
            }

            fn drift(&mut self, dt: f64) {
                for body in self.bodies.iter_mut() {
                    for (x, v) in body.position.iter_mut().zip(body.velocity.iter()) {
                        *x += v * dt;
                    }
                }
            }

            fn kick(&mut self, dt: f64) {
                let acc: Vec<[f64; 2]> = (0..self.bodies.len()).map(|i| self.acceleration(i)).collect();
                for (body, a) in self.bodies.iter_mut().zip(acc) {
                    body.velocity[0] += a[0] * dt;
                    body.velocity[1] += a[1] * dt;
                }
            }

            /// Yoshida's fourth-order step.
            pub fn step(&mut self, dt: f64) {
                let cbrt2 = 2f64.cbrt();
                let w1 = 1.0 / (2.0 - cbrt2);
                let w0 = -cbrt2 * w1;
                for w in [w1, w0, w1] {
                    self.drift(0.5 * w * dt);
                    self.kick(w * dt);
                    self.drift(0.5 * w * dt);
                }
            }

            pub fn angular_momentum(&self) -> f64 {
                self.bodies
                    .iter()
                    .map(|b| b.mass * (b.position[0] * b.velocity[1] - b.position[1] * b.velocity[0]))
                    .sum()
            }
        }

        /// Closest approach of the first two bodies on the time grid, and the final angular momentum.
        pub fn closest_approach(bodies: &[Body], softening: f64, #[fixed] dt: f64, steps: u32) -> (f64, f64) {
            let mut sim = Simulation::new(bodies, softening);
            let mut closest = f64::MAX;
            for _ in 0..steps {
                sim.step(dt);
                let [a, b] = [sim.bodies[0].position, sim.bodies[1].position];
                closest = closest.min((a[0] - b[0]).hypot(a[1] - b[1]));
            }
            (closest, sim.angular_momentum())
        }
    }
    pub use gravity::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::ClosestApproach { dt: 0.05, steps: 12 };
    let x = (
        vec![
            exp::Body { mass: 1.0, position: [0.0, 0.0], velocity: [0.0, -0.1] },
            exp::Body { mass: 0.3, position: [1.0, 0.2], velocity: [-0.4, 0.8] },
            exp::Body { mass: 0.1, position: [-1.5, 0.1], velocity: [0.1, -0.7] },
        ],
        0.05,
    );
    let bodies = [
        plain::Body { mass: 1.0, position: [0.0, 0.0], velocity: [0.0, -0.1] },
        plain::Body { mass: 0.3, position: [1.0, 0.2], velocity: [-0.4, 0.8] },
        plain::Body { mass: 0.1, position: [-1.5, 0.1], velocity: [0.1, -0.7] },
    ];
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::closest_approach(&bodies, 0.05, 0.05, 12));
    ad::testing::check(&e, &x).unwrap();
}
