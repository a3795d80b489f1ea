#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    const SCHOOLS: [(f64, f64); 8] = [
        (28.0, 15.0),
        (8.0, 10.0),
        (-3.0, 16.0),
        (7.0, 11.0),
        (-1.0, 9.0),
        (1.0, 11.0),
        (18.0, 10.0),
        (12.0, 18.0),
    ];

    #[exp(adjoint)]
    #[derive(Clone, Debug)]
    pub struct Parameters {
        pub mu: f64,
        pub log_tau: f64,
        pub raw: [f64; 8],
    }

    #[exp(adjoint)]
    fn normal_lpdf(x: f64, mean: f64, sd: f64) -> f64 {
        -((x - mean) / sd).powi(2) / 2.0 - sd.ln()
    }

    /// Log posterior density of the eight schools, not centred.
    #[exp(adjoint)]
    pub fn eight_schools(p: &Parameters) -> f64 {
        let tau = p.log_tau.exp();
        let half_cauchy = -(1.0 + (tau / 5.0).powi(2)).ln();
        let mut lp = normal_lpdf(p.mu, 0.0, 5.0) + half_cauchy + p.log_tau;
        for ((effect, error), z) in SCHOOLS.iter().zip(p.raw.iter()) {
            lp += normal_lpdf(*z, 0.0, 1.0);
            lp += normal_lpdf(*effect, p.mu + tau * z, *error);
        }
        lp
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::EightSchools;
    let x = exp::Parameters { mu: 4.0, log_tau: 1.2, raw: [0.5, 0.1, -0.3, 0.0, -0.5, -0.2, 0.6, 0.2] };
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::eight_schools(&plain::Parameters { mu: 4.0, log_tau: 1.2, raw: [0.5, 0.1, -0.3, 0.0, -0.5, -0.2, 0.6, 0.2] }));
    ad::testing::check(&e, &x).unwrap();
}
