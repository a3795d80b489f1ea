#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    #[derive(Clone, Debug)]
    pub struct Body {
        pub mass: f64,
        pub position: [f64; 2],
        pub velocity: [f64; 2],
    }

    #[exp(adjoint)]
    fn accelerations(bodies: &[Body]) -> Vec<[f64; 2]> {
        bodies
            .iter()
            .enumerate()
            .map(|(i, body)| {
                let mut acc = [0.0; 2];
                for (j, other) in bodies.iter().enumerate() {
                    if i == j {
                        continue;
                    }
                    let dx = other.position[0] - body.position[0];
                    let dy = other.position[1] - body.position[1];
                    let r2 = dx * dx + dy * dy + 1e-2;
                    let strength = other.mass / (r2 * r2.sqrt());
                    acc[0] += strength * dx;
                    acc[1] += strength * dy;
                }
                acc
            })
            .collect()
    }

    /// Leapfrog (kick, drift, kick).
    #[exp(adjoint)]
    pub fn evolve(mut bodies: Vec<Body>, dt: f64, steps: usize) -> Vec<Body> {
        for _ in 0..steps {
            for half in 0..2 {
                let acc = accelerations(&bodies);
                for (body, a) in bodies.iter_mut().zip(&acc) {
                    for d in 0..2 {
                        body.velocity[d] += 0.5 * dt * a[d];
                        if half == 0 {
                            body.position[d] += dt * body.velocity[d];
                        }
                    }
                }
            }
        }
        bodies
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::Evolve { steps: 2 };
    let x = (vec![exp::Body { mass: 1.0, position: [0.0, 0.0], velocity: [0.0, 0.0] }, exp::Body { mass: 0.5, position: [1.0, 0.5], velocity: [0.0, 1.0] }], 0.125);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![exp::Body { mass: 0.0, position: [1.0, 2.0], velocity: [0.5, 0.0] }, exp::Body { mass: 1.0, position: [3.0, 1.0], velocity: [0.0, 1.0] }]).1);
    println!("value {:?} plain {:?}", value[1].position, plain::evolve(vec![plain::Body { mass: 1.0, position: [0.0, 0.0], velocity: [0.0, 0.0] }, plain::Body { mass: 0.5, position: [1.0, 0.5], velocity: [0.0, 1.0] }], 0.125, 2)[1].position);
    ad::testing::check(&e, &x).unwrap();
}
