#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Credit default swap: fair spread from piecewise constant hazard rates.
    #[exp(adjoint)]
    fn survival(hazards: &[(f64, f64)], t: f64) -> f64 {
        let mut integral = 0.0;
        let mut start = 0.0;
        for &(end, rate) in hazards {
            if t <= end {
                integral += rate * (t - start);
                return (-integral).exp();
            }
            integral += rate * (end - start);
            start = end;
        }
        let last = hazards[hazards.len() - 1].1;
        (-(integral + last * (t - start))).exp()
    }

    #[exp(adjoint)]
    pub fn fair_spread(hazards: &[(f64, f64)], recovery: f64, rate: f64, years: usize) -> f64 {
        let mut protection = 0.0;
        let mut premium = 0.0;
        for quarter in 0..4 * years {
            let (t0, t1) = (quarter as f64 / 4.0, (quarter + 1) as f64 / 4.0);
            let (s0, s1) = (survival(hazards, t0), survival(hazards, t1));
            let discount = (-rate * 0.5 * (t0 + t1)).exp();
            protection += (1.0 - recovery) * discount * (s0 - s1);
            premium += 0.25 * discount * 0.5 * (s0 + s1);
        }
        1e4 * protection / premium
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::FairSpread { years: 2 };
    let x = (vec![(0.6, 0.01), (1.3, 0.02), (3.1, 0.03)], 0.4, 0.02);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::fair_spread(&vec![(0.6, 0.01), (1.3, 0.02), (3.1, 0.03)], 0.4, 0.02, 2));
    ad::testing::check(&e, &x).unwrap();
}
