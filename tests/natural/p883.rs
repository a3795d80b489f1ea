#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Price of an American put on a Cox–Ross–Rubinstein tree.
    #[exp(adjoint)]
    pub fn american_put(steps: usize, spot: f64, strike: f64, rate: f64, vol: f64, maturity: f64) -> f64 {
        let dt = maturity / steps as f64;
        let up = (vol * dt.sqrt()).exp();
        let down = 1.0 / up;
        let disc = (-rate * dt).exp();
        let p = ((rate * dt).exp() - down) / (up - down);

        let mut values: Vec<f64> = (0..=steps)
            .map(|j| {
                let s = spot * up.powi(2 * j as i32 - steps as i32);
                (strike - s).max(0.0)
            })
            .collect();

        for i in (0..steps).rev() {
            for j in 0..=i {
                let hold = disc * (p * values[j + 1] + (1.0 - p) * values[j]);
                let s = spot * up.powi(2 * j as i32 - i as i32);
                values[j] = hold.max(strike - s);
            }
        }
        values[0]
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::AmericanPut { steps: 12 };
    let x = (48.0, 50.0, 0.05, 0.3, 0.75);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::american_put(12, 48.0, 50.0, 0.05, 0.3, 0.75));
    ad::testing::check(&e, &x).unwrap();
}
