#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    #[derive(Debug, Clone, Copy)]
    pub struct NelsonSiegel {
        pub level: f64,
        pub slope: f64,
        pub curvature: f64,
        pub decay: f64,
    }

    #[exp(adjoint)]
    impl NelsonSiegel {
        pub fn yield_at(&self, maturity: f64) -> f64 {
            let Self { level, slope, curvature, decay } = *self;
            let z = maturity / decay;
            let e = (-z).exp();
            let loading = (1.0 - e) / z;
            level + slope * loading + curvature * (loading - e)
        }
    }

    #[exp(adjoint)]
    pub fn fit_error(#[fixed] quotes: &[(f64, f64)], model: &NelsonSiegel) -> f64 {
        let squares = quotes.iter().map(|&(maturity, quote)| {
            let error = model.yield_at(maturity) - quote;
            error * error
        });
        (squares.sum::<f64>() / quotes.len() as f64).sqrt()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::FitError { quotes: &[(0.5, 0.012), (2.0, 0.018), (5.0, 0.024), (10.0, 0.027)] };
    let x = exp::NelsonSiegel { level: 0.03, slope: -0.02, curvature: 0.01, decay: 1.8 };
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::fit_error(&[(0.5, 0.012), (2.0, 0.018), (5.0, 0.024), (10.0, 0.027)], &plain::NelsonSiegel { level: 0.03, slope: -0.02, curvature: 0.01, decay: 1.8 }));
    ad::testing::check(&e, &x).unwrap();
}
