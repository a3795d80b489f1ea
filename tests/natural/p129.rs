#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    #[derive(Clone, Copy, Debug)]
    pub struct Boid {
        pub pos: [f64; 2],
        pub vel: [f64; 2],
    }

    /// One step of a flock: cohesion, separation, alignment, and a speed limit.
    #[exp(adjoint)]
    pub fn flock_step(boids: &[Boid], cohesion: f64, separation: f64, alignment: f64) -> Vec<Boid> {
        let dt = 0.1;
        boids
            .iter()
            .enumerate()
            .map(|(i, boid)| {
                let mut acceleration = [0.0, 0.0];
                for (_, other) in boids.iter().enumerate().filter(|&(j, _)| j != i) {
                    let dx = other.pos[0] - boid.pos[0];
                    let dy = other.pos[1] - boid.pos[1];
                    let d2 = dx * dx + dy * dy;
                    if d2 > 4.0 {
                        continue;
                    }
                    for (axis, delta) in [dx, dy].into_iter().enumerate() {
                        acceleration[axis] += cohesion * delta - separation * delta / (d2 + 0.01)
                            + alignment * (other.vel[axis] - boid.vel[axis]);
                    }
                }
                let mut vel = [boid.vel[0] + dt * acceleration[0], boid.vel[1] + dt * acceleration[1]];
                let speed = vel[0].hypot(vel[1]);
                if speed > 1.0 {
                    vel = vel.map(|v| v / speed);
                }
                Boid { pos: [boid.pos[0] + dt * vel[0], boid.pos[1] + dt * vel[1]], vel }
            })
            .collect()
    }
}

fn main() {
    use ad::prelude::*;
    use exp::Boid as A; use plain::Boid as P;
    let e = exp::FlockStep;
    let x = (vec![A { pos: [0.0, 0.0], vel: [0.9, 0.6] }, A { pos: [1.0, 0.5], vel: [0.1, -0.2] }, A { pos: [5.0, 0.0], vel: [0.0, 0.3] }], 0.5, 0.3, 0.7);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![A { pos: [1.0, 2.0], vel: [0.5, 0.0] }, A { pos: [-1.0, 0.0], vel: [0.0, 1.0] }, A { pos: [0.3, 0.0], vel: [1.0, 1.0] }]).1);
    println!("value {:?} plain {:?}", value[0].pos, plain::flock_step(&[P { pos: [0.0, 0.0], vel: [0.9, 0.6] }, P { pos: [1.0, 0.5], vel: [0.1, -0.2] }, P { pos: [5.0, 0.0], vel: [0.0, 0.3] }], 0.5, 0.3, 0.7)[0].pos);
    ad::testing::check(&e, &x).unwrap();
}
