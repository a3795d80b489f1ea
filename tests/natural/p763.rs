#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod network {
        use std::ops::{Add, Mul};

        #[derive(Debug, Clone, Copy, PartialEq, Default)]
        pub struct Impedance {
            pub r: f64,
            pub x: f64,
        }

        impl Impedance {
            pub fn reciprocal(self) -> Self {
                let d = self.r * self.r + self.x * self.x;
                Impedance { r: self.r / d, x: -self.x / d }
            }
            pub fn abs(self) -> f64 {
                self.r.hypot(self.x)
            }
            pub fn arg(self) -> f64 {
                self.x.atan2(self.r)
            }
        }

        impl Add for Impedance {
            type Output = Self;
            fn add(self, o: Self) -> Self {
                Self { r: self.r + o.r, x: self.x + o.x }
            }
        }

        impl Mul for Impedance {
            type Output = Self;
            fn mul(self, o: Self) -> Self {
                Self { r: self.r * o.r - self.x * o.x, x: self.r * o.x + self.x * o.r }
            }
        }

        #[derive(Debug, Clone)]
        pub enum Circuit {
            Resistor(f64),
            Inductor(f64),
            Capacitor(f64),
            Series(Vec<Circuit>),
            Parallel(Box<Circuit>, Box<Circuit>),
        }

        impl Circuit {
            pub fn impedance(&self, omega: f64) -> Impedance {
                match self {
                    Circuit::Resistor(r) => Impedance { r: *r, x: 0.0 },
                    Circuit::Inductor(l) => Impedance { r: 0.0, x: omega * l },
                    Circuit::Capacitor(c) => Impedance { r: 0.0, x: -1.0 / (omega * c) },
                    Circuit::Series(parts) => {
                        parts.iter().map(|p| p.impedance(omega)).fold(Impedance::default(), |a, b| a + b)
                    }
                    Circuit::Parallel(a, b) => {
                        let (a, b) = (a.impedance(omega), b.impedance(omega));
                        (a.reciprocal() + b.reciprocal()).reciprocal()
                    }
                }
            }
        }

        /// Magnitude in dB and phase of the divider made of `top` over `bottom`.
        pub fn divider_gain(top: &Circuit, bottom: &Circuit, omega: f64) -> (f64, f64) {
            let (zt, zb) = (top.impedance(omega), bottom.impedance(omega));
            let h = zb * (zt + zb).reciprocal();
            (20.0 * h.abs().log10(), h.arg())
        }
    }
    pub use network::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::DividerGain;
    let x = (
        exp::Circuit::Series(vec![exp::Circuit::Resistor(50.0), exp::Circuit::Inductor(1e-3)]),
        exp::Circuit::Parallel(Box::new(exp::Circuit::Capacitor(1e-7)), Box::new(exp::Circuit::Resistor(600.0))),
        60_000.0,
    );
    let top = plain::Circuit::Series(vec![plain::Circuit::Resistor(50.0), plain::Circuit::Inductor(1e-3)]);
    let bottom = plain::Circuit::Parallel(Box::new(plain::Circuit::Capacitor(1e-7)), Box::new(plain::Circuit::Resistor(600.0)));
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::divider_gain(&top, &bottom, 60_000.0));
    ad::testing::check(&e, &x).unwrap();
}
