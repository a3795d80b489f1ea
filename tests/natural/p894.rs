#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod curve {
        /// Something that discounts.
        pub trait Discount {
            fn factor(&self, t: f64) -> f64;

            fn forward_rate(&self, t0: f64, t1: f64) -> f64 {
                (self.factor(t0) / self.factor(t1) - 1.0) / (t1 - t0)
            }
        }

        #[derive(Debug, Clone)]
        pub struct ZeroCurve {
            pub times: Vec<f64>,
            pub rates: Vec<f64>,
        }

        impl ZeroCurve {
            /// Linear interpolation of the zero rate, flat outside of the nodes.
            pub fn rate(&self, t: f64) -> f64 {
                let n = self.times.len();
                if t <= self.times[0] {
                    return self.rates[0];
                }
                if t >= self.times[n - 1] {
                    return self.rates[n - 1];
                }
                let i = self.times.iter().position(|&s| s > t).unwrap();
                let (t0, t1) = (self.times[i - 1], self.times[i]);
                let w = (t - t0) / (t1 - t0);
                (1.0 - w) * self.rates[i - 1] + w * self.rates[i]
            }
        }

        impl Discount for ZeroCurve {
            fn factor(&self, t: f64) -> f64 {
                (-self.rate(t) * t).exp()
            }
        }

        #[derive(Debug, Clone, Copy)]
        pub struct Flat(pub f64);

        impl Discount for Flat {
            fn factor(&self, t: f64) -> f64 {
                (1.0 + self.0).powf(-t)
            }
        }

        fn float_leg<D: Discount, F: Discount>(discount: &D, projection: &F, years: usize) -> f64 {
            (0..years)
                .map(|k| projection.forward_rate(k as f64, (k + 1) as f64) * discount.factor((k + 1) as f64))
                .sum()
        }

        fn annuity<D: Discount>(discount: &D, years: usize) -> f64 {
            (1..=years).map(|k| discount.factor(k as f64)).sum()
        }

        /// Par rate of a swap that is projected by one curve and discounted by another.
        pub fn par_rate(projection: ZeroCurve, funding: Flat, years: usize) -> f64 {
            float_leg(&funding, &projection, years) / annuity(&funding, years)
        }
    }
    pub use curve::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::ParRate { years: 4 };
    let (times, rates) = (vec![0.5, 1.5, 3.2, 5.0], vec![0.021, 0.024, 0.03, 0.033]);
    let x = (exp::ZeroCurve { times: times.clone(), rates: rates.clone() }, exp::Flat(0.025));
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::par_rate(plain::ZeroCurve { times, rates }, plain::Flat(0.025), 4));
    ad::testing::check(&e, &x).unwrap();
}
