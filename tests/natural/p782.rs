#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// American put on a Cox–Ross–Rubinstein tree.
    #[exp(adjoint)]
    pub fn american_put(steps: usize, spot: f64, strike: f64, rate: f64, sigma: f64, maturity: f64) -> f64 {
        let dt = maturity / steps as f64;
        let up = (sigma * dt.sqrt()).exp();
        let down = up.recip();
        let growth = (rate * dt).exp();
        let p = (growth - down) / (up - down);
        let discount = 1.0 / growth;

        let mut values: Vec<f64> = (0..=steps)
            .map(|i| {
                let s = spot * up.powi(2 * i as i32 - steps as i32);
                (strike - s).max(0.0)
            })
            .collect();

        for step in (0..steps).rev() {
            for i in 0..=step {
                let continuation = discount * (p * values[i + 1] + (1.0 - p) * values[i]);
                let s = spot * up.powi(2 * i as i32 - step as i32);
                let exercise = strike - s;
                values[i] = continuation.max(exercise);
            }
            values.truncate(step + 1);
        }
        values[0]
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::AmericanPut { steps: 12 };
    let x = (36.0, 40.0, 0.06, 0.2, 1.0);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::american_put(12, 36.0, 40.0, 0.06, 0.2, 1.0));
    ad::testing::check(&e, &x).unwrap();
}
