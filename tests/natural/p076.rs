#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Price and modified duration of a bond that pays twice a year.
    #[exp(adjoint)]
    pub fn price_and_duration(face: f64, coupon_rate: f64, yield_rate: f64, years: u32) -> (f64, f64) {
        let coupon = face * coupon_rate / 2.0;
        let step = 1.0 / (1.0 + yield_rate / 2.0);
        let mut discount = 1.0;
        let mut price = 0.0;
        let mut weighted = 0.0;
        for k in 1..=2 * years {
            discount *= step;
            let mut cash = coupon;
            if k == 2 * years {
                cash += face;
            }
            price += cash * discount;
            weighted += cash * discount * (k as f64) / 2.0;
        }
        (price, weighted / price * step)
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::PriceAndDuration { years: 5 };
    let x = (100.0, 0.04, 0.035);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &(1.0, 2.0)).1);
    println!("value {:?} plain {:?}", value, plain::price_and_duration(100.0, 0.04, 0.035, 5));
    ad::testing::check(&e, &x).unwrap();
}
