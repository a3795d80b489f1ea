#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// A uniform number in (0, 1) and the next state of a linear congruential generator.
    fn next_uniform(state: u64) -> (f64, u64) {
        let next = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (((next >> 11) as f64 + 0.5) / (1u64 << 53) as f64, next)
    }

    /// Price of an arithmetic Asian call by Monte Carlo with antithetic paths.
    #[exp(adjoint)]
    pub fn asian_call(spot: f64, strike: f64, rate: f64, vol: f64, maturity: f64, #[fixed] normals: &[Vec<f64>]) -> f64 {
        let mut payoff_sum = 0.0;
        for path in normals {
            let dt = maturity / path.len() as f64;
            let drift = (rate - 0.5 * vol * vol) * dt;
            let diffusion = vol * dt.sqrt();
            for sign in [1.0, -1.0] {
                let mut s = spot;
                let mut average = 0.0;
                for z in path {
                    s *= (drift + sign * diffusion * z).exp();
                    average += s;
                }
                average /= path.len() as f64;
                payoff_sum += f64::max(average - strike, 0.0);
            }
        }
        (-rate * maturity).exp() * payoff_sum / (2 * normals.len()) as f64
    }

    /// Box–Muller normals for `paths` paths of `steps` steps.
    pub fn normals(seed: u64, paths: usize, steps: usize) -> Vec<Vec<f64>> {
        let mut state = seed;
        let mut draw = || {
            let (u, s) = next_uniform(state);
            let (v, s) = next_uniform(s);
            state = s;
            (-2.0 * u.ln()).sqrt() * (2.0 * std::f64::consts::PI * v).cos()
        };
        (0..paths).map(|_| (0..steps).map(|_| draw()).collect()).collect()
    }
}

fn main() {
    use ad::prelude::*;
    let normals = exp::normals(7, 10, 6);
    let e = exp::AsianCall { normals: &normals };
    let x = (100.0, 98.0, 0.02, 0.3, 1.0);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::asian_call(100.0, 98.0, 0.02, 0.3, 1.0, &normals));
    ad::testing::check(&e, &x).unwrap();
}
