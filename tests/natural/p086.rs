#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Deepest fall from a peak, as a fraction, and the final wealth.
    #[exp(adjoint)]
    pub fn drawdown(returns: &[f64], leverage: f64) -> (f64, f64) {
        let mut wealth = 1.0_f64;
        let mut peak = wealth;
        let mut worst = 0.0_f64;
        for &r in returns {
            wealth *= 1.0 + leverage * r;
            peak = peak.max(wealth);
            let fall = 1.0 - wealth / peak;
            if fall > worst {
                worst = fall;
            }
        }
        (worst, wealth)
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Drawdown;
    let x = (vec![0.02, -0.03, 0.01, -0.05, 0.04, 0.06], 1.5);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &(1.0, -2.0)).1);
    println!("value {:?} plain {:?}", value, plain::drawdown(&[0.02, -0.03, 0.01, -0.05, 0.04, 0.06], 1.5));
    ad::testing::check(&e, &x).unwrap();
}
