#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod collision {
        #[derive(Debug, Clone, Copy)]
        pub struct Disc {
            pub pos: [f64; 2],
            pub vel: [f64; 2],
            pub mass: f64,
            pub radius: f64,
        }

        /// Time of the first contact of two moving discs.
        fn time_of_impact(a: &Disc, b: &Disc) -> Option<f64> {
            let d = [b.pos[0] - a.pos[0], b.pos[1] - a.pos[1]];
            let v = [b.vel[0] - a.vel[0], b.vel[1] - a.vel[1]];
            let vv = v[0] * v[0] + v[1] * v[1];
            let dv = d[0] * v[0] + d[1] * v[1];
            if dv >= 0.0 {
                return None;
            }
            let r = a.radius + b.radius;
            let disc = dv * dv - vv * (d[0] * d[0] + d[1] * d[1] - r * r);
            if disc < 0.0 { None } else { Some((-dv - disc.sqrt()) / vv) }
        }

        fn resolve(discs: &mut [Disc], i: usize, j: usize) {
            let (left, right) = discs.split_at_mut(j);
            let (a, b) = (&mut left[i], &mut right[0]);
            let n = [b.pos[0] - a.pos[0], b.pos[1] - a.pos[1]];
            let nn = n[0] * n[0] + n[1] * n[1];
            let rel = (b.vel[0] - a.vel[0]) * n[0] + (b.vel[1] - a.vel[1]) * n[1];
            let impulse = 2.0 * rel / (nn * (a.mass + b.mass));
            for k in 0..2 {
                a.vel[k] += impulse * b.mass * n[k];
                b.vel[k] -= impulse * a.mass * n[k];
            }
        }

        /// Event-driven simulation of a break; total path length of the last disc.
        pub fn break_shot(mut discs: Vec<Disc>, duration: f64) -> f64 {
            let mut remaining = duration;
            let mut path = 0.0;
            for _event in 0..5 {
                let mut first: Option<(f64, usize, usize)> = None;
                for i in 0..discs.len() {
                    for j in i + 1..discs.len() {
                        if let Some(t) = time_of_impact(&discs[i], &discs[j]) {
                            if t < remaining && first.map_or(true, |(best, _, _)| t < best) {
                                first = Some((t, i, j));
                            }
                        }
                    }
                }
                let dt = first.map(|f| f.0).unwrap_or(remaining);
                for d in discs.iter_mut() {
                    d.pos[0] += d.vel[0] * dt;
                    d.pos[1] += d.vel[1] * dt;
                }
                if let Some(last) = discs.last() {
                    path += last.vel[0].hypot(last.vel[1]) * dt;
                }
                remaining -= dt;
                match first {
                    Some((_, i, j)) => resolve(&mut discs, i, j),
                    None => break,
                }
            }
            path
        }
    }
    pub use collision::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::BreakShot;
    let x = (vec![exp::Disc { pos: [0.0, 0.0], vel: [2.0, 0.3], mass: 1.0, radius: 0.5 }, exp::Disc { pos: [3.0, 0.2], vel: [0.1, 0.0], mass: 1.5, radius: 0.5 }, exp::Disc { pos: [5.0, 0.6], vel: [-0.2, 0.1], mass: 0.8, radius: 0.4 }], 4.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::break_shot(vec![plain::Disc { pos: [0.0, 0.0], vel: [2.0, 0.3], mass: 1.0, radius: 0.5 }, plain::Disc { pos: [3.0, 0.2], vel: [0.1, 0.0], mass: 1.5, radius: 0.5 }, plain::Disc { pos: [5.0, 0.6], vel: [-0.2, 0.1], mass: 0.8, radius: 0.4 }], 4.0));
    ad::testing::check(&e, &x).unwrap();
}
