#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Full-truncation Euler scheme for the Heston model with given normal draws.
    #[exp]
    #[derive(Clone, Copy)]
    pub struct Heston {
        pub kappa: f64,
        pub theta: f64,
        pub xi: f64,
        pub rho: f64,
        pub v0: f64,
    }

    #[exp(adjoint)]
    pub fn heston_call(model: Heston, spot: f64, strike: f64, #[fixed] draws: &[Vec<(f64, f64)>]) -> f64 {
        let Heston { kappa, theta, xi, rho, v0 } = model;
        let orthogonal = (1.0 - rho * rho).sqrt();
        let payoffs = draws.iter().map(|path| {
            let dt = 1.0 / path.len() as f64;
            let (log_s, _) = path.iter().fold((spot.ln(), v0), |(s, v), &(z1, z2)| {
                let vp = v.max(0.0);
                let sd = (vp * dt).sqrt();
                let zv = rho * z1 + orthogonal * z2;
                (s - 0.5 * vp * dt + sd * z1, v + kappa * (theta - vp) * dt + xi * sd * zv)
            });
            (log_s.exp() - strike).max(0.0)
        });
        payoffs.sum::<f64>() / draws.len() as f64
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::HestonCall { draws: &[vec![(0.3, -0.2), (0.5, 0.8), (0.1, -0.4)], vec![(-1.2, 0.1), (0.4, 0.3), (-0.6, 1.0)], vec![(0.9, -0.9), (1.1, 0.2), (-0.3, 0.7)]] };
    let x = (exp::Heston { kappa: 1.5, theta: 0.04, xi: 0.3, rho: -0.6, v0: 0.05 }, 100.0, 98.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::heston_call(plain::Heston { kappa: 1.5, theta: 0.04, xi: 0.3, rho: -0.6, v0: 0.05 }, 100.0, 98.0, &[vec![(0.3, -0.2), (0.5, 0.8), (0.1, -0.4)], vec![(-1.2, 0.1), (0.4, 0.3), (-0.6, 1.0)], vec![(0.9, -0.9), (1.1, 0.2), (-0.3, 0.7)]]));
    ad::testing::check(&e, &x).unwrap();
}
