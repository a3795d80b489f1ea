#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod elevator {
        /// A trapezoidal velocity profile for each leg.
        #[derive(Debug, Clone, Copy)]
        enum Profile {
            Triangular { peak: f64 },
            Trapezoidal { cruise: f64, distance: f64 },
            Rest,
        }

        struct Limits {
            speed: f64,
            acceleration: f64,
        }

        impl Limits {
            fn profile(&self, distance: f64) -> Profile {
                if distance == 0.0 {
                    return Profile::Rest;
                }
                let ramp = self.speed.powi(2) / self.acceleration;
                if distance < ramp {
                    Profile::Triangular { peak: (distance * self.acceleration).sqrt() }
                } else {
                    Profile::Trapezoidal { cruise: self.speed, distance: distance - ramp }
                }
            }
        }

        impl Profile {
            fn duration(self, limits: &Limits) -> f64 {
                match self {
                    Profile::Triangular { peak } => 2.0 * peak / limits.acceleration,
                    Profile::Trapezoidal { cruise, distance } => 2.0 * cruise / limits.acceleration + distance / cruise,
                    Profile::Rest => 0.0,
                }
            }
        }

        pub fn ride_time(stops: &[u32], speed: f64, acceleration: f64, floor: f64) -> f64 {
            let limits = Limits { speed, acceleration };
            let mut here = 0u32;
            let mut total = 0.0;
            for &stop in stops {
                let distance = floor * here.abs_diff(stop) as f64;
                total += limits.profile(distance).duration(&limits) + 5.0;
                here = stop;
            }
            total
        }
    }
    pub use elevator::*;
}

fn main() {
    ad::testing::check_function(&exp::RideTime { stops: &[3, 1, 7, 7, 2] }, |x| plain::ride_time(&[3, 1, 7, 7, 2], x.0, x.1, x.2), &(2.5, 1.0, 3.0)).unwrap();
}
