#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod orbit {
        use std::f64::consts::{PI, TAU};

        /// Keplerian elements: angles in radians, lengths in astronomical units, times in days.
        #[derive(Debug, Clone, Copy)]
        pub struct Elements {
            pub a: f64,
            pub e: f64,
            pub inclination: f64,
            pub node: f64,
            pub periapsis: f64,
            pub mean_anomaly: f64,
        }

        const GAUSS: f64 = 0.01720209895;

        impl Elements {
            pub fn mean_motion(&self) -> f64 {
                GAUSS / self.a.powf(1.5)
            }

            fn eccentric_anomaly(&self, t: f64) -> f64 {
                let m = (self.mean_anomaly + self.mean_motion() * t) % TAU;
                let mut ea = if self.e > 0.8 { PI } else { m };
                loop {
                    let delta = (ea - self.e * ea.sin() - m) / (1.0 - self.e * ea.cos());
                    ea -= delta;
                    if delta.abs() < 1e-13 {
                        return ea;
                    }
                }
            }

            pub fn position(&self, t: f64) -> [f64; 3] {
                let ea = self.eccentric_anomaly(t);
                let px = self.a * (ea.cos() - self.e);
                let py = self.a * (1.0 - self.e * self.e).sqrt() * ea.sin();
                let (sw, cw) = self.periapsis.sin_cos();
                let (sn, cn) = self.node.sin_cos();
                let (si, ci) = self.inclination.sin_cos();
                [
                    px * (cw * cn - sw * ci * sn) - py * (sw * cn + cw * ci * sn),
                    px * (cw * sn + sw * ci * cn) + py * (cw * ci * cn - sw * sn),
                    px * sw * si + py * cw * si,
                ]
            }
        }

        /// Apparent magnitude of a planet seen from another, without the phase.
        pub fn magnitude(planet: Elements, observer: Elements, absolute: f64, t: f64) -> f64 {
            let (p, o) = (planet.position(t), observer.position(t));
            let r = p.iter().map(|c| c * c).sum::<f64>().sqrt();
            let d = p.iter().zip(o.iter()).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
            absolute + 5.0 * (r * d).log10()
        }
    }
    pub use orbit::*;
}

macro_rules! elements {
    ($m:ident, $a:expr, $e:expr, $m0:expr) => {
        $m::Elements { a: $a, e: $e, inclination: 0.032, node: 0.86, periapsis: 5.0, mean_anomaly: $m0 }
    };
}

fn main() {
    use ad::prelude::*;
    let e = exp::Magnitude;
    let x = (elements!(exp, 1.5237, 0.0934, 0.34), elements!(exp, 1.0, 0.0167, 6.2), -1.52, 120.0);
    let value = ad::call::value(&e, &x);
    println!(
        "value {:?} plain {:?}",
        value,
        plain::magnitude(elements!(plain, 1.5237, 0.0934, 0.34), elements!(plain, 1.0, 0.0167, 6.2), -1.52, 120.0)
    );
    ad::testing::check(&e, &x).unwrap();
}
