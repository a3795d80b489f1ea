#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    #[derive(Clone, Copy, Debug)]
    pub struct Pose {
        pub x: f64,
        pub y: f64,
        pub theta: f64,
    }

    #[exp(adjoint)]
    impl Pose {
        /// `other` as seen from `self`
        fn relative(&self, other: &Pose) -> Pose {
            let (dx, dy) = (other.x - self.x, other.y - self.y);
            let (s, c) = (self.theta.sin(), self.theta.cos());
            let turn = other.theta - self.theta;
            Pose { x: c * dx + s * dy, y: c * dy - s * dx, theta: turn.sin().atan2(turn.cos()) }
        }
    }

    #[derive(Clone, Debug)]
    pub enum Constraint {
        Odometry { from: usize, forward: f64, turn: f64 },
        Closure(usize, usize),
        Range { pose: usize, beacon: (f64, f64), distance: f64 },
    }

    /// Weighted squares of a pose graph with a Cauchy kernel on the ranges.
    #[exp(adjoint)]
    pub fn graph_error(#[fixed] constraints: &[Constraint], poses: &[Pose]) -> f64 {
        constraints
            .iter()
            .map(|constraint| match constraint {
                Constraint::Odometry { from, forward, turn } => {
                    let step = poses[*from].relative(&poses[from + 1]);
                    (step.x - forward).powi(2) + step.y.powi(2) + 4.0 * (step.theta - turn).powi(2)
                }
                &Constraint::Closure(a, b) => {
                    let gap = poses[a].relative(&poses[b]);
                    100.0 * (gap.x * gap.x + gap.y * gap.y)
                }
                Constraint::Range { pose, beacon: (bx, by), distance } => {
                    let p = &poses[*pose];
                    let error = ((p.x - bx).powi(2) + (p.y - by).powi(2)).sqrt() - distance;
                    (1.0 + error * error).ln()
                }
            })
            .sum()
    }
}

fn main() {
    use ad::prelude::*;
    use exp::{Constraint as K, Pose}; use plain::{Constraint as M, Pose as N};
    let e = exp::GraphError { constraints: &[K::Odometry { from: 0, forward: 1.0, turn: 0.5 }, K::Odometry { from: 1, forward: 1.0, turn: 0.4 }, K::Closure(0, 2), K::Range { pose: 2, beacon: (2.0, 2.0), distance: 1.2 }] };
    let x = vec![Pose { x: 0.0, y: 0.1, theta: 0.0 }, Pose { x: 0.9, y: 0.0, theta: 0.6 }, Pose { x: 1.7, y: 0.7, theta: 0.9 }];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::graph_error(&[M::Odometry { from: 0, forward: 1.0, turn: 0.5 }, M::Odometry { from: 1, forward: 1.0, turn: 0.4 }, M::Closure(0, 2), M::Range { pose: 2, beacon: (2.0, 2.0), distance: 1.2 }], &[N { x: 0.0, y: 0.1, theta: 0.0 }, N { x: 0.9, y: 0.0, theta: 0.6 }, N { x: 1.7, y: 0.7, theta: 0.9 }]));
    ad::testing::check(&e, &x).unwrap();
}
