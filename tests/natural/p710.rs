#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod arm {
        #[derive(Clone, Copy)]
        pub enum Elbow {
            Up,
            Down,
        }

        #[derive(Clone, Copy)]
        pub struct TwoLinkArm {
            pub upper: f64,
            pub fore: f64,
        }

        impl TwoLinkArm {
            pub fn forward(&self, shoulder: f64, elbow: f64) -> (f64, f64) {
                let x = self.upper * shoulder.cos() + self.fore * (shoulder + elbow).cos();
                let y = self.upper * shoulder.sin() + self.fore * (shoulder + elbow).sin();
                (x, y)
            }

            pub fn inverse(&self, x: f64, y: f64, configuration: Elbow) -> Option<(f64, f64)> {
                let r2 = x * x + y * y;
                let cos_elbow = (r2 - self.upper.powi(2) - self.fore.powi(2)) / (2.0 * self.upper * self.fore);
                if cos_elbow.abs() > 1.0 {
                    return None;
                }
                let elbow = match configuration {
                    Elbow::Up => -cos_elbow.acos(),
                    Elbow::Down => cos_elbow.acos(),
                };
                let shoulder = y.atan2(x) - (self.fore * elbow.sin()).atan2(self.upper + self.fore * elbow.cos());
                Some((shoulder, elbow))
            }
        }

        /// Joint travel along a path of targets; unreachable ones are skipped.
        pub fn joint_travel(arm: &TwoLinkArm, path: &[(f64, f64)], configuration: Elbow) -> f64 {
            let joints: Vec<(f64, f64)> = path.iter().filter_map(|&(x, y)| arm.inverse(x, y, configuration)).collect();
            joints
                .windows(2)
                .map(|pair| {
                    let (s0, e0) = pair[0];
                    let (s1, e1) = pair[1];
                    (s1 - s0).hypot(e1 - e0)
                })
                .sum()
        }
    }
    pub use arm::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::JointTravel { configuration: exp::Elbow::Down };
    let x = (exp::TwoLinkArm { upper: 1.0, fore: 0.8 }, vec![(1.2, 0.3), (1.0, 0.7), (3.0, 3.0), (0.6, 1.1)]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::joint_travel(&plain::TwoLinkArm { upper: 1.0, fore: 0.8 }, &vec![(1.2, 0.3), (1.0, 0.7), (3.0, 3.0), (0.6, 1.1)], plain::Elbow::Down));
    ad::testing::check(&e, &x).unwrap();
}
