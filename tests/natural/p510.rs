#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod peng_robinson {
        const R: f64 = 8.314462618;

        #[derive(Clone, Copy, Debug)]
        pub struct Substance {
            pub critical_temperature: f64,
            pub critical_pressure: f64,
            pub acentric: f64,
        }

        pub enum Phase {
            Liquid,
            Vapour,
        }

        impl Substance {
            fn a(&self, temperature: f64) -> f64 {
                let kappa = 0.37464 + self.acentric * (1.54226 - 0.26992 * self.acentric);
                let alpha = (1.0 + kappa * (1.0 - (temperature / self.critical_temperature).sqrt())).powi(2);
                0.45724 * R.powi(2) * self.critical_temperature.powi(2) / self.critical_pressure * alpha
            }

            fn b(&self) -> f64 {
                0.0778 * R * self.critical_temperature / self.critical_pressure
            }
        }

        /// Compressibility factor by Newton's method from a phase-dependent start.
        pub fn compressibility(s: &Substance, temperature: f64, pressure: f64, phase: Phase) -> f64 {
            let a = s.a(temperature) * pressure / (R * temperature).powi(2);
            let b = s.b() * pressure / (R * temperature);
            let cubic = |z: f64| {
                let c2 = b - 1.0;
                let c1 = a - 3.0 * b * b - 2.0 * b;
                let c0 = b.powi(3) + b * b - a * b;
                (((z + c2) * z + c1) * z + c0, (3.0 * z + 2.0 * c2) * z + c1)
            };
            let mut z = match phase {
                Phase::Liquid => 1.1 * b,
                Phase::Vapour => 1.0,
            };
            for _ in 0..50 {
                let (value, slope) = cubic(z);
                let step = value / slope;
                z -= step;
                if step.abs() < 1e-12 {
                    break;
                }
            }
            z
        }
    }
    pub use peng_robinson::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Compressibility { phase: exp::Phase::Vapour };
    let x = (exp::Substance { critical_temperature: 369.8, critical_pressure: 4.25e6, acentric: 0.153 }, 300.0, 5.0e5);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::compressibility(&plain::Substance { critical_temperature: 369.8, critical_pressure: 4.25e6, acentric: 0.153 }, 300.0, 5.0e5, plain::Phase::Vapour));
    ad::testing::check(&e, &x).unwrap();
}
