#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod nbody {
        #[derive(Debug, Clone, Copy)]
        pub struct Body {
            pub mass: f64,
            pub position: [f64; 3],
            pub velocity: [f64; 3],
        }

        #[derive(Debug, Clone)]
        pub struct System {
            pub bodies: Vec<Body>,
            pub softening: f64,
        }

        impl System {
            fn accelerations(&self) -> Vec<[f64; 3]> {
                let n = self.bodies.len();
                let mut acc = vec![[0.0; 3]; n];
                for i in 0..n {
                    for j in (i + 1)..n {
                        let (a, b) = (&self.bodies[i], &self.bodies[j]);
                        let mut d = [0.0; 3];
                        let mut r2 = self.softening * self.softening;
                        for k in 0..3 {
                            d[k] = b.position[k] - a.position[k];
                            r2 += d[k] * d[k];
                        }
                        let inv_r3 = 1.0 / (r2 * r2.sqrt());
                        for k in 0..3 {
                            acc[i][k] += b.mass * inv_r3 * d[k];
                            acc[j][k] -= a.mass * inv_r3 * d[k];
                        }
                    }
                }
                acc
            }

            fn kick(&mut self, dt: f64) {
                let acc = self.accelerations();
                for (body, a) in self.bodies.iter_mut().zip(&acc) {
                    for k in 0..3 {
                        body.velocity[k] += dt * a[k];
                    }
                }
            }

            fn drift(&mut self, dt: f64) {
                for Body { position, velocity, .. } in &mut self.bodies {
                    for (x, v) in position.iter_mut().zip(velocity.iter()) {
                        *x += dt * *v;
                    }
                }
            }

            pub fn step(&mut self, dt: f64) {
                self.kick(0.5 * dt);
                self.drift(dt);
                self.kick(0.5 * dt);
            }

            pub fn angular_momentum_z(&self) -> f64 {
                self.bodies
                    .iter()
                    .map(|b| b.mass * (b.position[0] * b.velocity[1] - b.position[1] * b.velocity[0]))
                    .sum()
            }
        }

        /// Distance of the first two bodies after `steps` leapfrog steps.
        pub fn separation(system: &System, dt: f64, steps: usize) -> f64 {
            let mut system = system.clone();
            for _ in 0..steps {
                system.step(dt);
            }
            let (p, q) = (system.bodies[0].position, system.bodies[1].position);
            p.iter().zip(q.iter()).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
        }
    }
    pub use nbody::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Separation { steps: 3 };
    let body = |mass, position, velocity| exp::Body { mass, position, velocity };
    let x = (
        exp::System {
            bodies: vec![
                body(1.0, [0.0, 0.0, 0.0], [0.0, -0.1, 0.0]),
                body(0.1, [1.0, 0.0, 0.1], [0.0, 1.0, 0.0]),
                body(0.05, [-2.0, 0.5, 0.0], [0.1, -0.6, 0.05]),
            ],
            softening: 0.01,
        },
        0.1,
    );
    let body = |mass, position, velocity| plain::Body { mass, position, velocity };
    let s = plain::System {
        bodies: vec![
            body(1.0, [0.0, 0.0, 0.0], [0.0, -0.1, 0.0]),
            body(0.1, [1.0, 0.0, 0.1], [0.0, 1.0, 0.0]),
            body(0.05, [-2.0, 0.5, 0.0], [0.1, -0.6, 0.05]),
        ],
        softening: 0.01,
    };
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::separation(&s, 0.1, 3));
    ad::testing::check(&e, &x).unwrap();
}
