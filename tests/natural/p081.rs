#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Discount factors from par rates of yearly swaps.
    #[exp(adjoint)]
    pub fn bootstrap(par_rates: &[f64]) -> Vec<f64> {
        let mut factors: Vec<f64> = Vec::with_capacity(par_rates.len());
        let mut annuity = 0.0;
        for rate in par_rates {
            let factor = (1.0 - rate * annuity) / (1.0 + rate);
            annuity += factor;
            factors.push(factor);
        }
        factors
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Bootstrap;
    let x = vec![0.01, 0.013, 0.017, 0.02];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 0.5, -1.0, 2.0]).1);
    println!("value {:?} plain {:?}", value, plain::bootstrap(&[0.01, 0.013, 0.017, 0.02]));
    ad::testing::check(&e, &x).unwrap();
}
