#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    /// pH of a polyprotic acid with the constants `ka`, by bisection of the charge balance.
    #[exp(adjoint)]
    pub fn ph(total: f64, ka: &[f64], sodium: f64) -> f64 {
        let charge = |ph: f64| {
            let h = 10f64.powf(-ph);
            let mut terms = vec![1.0];
            for k in ka {
                let last = *terms.last().unwrap();
                terms.push(last * k / h);
            }
            let norm: f64 = terms.iter().sum();
            let negative: f64 = terms.iter().enumerate().map(|(i, t)| i as f64 * t).sum();
            h + sodium - 1e-14 / h - total * negative / norm
        };
        let mut lo = 0.0;
        let mut hi = 14.0;
        while hi - lo > 1e-3 {
            let mid = 0.5 * (lo + hi);
            if charge(mid) > 0.0 { lo = mid } else { hi = mid }
        }
        let (cl, ch) = (charge(lo), charge(hi));
        lo + (hi - lo) * cl / (cl - ch)
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::Ph;
    let x = (0.1, vec![7.1e-3, 6.3e-8, 4.5e-13], 0.15);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::ph(0.1, &[7.1e-3, 6.3e-8, 4.5e-13], 0.15));
    ad::testing::check(&e, &x).unwrap();
}
