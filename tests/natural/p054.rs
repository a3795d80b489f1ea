#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub mod circuit {
        #[derive(Clone, Debug)]
        pub enum Circuit {
            Resistor(f64),
            Inductor(f64),
            Capacitor(f64),
            Series(Vec<Circuit>),
            Parallel(Vec<Circuit>),
        }

        type C = (f64, f64);

        fn inverse((re, im): C) -> C {
            let n = re * re + im * im;
            (re / n, -im / n)
        }

        fn total(parts: impl Iterator<Item = C>) -> C {
            parts.fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1))
        }

        impl Circuit {
            fn impedance(&self, omega: f64) -> C {
                match self {
                    Circuit::Resistor(r) => (*r, 0.0),
                    Circuit::Inductor(l) => (0.0, omega * l),
                    Circuit::Capacitor(c) => (0.0, -1.0 / (omega * c)),
                    Circuit::Series(parts) => total(parts.iter().map(|p| p.impedance(omega))),
                    Circuit::Parallel(parts) => {
                        inverse(total(parts.iter().map(|p| inverse(p.impedance(omega)))))
                    }
                }
            }
        }

        pub fn filter_gain(r: f64, l: f64, c: f64, load: f64, omega: f64) -> f64 {
            let shunt = Circuit::Parallel(vec![Circuit::Capacitor(c), Circuit::Resistor(load)]);
            let (zr, zi) = shunt.impedance(omega);
            let whole = Circuit::Series(vec![Circuit::Resistor(r), Circuit::Inductor(l), shunt]);
            let (wr, wi) = whole.impedance(omega);
            zr.hypot(zi) / wr.hypot(wi)
        }
    }
    pub use circuit::*;
}
fn main() {
    use ad::prelude::*;
    let e = exp::FilterGain;
    let x = (1.0, 0.5, 0.25, 4.0, 2.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::filter_gain(1.0, 0.5, 0.25, 4.0, 2.0));
    ad::testing::check(&e, &x).unwrap();
}
