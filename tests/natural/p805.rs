#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod credit {
        #[derive(Debug, Clone)]
        pub struct HazardCurve {
            /// (end of the interval, hazard rate within it)
            pub pieces: Vec<(f64, f64)>,
        }

        impl HazardCurve {
            pub fn survival(&self, t: f64) -> f64 {
                let mut integral = 0.0;
                let mut start = 0.0;
                for &(end, hazard) in &self.pieces {
                    if t <= end {
                        return (-(integral + hazard * (t - start))).exp();
                    }
                    integral += hazard * (end - start);
                    start = end;
                }
                let last = self.pieces.last().map(|p| p.1).unwrap_or_default();
                (-(integral + last * (t - start))).exp()
            }
        }

        #[derive(Debug, Clone, Copy)]
        pub struct Cds {
            pub spread: f64,
            pub recovery: f64,
            pub quarters: usize,
        }

        #[derive(Debug, Clone, Copy)]
        pub struct Legs {
            pub premium: f64,
            pub protection: f64,
        }

        impl Cds {
            pub fn legs(&self, curve: &HazardCurve, rate: f64) -> Legs {
                let dt = 0.25;
                let mut legs = Legs { premium: 0.0, protection: 0.0 };
                let mut alive = 1.0;
                for q in 1..=self.quarters {
                    let t = q as f64 * dt;
                    let survival = curve.survival(t);
                    let df = (-rate * t).exp();
                    let df_mid = (-rate * (t - 0.5 * dt)).exp();
                    let default = alive - survival;
                    legs.premium += self.spread * dt * (df * survival + 0.5 * df_mid * default);
                    legs.protection += (1.0 - self.recovery) * df_mid * default;
                    alive = survival;
                }
                legs
            }

            pub fn par_spread(&self, curve: &HazardCurve, rate: f64) -> f64 {
                let legs = Cds { spread: 1.0, ..*self }.legs(curve, rate);
                legs.protection / legs.premium
            }
        }

        /// Value to the buyer of protection and the par spread.
        pub fn buyer_value(cds: &Cds, curve: &HazardCurve, rate: f64, notional: f64) -> (f64, f64) {
            let Legs { premium, protection } = cds.legs(curve, rate);
            (notional * (protection - premium), cds.par_spread(curve, rate))
        }
    }
    pub use credit::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::BuyerValue;
    let x = (
        exp::Cds { spread: 0.012, recovery: 0.4, quarters: 10 },
        exp::HazardCurve { pieces: vec![(0.8, 0.01), (1.6, 0.018), (2.3, 0.026)] },
        0.03,
        100.0,
    );
    let value = ad::call::value(&e, &x);
    println!(
        "value {:?} plain {:?}",
        value,
        plain::buyer_value(
            &plain::Cds { spread: 0.012, recovery: 0.4, quarters: 10 },
            &plain::HazardCurve { pieces: vec![(0.8, 0.01), (1.6, 0.018), (2.3, 0.026)] },
            0.03,
            100.0
        )
    );
    ad::testing::check(&e, &x).unwrap();
}
