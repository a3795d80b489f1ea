#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod enzyme {
        pub trait RateLaw {
            fn rate(&self, substrate: f64) -> f64;

            fn elasticity(&self, substrate: f64) -> f64 {
                let h = 1e-4;
                (self.rate(substrate * (1.0 + h)).ln() - self.rate(substrate).ln()) / (1.0 + h).ln()
            }
        }

        pub struct MichaelisMenten {
            pub vmax: f64,
            pub km: f64,
        }

        pub struct Hill {
            pub vmax: f64,
            pub k: f64,
            pub n: f64,
        }

        impl RateLaw for MichaelisMenten {
            fn rate(&self, s: f64) -> f64 {
                self.vmax * s / (self.km + s)
            }
        }

        impl RateLaw for Hill {
            fn rate(&self, s: f64) -> f64 {
                let sn = s.powf(self.n);
                self.vmax * sn / (self.k.powf(self.n) + sn)
            }
        }

        /// Concentrations of a linear pathway with inflow after some time.
        pub fn pathway(first: MichaelisMenten, second: Hill, inflow: f64, duration: f64) -> [f64; 2] {
            let steps: Vec<Box<dyn RateLaw>> = vec![Box::new(first), Box::new(second)];
            let dt = duration / 10.0;
            let mut c = [0.5, 0.25];
            for _ in 0..10 {
                let mut incoming = inflow;
                for (pool, law) in c.iter_mut().zip(&steps) {
                    let outgoing = law.rate(*pool);
                    *pool += dt * (incoming - outgoing);
                    incoming = outgoing;
                }
            }
            [c[0] * steps[0].elasticity(c[0]), c[1]]
        }
    }
    pub use enzyme::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Pathway;
    let x = (exp::MichaelisMenten { vmax: 1.0, km: 0.5 }, exp::Hill { vmax: 1.2, k: 0.4, n: 2.0 }, 0.6, 3.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &[1.0, 2.0]).1);
    println!("value {:?} plain {:?}", value, plain::pathway(plain::MichaelisMenten { vmax: 1.0, km: 0.5 }, plain::Hill { vmax: 1.2, k: 0.4, n: 2.0 }, 0.6, 3.0));
    ad::testing::check(&e, &x).unwrap();
}
