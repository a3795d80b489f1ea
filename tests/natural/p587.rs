#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod ik {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Elbow {
            Up,
            Down,
        }

        #[derive(Clone, Copy, Debug)]
        pub struct TwoLink {
            pub l1: f64,
            pub l2: f64,
        }

        impl TwoLink {
            pub fn forward(&self, q: (f64, f64)) -> (f64, f64) {
                let (a, b) = (q.0, q.0 + q.1);
                (self.l1 * a.cos() + self.l2 * b.cos(), self.l1 * a.sin() + self.l2 * b.sin())
            }

            /// Joint angles which reach the target, if it is within reach.
            pub fn inverse(&self, x: f64, y: f64, elbow: Elbow) -> Option<(f64, f64)> {
                let r2 = x * x + y * y;
                let c = (r2 - self.l1.powi(2) - self.l2.powi(2)) / (2.0 * self.l1 * self.l2);
                if c.abs() > 1.0 {
                    return None;
                }
                let s = (1.0 - c * c).sqrt() * if elbow == Elbow::Up { 1.0 } else { -1.0 };
                let q2 = s.atan2(c);
                let q1 = y.atan2(x) - (self.l2 * s).atan2(self.l1 + self.l2 * c);
                Some((q1, q2))
            }
        }

        /// Joint travel along a polyline of targets; unreachable targets cost a fixed amount.
        pub fn travel(arm: &TwoLink, targets: &[(f64, f64)], elbow: Elbow) -> f64 {
            let mut previous: Option<(f64, f64)> = None;
            let mut total = 0.0;
            for &(x, y) in targets {
                match (arm.inverse(x, y, elbow), previous) {
                    (Some(q), Some(p)) => {
                        total += (q.0 - p.0).abs() + (q.1 - p.1).abs();
                        previous = Some(q);
                    }
                    (Some(q), None) => previous = Some(q),
                    (None, _) => total += 5.0,
                }
            }
            total
        }
    }
    pub use ik::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Travel { elbow: exp::Elbow::Down };
    let x = (exp::TwoLink { l1: 1.0, l2: 0.8 }, vec![(1.2, 0.3), (0.9, 0.8), (3.0, 3.0), (0.4, 1.1)]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::travel(&plain::TwoLink { l1: 1.0, l2: 0.8 }, &vec![(1.2, 0.3), (0.9, 0.8), (3.0, 3.0), (0.4, 1.1)], plain::Elbow::Down));
    ad::testing::check(&e, &x).unwrap();
}
