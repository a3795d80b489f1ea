#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod attitude {
        use std::ops::{Add, Mul};

        #[derive(Debug, Clone, Copy)]
        pub struct Quat {
            pub w: f64,
            pub v: [f64; 3],
        }

        impl Quat {
            fn conj(self) -> Quat {
                Quat { w: self.w, v: self.v.map(|c| -c) }
            }
            fn normalized(self) -> Quat {
                let norm = (self.w * self.w + self.v.iter().map(|c| c * c).sum::<f64>()).sqrt();
                self * (1.0 / norm)
            }
            fn rotate(self, p: [f64; 3]) -> [f64; 3] {
                (self * Quat { w: 0.0, v: p } * self.conj()).v
            }
        }

        impl Mul for Quat {
            type Output = Self;
            fn mul(self, o: Self) -> Self {
                let ([a, b, c], [d, e, f]) = (self.v, o.v);
                Quat {
                    w: self.w * o.w - a * d - b * e - c * f,
                    v: [
                        self.w * d + a * o.w + b * f - c * e,
                        self.w * e - a * f + b * o.w + c * d,
                        self.w * f + a * e - b * d + c * o.w,
                    ],
                }
            }
        }

        impl Mul<f64> for Quat {
            type Output = Self;
            fn mul(self, s: f64) -> Self {
                Quat { w: self.w * s, v: self.v.map(|c| c * s) }
            }
        }

        impl Add for Quat {
            type Output = Self;
            fn add(self, o: Self) -> Self {
                Quat { w: self.w + o.w, v: std::array::from_fn(|i| self.v[i] + o.v[i]) }
            }
        }

        pub struct Imu {
            pub gyro: [f64; 3],
            pub accel: [f64; 3],
            pub dt: f64,
        }

        /// Mahony filter; returns the last estimate of the gravity direction.
        pub fn mahony(q0: Quat, samples: &[Imu], kp: f64, ki: f64) -> [f64; 3] {
            let mut bias = [0.0; 3];
            let last = samples.iter().fold(q0, |q, Imu { gyro, accel, dt }| {
                let g = q.conj().rotate([0.0, 0.0, 1.0]);
                let n = accel.iter().map(|a| a * a).sum::<f64>().sqrt();
                let [ax, ay, az] = accel.map(|a| a / n);
                let err = [ay * g[2] - az * g[1], az * g[0] - ax * g[2], ax * g[1] - ay * g[0]];
                let mut omega = *gyro;
                for ((w, b), e) in omega.iter_mut().zip(bias.iter_mut()).zip(&err) {
                    *b += ki * e * dt;
                    *w += kp * e + *b;
                }
                (q + q * Quat { w: 0.0, v: omega } * (0.5 * dt)).normalized()
            });
            last.conj().rotate([0.0, 0.0, 1.0])
        }
    }
    pub use attitude::*;
}

fn main() {
    macro_rules! imu {
        ($m:ident) => {
            vec![
                $m::Imu { gyro: [0.1, -0.2, 0.05], accel: [0.3, 0.1, 9.7], dt: 0.1 },
                $m::Imu { gyro: [0.15, -0.1, 0.02], accel: [0.5, 0.2, 9.6], dt: 0.12 },
                $m::Imu { gyro: [-0.05, 0.3, -0.4], accel: [0.2, -0.6, 9.9], dt: 0.09 },
            ]
        };
    }
    macro_rules! quat {
        ($m:ident) => {
            $m::Quat { w: 0.98, v: [0.1, -0.05, 0.15] }
        };
    }
    let e = exp::Mahony;
    let x = (quat!(exp), imu!(exp), 1.2, 0.3);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::mahony(quat!(plain), &imu!(plain), 1.2, 0.3));
    ad::testing::check(&e, &x).unwrap();
}
