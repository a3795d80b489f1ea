#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp]
    #[derive(Debug, Clone, PartialEq)]
    pub struct Body {
        pub mass: f64,
        pub position: [f64; 3],
        pub velocity: [f64; 3],
    }

    #[exp(adjoint)]
    impl Body {
        fn kinetic(&self) -> f64 {
            0.5 * self.mass * self.velocity.iter().map(|v| v * v).sum::<f64>()
        }

        fn drift(&mut self, dt: f64) {
            for (x, v) in self.position.iter_mut().zip(&self.velocity) {
                *x += dt * v;
            }
        }
    }

    #[exp(adjoint)]
    fn distance_squared(a: &[f64; 3], b: &[f64; 3], softening: f64) -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>() + softening * softening
    }

    #[exp(adjoint)]
    fn kick(bodies: &mut [Body], dt: f64, softening: f64) {
        for i in 1..bodies.len() {
            let (head, tail) = bodies.split_at_mut(i);
            let b = &mut tail[0];
            for a in head {
                let r2 = distance_squared(&a.position, &b.position, softening);
                let strength = dt / (r2 * r2.sqrt());
                for k in 0..3 {
                    let d = b.position[k] - a.position[k];
                    a.velocity[k] += strength * b.mass * d;
                    b.velocity[k] -= strength * a.mass * d;
                }
            }
        }
    }

    #[exp(adjoint)]
    fn energy(bodies: &[Body], softening: f64) -> f64 {
        let mut total: f64 = bodies.iter().map(|b| b.kinetic()).sum();
        for (i, a) in bodies.iter().enumerate() {
            for b in &bodies[i + 1..] {
                total -= a.mass * b.mass / distance_squared(&a.position, &b.position, softening).sqrt();
            }
        }
        total
    }

    /// The relative error of the energy after some leapfrog steps, and the last body's final speed.
    #[exp(adjoint)]
    pub fn leapfrog(bodies: &[Body], dt: f64, softening: f64, steps: usize) -> (f64, f64) {
        let mut bodies = bodies.to_vec();
        let before = energy(&bodies, softening);
        for _ in 0..steps {
            kick(&mut bodies, 0.5 * dt, softening);
            bodies.iter_mut().for_each(|b| b.drift(dt));
            kick(&mut bodies, 0.5 * dt, softening);
        }
        let drift = energy(&bodies, softening) / before - 1.0;
        let speed = (2.0 * bodies.last().unwrap().kinetic() / bodies.last().unwrap().mass).sqrt();
        (drift, speed)
    }
}

fn main() {
    macro_rules! bodies {
        ($m:ident) => {
            vec![
                $m::Body { mass: 1.0, position: [0.0, 0.0, 0.0], velocity: [0.0, -0.05, 0.0] },
                $m::Body { mass: 0.1, position: [1.0, 0.1, 0.0], velocity: [0.0, 0.95, 0.1] },
                $m::Body { mass: 0.05, position: [-0.4, 1.6, 0.2], velocity: [-0.7, -0.1, 0.0] },
            ]
        };
    }
    let e = exp::Leapfrog { steps: 6 };
    let x = (bodies!(exp), 0.12, 0.05);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::leapfrog(&bodies!(plain), 0.12, 0.05, 6));
    ad::testing::check(&e, &x).unwrap();
}
