#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod attitude {
        use std::ops::{Mul, Neg};

        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Quaternion {
            pub w: f64,
            pub x: f64,
            pub y: f64,
            pub z: f64,
        }

        impl Quaternion {
            pub const IDENTITY: Quaternion = Quaternion { w: 1.0, x: 0.0, y: 0.0, z: 0.0 };

            pub fn from_rotation_vector(v: [f64; 3]) -> Self {
                let angle = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
                if angle < 1e-12 {
                    return Quaternion { w: 1.0, x: 0.5 * v[0], y: 0.5 * v[1], z: 0.5 * v[2] };
                }
                let (s, c) = (0.5 * angle).sin_cos();
                let k = s / angle;
                Quaternion { w: c, x: k * v[0], y: k * v[1], z: k * v[2] }
            }

            pub fn conjugate(self) -> Self {
                Quaternion { x: -self.x, y: -self.y, z: -self.z, ..self }
            }

            pub fn normalized(self) -> Self {
                let n = (self.w.powi(2) + self.x.powi(2) + self.y.powi(2) + self.z.powi(2)).sqrt();
                Quaternion { w: self.w / n, x: self.x / n, y: self.y / n, z: self.z / n }
            }

            pub fn rotate(self, v: [f64; 3]) -> [f64; 3] {
                let p = Quaternion { w: 0.0, x: v[0], y: v[1], z: v[2] };
                let r = self * p * self.conjugate();
                [r.x, r.y, r.z]
            }
        }

        impl Mul for Quaternion {
            type Output = Self;
            fn mul(self, o: Self) -> Self {
                Quaternion {
                    w: self.w * o.w - self.x * o.x - self.y * o.y - self.z * o.z,
                    x: self.w * o.x + self.x * o.w + self.y * o.z - self.z * o.y,
                    y: self.w * o.y - self.x * o.z + self.y * o.w + self.z * o.x,
                    z: self.w * o.z + self.x * o.y - self.y * o.x + self.z * o.w,
                }
            }
        }

        impl Neg for Quaternion {
            type Output = Self;
            fn neg(self) -> Self {
                Quaternion { w: -self.w, x: -self.x, y: -self.y, z: -self.z }
            }
        }

        /// Mismatch of gravity after integrating a gyroscope with a constant bias.
        pub fn gravity_residual(start: Quaternion, bias: [f64; 3], #[fixed] gyro: &[[f64; 3]], #[fixed] dt: f64, measured: [f64; 3]) -> f64 {
            let mut q = start.normalized();
            for rate in gyro {
                let step: [f64; 3] = core::array::from_fn(|i| (rate[i] - bias[i]) * dt);
                q = (q * Quaternion::from_rotation_vector(step)).normalized();
            }
            if q.w < 0.0 {
                q = -q;
            }
            let predicted = q.conjugate().rotate([0.0, 0.0, 9.81]);
            predicted.iter().zip(measured.iter()).map(|(p, m)| (p - m) * (p - m)).sum::<f64>().sqrt()
        }
    }
    pub use attitude::*;
}

fn main() {
    use ad::prelude::*;
    let gyro = [[0.1, 0.2, -0.3], [0.15, 0.1, -0.2], [0.3, -0.1, 0.0], [0.2, 0.0, 0.1]];
    let e = exp::GravityResidual { gyro: &gyro, dt: 0.1 };
    let x = (exp::Quaternion { w: 0.9, x: 0.1, y: -0.2, z: 0.3 }, [0.01, -0.02, 0.005], [3.0, 1.0, 9.2]);
    let value = ad::call::value(&e, &x);
    println!(
        "value {:?} plain {:?}",
        value,
        plain::gravity_residual(plain::Quaternion { w: 0.9, x: 0.1, y: -0.2, z: 0.3 }, x.1, &gyro, 0.1, x.2)
    );
    ad::testing::check(&e, &x).unwrap();
}
