#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod units {
        use std::ops::{Add, Div, Mul, Sub};

        #[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
        pub struct Meters(pub f64);
        #[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
        pub struct Seconds(pub f64);
        #[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
        pub struct Speed(pub f64);

        impl Div<Seconds> for Meters {
            type Output = Speed;
            fn div(self, t: Seconds) -> Speed {
                Speed(self.0 / t.0)
            }
        }

        impl Mul<Seconds> for Speed {
            type Output = Meters;
            fn mul(self, t: Seconds) -> Meters {
                Meters(self.0 * t.0)
            }
        }

        impl Add for Meters {
            type Output = Meters;
            fn add(self, rhs: Meters) -> Meters {
                Meters(self.0 + rhs.0)
            }
        }

        impl Sub for Meters {
            type Output = Meters;
            fn sub(self, rhs: Meters) -> Meters {
                Meters(self.0 - rhs.0)
            }
        }

        impl std::iter::Sum for Meters {
            fn sum<I: Iterator<Item = Meters>>(iter: I) -> Meters {
                iter.fold(Meters(0.0), |a, b| a + b)
            }
        }

        impl From<f64> for Seconds {
            fn from(s: f64) -> Self {
                Seconds(s)
            }
        }

        pub struct Leg {
            speed: Speed,
            time: Seconds,
        }

        pub fn average_speed(legs: &[(f64, f64)], pause: f64) -> f64 {
            let legs: Vec<Leg> = legs.iter().map(|&(v, t)| Leg { speed: Speed(v), time: t.into() }).collect();
            let distance: Meters = legs.iter().map(|leg| leg.speed * leg.time).sum();
            let longest = legs
                .iter()
                .map(|l| l.speed * l.time)
                .fold(Meters(f64::MIN), |a, b| if b > a { b } else { a });
            let total = legs.iter().fold(pause, |t, leg| t + leg.time.0);
            let Speed(v) = (distance - longest) / Seconds::from(total);
            v
        }
    }
    pub use units::*;
}

fn main() {
    ad::testing::check_function(&exp::AverageSpeed, |x| plain::average_speed(&x.0, x.1), &(vec![(3.0, 10.0), (5.0, 4.0), (2.0, 7.0)], 2.5)).unwrap();
}
