#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod nasa {
        #[derive(Debug, Clone)]
        pub struct NasaPolynomial {
            pub low: [f64; 7],
            pub high: [f64; 7],
            pub switch: f64,
        }

        impl NasaPolynomial {
            fn coefficients(&self, t: f64) -> &[f64; 7] {
                if t < self.switch { &self.low } else { &self.high }
            }

            pub fn cp(&self, t: f64) -> f64 {
                self.coefficients(t)[..5].iter().rev().fold(0.0, |acc, a| acc * t + a)
            }

            pub fn enthalpy(&self, t: f64) -> f64 {
                let a = self.coefficients(t);
                let mut sum = a[5] / t;
                let mut power = 1.0;
                for (k, c) in a.iter().take(5).enumerate() {
                    sum += c * power / (k + 1) as f64;
                    power *= t;
                }
                sum * t
            }
        }

        /// Adiabatic flame temperature of a mixture by Newton's method on the enthalpy balance.
        pub fn flame_temperature(products: &[(NasaPolynomial, f64)], enthalpy: f64) -> Option<f64> {
            let mut t = 1500.0;
            for _ in 0..25 {
                let h: f64 = products.iter().map(|(p, n)| n * p.enthalpy(t)).sum();
                let cp: f64 = products.iter().map(|(p, n)| n * p.cp(t)).sum();
                let dt = (enthalpy - h) / cp;
                t += dt;
                if dt.abs() < 1e-8 {
                    return Some(t);
                }
            }
            None
        }
    }
    pub use nasa::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::FlameTemperature;
    let x = (vec![(exp::NasaPolynomial { low: [3.5, 1e-4, 2e-7, 0.0, 0.0, -1000.0, 3.0], high: [2.9, 1.5e-3, -5e-7, 1e-10, -6e-15, -900.0, 5.9], switch: 1000.0 }, 3.0), (exp::NasaPolynomial { low: [4.1, -2e-3, 6e-6, -5e-9, 1e-12, -30000.0, 0.0], high: [2.7, 3e-3, -8e-7, 1e-10, -5e-15, -29800.0, 6.9], switch: 1000.0 }, 2.0)], -28000.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &Some(1.0)).1);
    println!("value {:?} plain {:?}", value, plain::flame_temperature(&vec![(plain::NasaPolynomial { low: [3.5, 1e-4, 2e-7, 0.0, 0.0, -1000.0, 3.0], high: [2.9, 1.5e-3, -5e-7, 1e-10, -6e-15, -900.0, 5.9], switch: 1000.0 }, 3.0), (plain::NasaPolynomial { low: [4.1, -2e-3, 6e-6, -5e-9, 1e-12, -30000.0, 0.0], high: [2.7, 3e-3, -8e-7, 1e-10, -5e-15, -29800.0, 6.9], switch: 1000.0 }, 2.0)], -28000.0));
    ad::testing::check(&e, &x).unwrap();
}
