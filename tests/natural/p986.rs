#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod orbit {
        const G: f64 = 6.674e-2;

        #[derive(Clone, Debug)]
        pub struct Body {
            mass: f64,
            position: [f64; 2],
            velocity: [f64; 2],
        }

        #[derive(Clone)]
        struct System {
            bodies: Vec<Body>,
            time: f64,
        }

        impl System {
            fn accelerations(&self) -> Vec<[f64; 2]> {
                let n = self.bodies.len();
                let mut acc = vec![[0.0; 2]; n];
                for i in 0..n {
                    for j in (i + 1)..n {
                        let (a, b) = (&self.bodies[i], &self.bodies[j]);
                        let d = [b.position[0] - a.position[0], b.position[1] - a.position[1]];
                        let r2 = d.iter().map(|x| x * x).sum::<f64>() + 1e-3;
                        let f = G / (r2 * r2.sqrt());
                        for k in 0..2 {
                            acc[i][k] += f * b.mass * d[k];
                            acc[j][k] -= f * a.mass * d[k];
                        }
                    }
                }
                acc
            }

            fn leapfrog(&mut self, dt: f64) {
                let kick = |bodies: &mut Vec<Body>, acc: &[[f64; 2]]| {
                    for (body, a) in bodies.iter_mut().zip(acc) {
                        for (v, a) in body.velocity.iter_mut().zip(a) {
                            *v += 0.5 * dt * a;
                        }
                    }
                };
                let acc = self.accelerations();
                kick(&mut self.bodies, &acc);
                for body in &mut self.bodies {
                    body.position.iter_mut().zip(&body.velocity).for_each(|(x, v)| *x += dt * v);
                }
                let acc = self.accelerations();
                kick(&mut self.bodies, &acc);
                self.time += dt;
            }

            fn energy(&self) -> f64 {
                let kinetic: f64 =
                    self.bodies.iter().map(|b| 0.5 * b.mass * b.velocity.iter().map(|v| v.powi(2)).sum::<f64>()).sum();
                let mut potential = 0.0;
                for (i, a) in self.bodies.iter().enumerate() {
                    for b in &self.bodies[i + 1..] {
                        let r = (a.position[0] - b.position[0]).hypot(a.position[1] - b.position[1]);
                        potential -= G * a.mass * b.mass / r;
                    }
                }
                kinetic + potential
            }
        }

        pub fn energy_after(masses: [f64; 3], speed: f64) -> f64 {
            let [sun, earth, moon] = masses;
            let bodies = vec![
                Body { mass: sun, position: [0.0, 0.0], velocity: [0.0, 0.0] },
                Body { mass: earth, position: [1.0, 0.0], velocity: [0.0, speed] },
                Body { mass: moon, position: [1.1, 0.0], velocity: [0.0, speed + 0.1] },
            ];
            let mut system = System { bodies, time: 0.0 };
            while system.time < 0.5 {
                system.leapfrog(0.05);
            }
            system.energy()
        }
    }
    pub use orbit::*;
}

fn main() {
    ad::testing::check_function(&exp::EnergyAfter, |x| plain::energy_after(x.0, x.1), &([10.0, 1.0, 0.1], 0.8)).unwrap();
}
