#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod quaternion {
        use std::ops::Mul;

        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Quaternion {
            pub w: f64,
            pub v: [f64; 3],
        }

        fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
            [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        }

        fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
            a.iter().zip(&b).map(|(x, y)| x * y).sum()
        }

        impl Mul for Quaternion {
            type Output = Quaternion;
            fn mul(self, rhs: Quaternion) -> Quaternion {
                let c = cross(self.v, rhs.v);
                Quaternion {
                    w: self.w * rhs.w - dot(self.v, rhs.v),
                    v: std::array::from_fn(|i| self.w * rhs.v[i] + rhs.w * self.v[i] + c[i]),
                }
            }
        }

        impl Quaternion {
            pub fn from_axis_angle(axis: [f64; 3], angle: f64) -> Self {
                let n = dot(axis, axis).sqrt();
                let (s, c) = (0.5 * angle).sin_cos();
                Quaternion { w: c, v: axis.map(|a| a / n * s) }
            }

            pub fn conjugate(self) -> Self {
                Quaternion { v: self.v.map(|x| -x), ..self }
            }

            pub fn dot(&self, other: &Self) -> f64 {
                self.w * other.w + dot(self.v, other.v)
            }

            fn scaled_sum(a: f64, p: &Self, b: f64, q: &Self) -> Self {
                Quaternion { w: a * p.w + b * q.w, v: std::array::from_fn(|i| a * p.v[i] + b * q.v[i]) }
            }

            pub fn slerp(&self, other: &Self, t: f64) -> Self {
                let mut cos = self.dot(other);
                let sign = if cos < 0.0 { -1.0 } else { 1.0 };
                cos *= sign;
                if cos > 0.9995 {
                    let q = Self::scaled_sum(1.0 - t, self, sign * t, other);
                    let n = q.dot(&q).sqrt();
                    return Self::scaled_sum(1.0 / n, &q, 0.0, &q);
                }
                let theta = cos.acos();
                let s = theta.sin();
                Self::scaled_sum(((1.0 - t) * theta).sin() / s, self, sign * (t * theta).sin() / s, other)
            }

            pub fn rotate(self, p: [f64; 3]) -> [f64; 3] {
                (self * Quaternion { w: 0.0, v: p } * self.conjugate()).v
            }
        }

        /// The point `p` in an orientation between two rotations.
        pub fn interpolated_point(axes: [[f64; 3]; 2], angles: [f64; 2], t: f64, p: [f64; 3]) -> [f64; 3] {
            let from = Quaternion::from_axis_angle(axes[0], angles[0]);
            let to = Quaternion::from_axis_angle(axes[1], angles[1]);
            from.slerp(&to, t).rotate(p)
        }
    }
    pub use quaternion::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::InterpolatedPoint;
    let x = ([[1.0, 0.0, 0.5], [0.0, 1.0, -0.25]], [0.5, 2.0], 0.3, [1.0, -2.0, 0.5]);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::interpolated_point(x.0, x.1, x.2, x.3));
    ad::testing::check(&e, &x).unwrap();
}
