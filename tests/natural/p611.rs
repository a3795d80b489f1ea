#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod transform {
        use std::ops::Mul;

        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Affine {
            m: [[f64; 2]; 2],
            t: [f64; 2],
        }

        impl Affine {
            pub const IDENTITY: Affine = Affine { m: [[1.0, 0.0], [0.0, 1.0]], t: [0.0, 0.0] };

            pub fn rotation(angle: f64) -> Self {
                let (s, c) = angle.sin_cos();
                Affine { m: [[c, -s], [s, c]], t: [0.0; 2] }
            }

            pub fn scale(sx: f64, sy: f64) -> Self {
                Affine { m: [[sx, 0.0], [0.0, sy]], t: [0.0; 2] }
            }

            pub fn translation(x: f64, y: f64) -> Self {
                Affine { t: [x, y], ..Self::IDENTITY }
            }

            pub fn apply(&self, p: [f64; 2]) -> [f64; 2] {
                let [x, y] = p;
                [
                    self.m[0][0] * x + self.m[0][1] * y + self.t[0],
                    self.m[1][0] * x + self.m[1][1] * y + self.t[1],
                ]
            }
        }

        impl Mul for Affine {
            type Output = Affine;
            fn mul(self, rhs: Affine) -> Affine {
                let mut m = [[0.0; 2]; 2];
                for i in 0..2 {
                    for j in 0..2 {
                        m[i][j] = self.m[i][0] * rhs.m[0][j] + self.m[i][1] * rhs.m[1][j];
                    }
                }
                Affine { m, t: self.apply(rhs.t) }
            }
        }

        #[derive(Clone, Debug)]
        pub enum Step {
            Rotate(f64),
            Scale(f64, f64),
            Move { x: f64, y: f64 },
        }

        pub fn place(steps: &[Step], point: [f64; 2]) -> [f64; 2] {
            let mut total = Affine::IDENTITY;
            for step in steps {
                total = total
                    * match step {
                        Step::Rotate(degrees) => Affine::rotation(degrees.to_radians()),
                        Step::Scale(x, y) => Affine::scale(*x, *y),
                        Step::Move { x, y } => Affine::translation(*x, *y),
                    };
            }
            total.apply(point)
        }
    }
    pub use transform::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Place;
    let x = (vec![exp::Step::Rotate(30.0), exp::Step::Scale(2.0, 0.5), exp::Step::Move { x: 1.0, y: -0.5 }], [0.3, 0.7]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &[1.0, 2.0]).1);
    println!("value {:?} plain {:?}", value, plain::place(&vec![plain::Step::Rotate(30.0), plain::Step::Scale(2.0, 0.5), plain::Step::Move { x: 1.0, y: -0.5 }], [0.3, 0.7]));
    ad::testing::check(&e, &x).unwrap();
}
