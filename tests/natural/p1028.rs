#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod particles {
        use std::cell::{Cell, RefCell};

        struct Particle {
            x: f64,
            v: f64,
        }

        struct BoxOfGas {
            particles: RefCell<Vec<Particle>>,
            impulse: Cell<f64>,
            collisions: Cell<u32>,
            restitution: f64,
        }

        impl BoxOfGas {
            fn hit(&self, momentum: f64) {
                self.impulse.set(self.impulse.get() + momentum);
                self.collisions.set(self.collisions.get() + 1);
            }

            fn step(&self, dt: f64) {
                for p in self.particles.borrow_mut().iter_mut() {
                    p.x += p.v * dt;
                    if p.x < 0.0 || p.x > 1.0 {
                        let wall = if p.x < 0.0 { 0.0 } else { 1.0 };
                        p.x = 2.0 * wall - p.x;
                        self.hit((1.0 + self.restitution) * p.v.abs());
                        p.v *= -self.restitution;
                    }
                }
            }
        }

        pub fn pressure(steps: usize, start: &[(f64, f64)], restitution: f64) -> f64 {
            let gas = BoxOfGas {
                particles: RefCell::new(start.iter().map(|&(x, v)| Particle { x, v }).collect()),
                impulse: Cell::new(0.0),
                collisions: Cell::new(0),
                restitution,
            };
            for _ in 0..steps {
                gas.step(0.1);
            }
            gas.impulse.get() / (1 + gas.collisions.get()) as f64
        }
    }
    pub use particles::*;
}

fn main() {
    ad::testing::check_function(&exp::Pressure { steps: 20 }, |x| plain::pressure(20, &x.0, x.1), &(vec![(0.2, 1.0), (0.5, -0.7), (0.8, 0.3)], 0.9)).unwrap();
}
