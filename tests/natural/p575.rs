#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod titration {
        /// pH of a polyprotic acid titrated with a strong base, by bisection and a Newton polish.
        pub struct Acid {
            pub pka: Vec<f64>,
            pub concentration: f64,
        }

        const KW: f64 = 1e-14;

        impl Acid {
            /// Mean number of protons lost at a given proton concentration.
            fn dissociation(&self, h: f64) -> f64 {
                let mut term = 1.0;
                let mut denominator = 1.0;
                let mut numerator = 0.0;
                for (i, pka) in self.pka.iter().enumerate() {
                    term *= 10.0_f64.powf(-pka) / h;
                    denominator += term;
                    numerator += (i + 1) as f64 * term;
                }
                numerator / denominator
            }

            fn charge_balance(&self, ph: f64, base: f64) -> f64 {
                let h = 10.0_f64.powf(-ph);
                h + base - KW / h - self.concentration * self.dissociation(h)
            }
        }

        pub fn titration_ph(acid: &Acid, base: f64) -> f64 {
            let (mut lo, mut hi): (f64, f64) = (0.0, 14.0);
            for _ in 0..20 {
                let mid = 0.5 * (lo + hi);
                if acid.charge_balance(mid, base) > 0.0 {
                    lo = mid;
                } else {
                    hi = mid;
                }
            }
            let mut ph = 0.5 * (lo + hi);
            for _ in 0..2 {
                let eps = 1e-6;
                let f = acid.charge_balance(ph, base);
                let slope = (acid.charge_balance(ph + eps, base) - acid.charge_balance(ph - eps, base)) / (2.0 * eps);
                ph -= f / slope;
            }
            ph
        }
    }
    pub use titration::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::TitrationPh;
    let x = (exp::Acid { pka: vec![2.15, 7.2, 12.35], concentration: 0.1 }, 0.13);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::titration_ph(&plain::Acid { pka: vec![2.15, 7.2, 12.35], concentration: 0.1 }, 0.13));
    ad::testing::check(&e, &x).unwrap();
}
