#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod complementary {
        /// Attitude estimation from a gyroscope and an accelerometer.
        #[derive(Debug, Clone, Copy, Default)]
        pub struct Sample {
            pub gyro: [f64; 2],
            pub accel: [f64; 3],
        }

        pub struct Filter {
            pub alpha: f64,
            pub bias: [f64; 2],
            roll: f64,
            pitch: f64,
        }

        impl Filter {
            pub fn new(alpha: f64, bias: [f64; 2]) -> Self {
                Self { alpha, bias, roll: 0.0, pitch: 0.0 }
            }

            fn accel_angles(a: &[f64; 3]) -> (f64, f64) {
                let roll = a[1].atan2(a[2]);
                let pitch = (-a[0]).atan2((a[1] * a[1] + a[2] * a[2]).sqrt());
                (roll, pitch)
            }

            pub fn update(&mut self, s: &Sample, dt: f64) -> &mut Self {
                let (roll, pitch) = Self::accel_angles(&s.accel);
                self.roll = self.alpha * (self.roll + (s.gyro[0] - self.bias[0]) * dt) + (1.0 - self.alpha) * roll;
                self.pitch = self.alpha * (self.pitch + (s.gyro[1] - self.bias[1]) * dt) + (1.0 - self.alpha) * pitch;
                self
            }
        }

        pub fn tilt(samples: &[Sample], alpha: f64, bias: [f64; 2], dt: f64) -> f64 {
            let mut filter = Filter::new(alpha, bias);
            for s in samples {
                filter.update(s, dt);
            }
            (filter.roll.cos() * filter.pitch.cos()).acos()
        }
    }
    pub use complementary::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Tilt;
    let x = (vec![exp::Sample { gyro: [0.1, -0.2], accel: [0.1, 0.2, 9.7] }, exp::Sample { gyro: [0.3, 0.1], accel: [-0.2, 0.5, 9.6] }, exp::Sample { gyro: [0.2, 0.4], accel: [0.3, 0.9, 9.5] }], 0.9, [0.01, -0.02], 0.1);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::tilt(&vec![plain::Sample { gyro: [0.1, -0.2], accel: [0.1, 0.2, 9.7] }, plain::Sample { gyro: [0.3, 0.1], accel: [-0.2, 0.5, 9.6] }, plain::Sample { gyro: [0.2, 0.4], accel: [0.3, 0.9, 9.5] }], 0.9, [0.01, -0.02], 0.1));
    ad::testing::check(&e, &x).unwrap();
}
