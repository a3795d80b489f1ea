#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod circuits {
        use std::collections::HashMap;

        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Complex {
            re: f64,
            im: f64,
        }

        impl Complex {
            const ZERO: Complex = Complex { re: 0.0, im: 0.0 };

            fn new(re: f64, im: f64) -> Self {
                Complex { re, im }
            }

            fn inv(self) -> Self {
                let d = self.re * self.re + self.im * self.im;
                Complex::new(self.re / d, -self.im / d)
            }

            fn abs(self) -> f64 {
                self.re.hypot(self.im)
            }
        }

        impl std::ops::Add for Complex {
            type Output = Complex;
            fn add(self, o: Complex) -> Complex {
                Complex::new(self.re + o.re, self.im + o.im)
            }
        }

        impl std::ops::AddAssign for Complex {
            fn add_assign(&mut self, o: Complex) {
                self.re += o.re;
                self.im += o.im;
            }
        }

        #[derive(Debug)]
        pub enum Element {
            Resistor(f64),
            Capacitor(f64),
            Inductor(f64),
            Series(Vec<Element>),
            Parallel(Box<Element>, Box<Element>),
        }

        impl Element {
            fn impedance(&self, omega: f64) -> Complex {
                match self {
                    &Element::Resistor(r) => Complex::new(r, 0.0),
                    &Element::Capacitor(c) => Complex::new(0.0, -1.0 / (omega * c)),
                    &Element::Inductor(l) => Complex::new(0.0, omega * l),
                    Element::Series(parts) => {
                        let mut total = Complex::ZERO;
                        for part in parts {
                            total += part.impedance(omega);
                        }
                        total
                    }
                    Element::Parallel(a, b) => (a.impedance(omega).inv() + b.impedance(omega).inv()).inv(),
                }
            }
        }

        pub fn peak_response(r: f64, l: f64, c: f64) -> f64 {
            let tank = Element::Parallel(
                Box::new(Element::Series(vec![Element::Resistor(r), Element::Inductor(l)])),
                Box::new(Element::Capacitor(c)),
            );
            let frequencies = [0.5, 0.9, 1.3, 2.1];
            frequencies.iter().map(|w| tank.impedance(*w).abs()).fold(0.0, f64::max)
        }
    }
    pub use circuits::*;
}

fn main() {
    ad::testing::check_function(&exp::PeakResponse, |x| plain::peak_response(x.0, x.1, x.2), &(0.3, 1.1, 0.8)).unwrap();
}
