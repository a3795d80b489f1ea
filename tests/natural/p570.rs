#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod orbit {
        const MU: f64 = 398_600.4418;

        #[derive(Debug, Clone, Copy)]
        pub struct Elements {
            pub semi_major: f64,
            pub eccentricity: f64,
            pub argument: f64,
        }

        impl Elements {
            pub fn mean_motion(&self) -> f64 {
                (MU / self.semi_major.powi(3)).sqrt()
            }

            /// Solves Kepler's equation with Newton's method.
            fn eccentric_anomaly(&self, mean: f64) -> f64 {
                let mut e = if self.eccentricity > 0.8 { std::f64::consts::PI } else { mean };
                let mut iterations = 0;
                loop {
                    let delta = (e - self.eccentricity * e.sin() - mean) / (1.0 - self.eccentricity * e.cos());
                    e -= delta;
                    iterations += 1;
                    if delta.abs() < 1e-12 || iterations == 30 {
                        break e;
                    }
                }
            }

            pub fn position(&self, time: f64) -> (f64, f64) {
                let e = self.eccentric_anomaly(self.mean_motion() * time);
                let x = self.semi_major * (e.cos() - self.eccentricity);
                let y = self.semi_major * (1.0 - self.eccentricity.powi(2)).sqrt() * e.sin();
                let (s, c) = self.argument.sin_cos();
                (c * x - s * y, s * x + c * y)
            }
        }

        pub fn distance(a: &Elements, b: &Elements, time: f64) -> f64 {
            let (ax, ay) = a.position(time);
            let (bx, by) = b.position(time);
            ((ax - bx).powi(2) + (ay - by).powi(2)).sqrt()
        }
    }
    pub use orbit::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Distance;
    let x = (exp::Elements { semi_major: 7000.0, eccentricity: 0.1, argument: 0.3 }, exp::Elements { semi_major: 9000.0, eccentricity: 0.25, argument: -0.5 }, 600.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::distance(&plain::Elements { semi_major: 7000.0, eccentricity: 0.1, argument: 0.3 }, &plain::Elements { semi_major: 9000.0, eccentricity: 0.25, argument: -0.5 }, 600.0));
    ad::testing::check(&e, &x).unwrap();
}
