#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// American put on a Cox-Ross-Rubinstein tree.
    #[exp(adjoint)]
    pub fn american_put(spot: f64, strike: f64, rate: f64, sigma: f64, expiry: f64, steps: usize) -> f64 {
        let dt = expiry / steps as f64;
        let up = (sigma * dt.sqrt()).exp();
        let down = up.recip();
        let p = ((rate * dt).exp() - down) / (up - down);
        let df = (-rate * dt).exp();
        let price_at = |i: usize, j: usize| spot * up.powi(2 * j as i32 - i as i32);

        let mut values: Vec<f64> = (0..=steps).map(|j| (strike - price_at(steps, j)).max(0.0)).collect();
        for i in (0..steps).rev() {
            for j in 0..=i {
                let hold = df * (p * values[j + 1] + (1.0 - p) * values[j]);
                let exercise = strike - price_at(i, j);
                values[j] = hold.max(exercise);
            }
            values.pop();
        }
        values[0]
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::AmericanPut { steps: 12 };
    let x = (50.0, 52.0, 0.05, 0.3, 1.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::american_put(50.0, 52.0, 0.05, 0.3, 1.0, 12));
    ad::testing::check(&e, &x).unwrap();
}
