#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Kind {
        Call,
        Put,
    }

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Exercise {
        European,
        American,
        Bermudan { every: usize },
    }

    impl Exercise {
        pub fn allowed(self, step: usize) -> bool {
            match self {
                Exercise::European => false,
                Exercise::American => true,
                Exercise::Bermudan { every } => step % every == 0,
            }
        }
    }

    #[exp]
    #[derive(Debug, Clone, Copy)]
    pub struct Market {
        pub spot: f64,
        pub rate: f64,
        pub volatility: f64,
    }

    #[exp(adjoint)]
    fn intrinsic(kind: Kind, spot: f64, strike: f64) -> f64 {
        match kind {
            Kind::Call => spot - strike,
            Kind::Put => strike - spot,
        }
    }

    /// The price on a tree of Cox, Ross and Rubinstein.
    #[exp(adjoint)]
    pub fn tree_price(kind: Kind, exercise: Exercise, steps: usize, market: Market, strike: f64, expiry: f64) -> f64 {
        let dt = expiry / steps as f64;
        let up = (market.volatility * dt.sqrt()).exp();
        let down = up.recip();
        let growth = (market.rate * dt).exp();
        let p = (growth - down) / (up - down);
        let node = |step: usize, ups: usize| market.spot * up.powi(2 * ups as i32 - step as i32);

        let mut values: Vec<f64> =
            (0..=steps).map(|ups| intrinsic(kind, node(steps, ups), strike).max(0.0)).collect();
        for step in (0..steps).rev() {
            for ups in 0..=step {
                let hold = (p * values[ups + 1] + (1.0 - p) * values[ups]) / growth;
                values[ups] = if exercise.allowed(step) {
                    hold.max(intrinsic(kind, node(step, ups), strike))
                } else {
                    hold
                };
            }
            values.truncate(step + 1);
        }
        values[0]
    }
}

fn main() {
    macro_rules! price {
        ($m:ident) => {
            $m::Market { spot: 100.0, rate: 0.04, volatility: 0.25 }
        };
    }
    let e = exp::TreePrice { kind: exp::Kind::Put, exercise: exp::Exercise::Bermudan { every: 2 }, steps: 9 };
    let x = (price!(exp), 107.0, 1.5);
    println!(
        "value {:?} plain {:?}",
        ad::call::value(&e, &x),
        plain::tree_price(plain::Kind::Put, plain::Exercise::Bermudan { every: 2 }, 9, price!(plain), 107.0, 1.5)
    );
    ad::testing::check(&e, &x).unwrap();
}
