#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod bonds {
        #[derive(Debug, Clone)]
        pub enum CurveError {
            Empty,
            NotSorted,
            NoConvergence { iterations: usize },
        }

        type Result<T> = std::result::Result<T, CurveError>;

        #[derive(Debug, Clone, Copy)]
        pub struct Quote {
            pub maturity: f64,
            pub rate: f64,
        }

        pub struct Curve {
            knots: Vec<Quote>,
        }

        impl TryFrom<&[Quote]> for Curve {
            type Error = CurveError;

            fn try_from(quotes: &[Quote]) -> Result<Self> {
                if quotes.is_empty() {
                    return Err(CurveError::Empty);
                }
                if quotes.windows(2).any(|w| w[0].maturity >= w[1].maturity) {
                    return Err(CurveError::NotSorted);
                }
                Ok(Curve { knots: quotes.to_vec() })
            }
        }

        impl Curve {
            fn zero_rate(&self, t: f64) -> f64 {
                let i = self.knots.partition_point(|k| k.maturity < t);
                match (i.checked_sub(1).map(|i| self.knots[i]), self.knots.get(i)) {
                    (Some(a), Some(b)) => a.rate + (b.rate - a.rate) * (t - a.maturity) / (b.maturity - a.maturity),
                    (Some(end), None) => end.rate,
                    (None, Some(start)) => start.rate,
                    (None, None) => unreachable!("a curve has knots"),
                }
            }

            fn discount(&self, t: f64) -> f64 {
                (-self.zero_rate(t) * t).exp()
            }
        }

        fn cash_flows(coupon: f64, years: usize) -> impl Iterator<Item = (f64, f64)> {
            (1..=years).map(move |y| (y as f64 - 0.25, if y == years { 1.0 + coupon } else { coupon }))
        }

        fn yield_to_maturity(price: f64, coupon: f64, years: usize) -> Result<f64> {
            let mut y = coupon;
            for _ in 0..25 {
                let (mut value, mut slope) = (-price, 0.0);
                for (t, amount) in cash_flows(coupon, years) {
                    let v = amount * (1.0 + y).powf(-t);
                    value += v;
                    slope -= t * v / (1.0 + y);
                }
                let step = value / slope;
                y -= step;
                if step.abs() < 1e-9 {
                    return Ok(y);
                }
            }
            Err(CurveError::NoConvergence { iterations: 25 })
        }

        fn try_spread(quotes: &[Quote], coupon: f64, years: usize) -> Result<f64> {
            let curve = Curve::try_from(quotes)?;
            let price = cash_flows(coupon, years).map(|(t, amount)| amount * curve.discount(t)).sum();
            Ok(yield_to_maturity(price, coupon, years)? - curve.zero_rate(years as f64))
        }

        pub fn spread(quotes: &[Quote], coupon: f64, years: usize) -> f64 {
            try_spread(quotes, coupon, years).unwrap_or(0.0)
        }
    }
    pub use bonds::*;
}

fn main() {
    macro_rules! quotes {
        ($m:ident) => {
            [(0.5, 0.021), (1.9, 0.027), (4.2, 0.031), (10.0, 0.036)].map(|(maturity, rate)| $m::Quote { maturity, rate }).to_vec()
        };
    }
    let e = exp::Spread { years: 5 };
    let x = (quotes!(exp), 0.045);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::spread(&quotes!(plain), 0.045, 5));
    ad::testing::check(&e, &x).unwrap();
}
