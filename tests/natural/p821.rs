#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod epidemic {
        use std::ops::{Add, Mul};

        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Seir {
            pub s: f64,
            pub e: f64,
            pub i: f64,
            pub r: f64,
        }

        impl Add for Seir {
            type Output = Seir;
            fn add(self, o: Seir) -> Seir {
                Seir { s: self.s + o.s, e: self.e + o.e, i: self.i + o.i, r: self.r + o.r }
            }
        }

        impl Mul<f64> for Seir {
            type Output = Seir;
            fn mul(self, k: f64) -> Seir {
                Seir { s: self.s * k, e: self.e * k, i: self.i * k, r: self.r * k }
            }
        }

        #[derive(Debug, Clone, Copy)]
        pub struct Rates {
            pub beta: f64,
            pub sigma: f64,
            pub gamma: f64,
            pub lockdown: Option<(f64, f64)>,
        }

        impl Rates {
            fn contact_rate(&self, infected: f64) -> f64 {
                match self.lockdown {
                    Some((threshold, factor)) if infected > threshold => self.beta * factor,
                    _ => self.beta,
                }
            }

            fn derivative(&self, y: Seir) -> Seir {
                let n = y.s + y.e + y.i + y.r;
                let infection = self.contact_rate(y.i) * y.s * y.i / n;
                Seir {
                    s: -infection,
                    e: infection - self.sigma * y.e,
                    i: self.sigma * y.e - self.gamma * y.i,
                    r: self.gamma * y.i,
                }
            }

            fn rk4(&self, y: Seir, h: f64) -> Seir {
                let k1 = self.derivative(y);
                let k2 = self.derivative(y + k1 * (h / 2.0));
                let k3 = self.derivative(y + k2 * (h / 2.0));
                let k4 = self.derivative(y + k3 * h);
                y + (k1 + k2 * 2.0 + k3 * 2.0 + k4) * (h / 6.0)
            }
        }

        /// The peak number of infectious people within `days` days.
        pub fn peak(days: u32, rates: Rates, start: Seir) -> f64 {
            let mut y = start;
            let mut peak = y.i;
            for _ in 0..days {
                y = rates.rk4(y, 1.0);
                peak = peak.max(y.i);
            }
            peak
        }
    }
    pub use epidemic::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Peak { days: 40 };
    let x = (
        exp::Rates { beta: 0.9, sigma: 0.3, gamma: 0.2, lockdown: Some((30.0, 0.6)) },
        exp::Seir { s: 990.0, e: 5.0, i: 5.0, r: 0.0 },
    );
    let value = ad::call::value(&e, &x);
    println!(
        "value {:?} plain {:?}",
        value,
        plain::peak(
            40,
            plain::Rates { beta: 0.9, sigma: 0.3, gamma: 0.2, lockdown: Some((30.0, 0.6)) },
            plain::Seir { s: 990.0, e: 5.0, i: 5.0, r: 0.0 }
        )
    );
    ad::testing::check(&e, &x).unwrap();
}
