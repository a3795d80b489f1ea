#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod arm {
        use std::ops::Mul;

        /// A planar rigid transform.
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Pose {
            pub x: f64,
            pub y: f64,
            pub theta: f64,
        }

        impl Pose {
            pub fn identity() -> Self {
                Self { x: 0.0, y: 0.0, theta: 0.0 }
            }

            pub fn rotation(theta: f64) -> Self {
                Pose { theta, ..Self::identity() }
            }

            pub fn translation(x: f64, y: f64) -> Self {
                Pose { x, y, ..Self::identity() }
            }
        }

        impl Mul for Pose {
            type Output = Pose;
            fn mul(self, rhs: Pose) -> Pose {
                let (s, c) = self.theta.sin_cos();
                Pose {
                    x: self.x + c * rhs.x - s * rhs.y,
                    y: self.y + s * rhs.x + c * rhs.y,
                    theta: self.theta + rhs.theta,
                }
            }
        }

        pub fn forward_kinematics(lengths: &[f64], joints: &[f64]) -> Vec<Pose> {
            lengths
                .iter()
                .zip(joints.iter())
                .scan(Pose::identity(), |acc, (&l, &q)| {
                    *acc = *acc * Pose::rotation(q) * Pose::translation(l, 0.0);
                    Some(*acc)
                })
                .collect()
        }

        pub fn reach_cost(lengths: &[f64], joints: &[f64], target: &Pose, #[fixed] limits: &[(f64, f64)]) -> f64 {
            let poses = forward_kinematics(lengths, joints);
            let tip = poses.last().copied().unwrap_or_else(Pose::identity);
            let position = (tip.x - target.x).hypot(tip.y - target.y);
            let heading = 1.0 - (tip.theta - target.theta).cos();
            let mut barrier = 0.0;
            for (q, &(lo, hi)) in joints.iter().zip(limits) {
                barrier -= 1e-2 * ((q - lo).ln() + (hi - q).ln());
            }
            position.powi(2) + 0.3 * heading + barrier
        }
    }
    pub use arm::*;
}

fn main() {
    let limits = [(-2.0, 2.0), (-1.5, 2.5), (-3.0, 1.0)];
    let e = exp::ReachCost { limits: &limits };
    let x = (vec![1.0, 0.8, 0.4], vec![0.3, 0.7, -0.4], exp::Pose { x: 1.1, y: 1.4, theta: 0.9 });
    let target = plain::Pose { x: 1.1, y: 1.4, theta: 0.9 };
    println!(
        "value {:?} plain {:?}",
        ad::call::value(&e, &x),
        plain::reach_cost(&[1.0, 0.8, 0.4], &[0.3, 0.7, -0.4], &target, &limits)
    );
    ad::testing::check(&e, &x).unwrap();
}
