#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// A small deterministic generator, enough for common random numbers.
    #[exp(adjoint)]
    fn next(state: &mut u64) -> f64 {
        *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((*state >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }

    #[exp(adjoint)]
    fn normal(state: &mut u64) -> f64 {
        let (u, v) = (next(state), next(state));
        (-2.0 * u.ln()).sqrt() * (2.0 * std::f64::consts::PI * v).cos()
    }

    /// Arithmetic Asian call by Monte Carlo.
    #[exp(adjoint)]
    pub fn asian_call(spot: f64, strike: f64, rate: f64, sigma: f64, paths: usize, fixings: usize, seed: u64) -> f64 {
        let mut rng = seed;
        let dt = 1.0 / fixings as f64;
        let drift = (rate - 0.5 * sigma * sigma) * dt;
        let vol = sigma * dt.sqrt();
        let mut sum = 0.0;
        for _ in 0..paths {
            let mut s = spot;
            let mut average = 0.0;
            for _ in 0..fixings {
                s *= (drift + vol * normal(&mut rng)).exp();
                average += s;
            }
            average /= fixings as f64;
            if average > strike {
                sum += average - strike;
            }
        }
        (-rate).exp() * sum / paths as f64
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::AsianCall { paths: 6, fixings: 4, seed: 42 };
    let x = (100.0, 97.0, 0.03, 0.2);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::asian_call(100.0, 97.0, 0.03, 0.2, 6, 4, 42));
    ad::testing::check(&e, &x).unwrap();
}
