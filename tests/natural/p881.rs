#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Yield to maturity of a coupon bond, found by Newton's method on the price.
    #[exp(adjoint)]
    pub fn yield_to_maturity(price: f64, face: f64, coupon_rate: f64, periods: u32) -> f64 {
        let coupon = face * coupon_rate;
        let mut y = coupon_rate;
        for _ in 0..50 {
            let mut pv = 0.0;
            let mut slope = 0.0;
            for t in 1..=periods {
                let cash = if t == periods { coupon + face } else { coupon };
                let discount = (1.0 + y).powi(-(t as i32));
                pv += cash * discount;
                slope -= t as f64 * cash * discount / (1.0 + y);
            }
            let step = (pv - price) / slope;
            y -= step;
            if step.abs() < 1e-12 {
                break;
            }
        }
        y
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::YieldToMaturity { periods: 6 };
    let x = (95.0, 100.0, 0.04);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::yield_to_maturity(95.0, 100.0, 0.04, 6));
    ad::testing::check(&e, &x).unwrap();
}
