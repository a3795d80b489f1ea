#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp]
    #[derive(Debug, Clone, Copy)]
    pub struct LotkaVolterra {
        pub growth: f64,
        pub predation: f64,
        pub efficiency: f64,
        pub death: f64,
    }

    #[exp(adjoint)]
    impl LotkaVolterra {
        fn rhs(&self, (prey, predators): (f64, f64)) -> (f64, f64) {
            (
                self.growth * prey - self.predation * prey * predators,
                self.efficiency * self.predation * prey * predators - self.death * predators,
            )
        }

        fn midpoint(&self, state: (f64, f64), h: f64) -> (f64, f64) {
            let k1 = self.rhs(state);
            let k2 = self.rhs((state.0 + 0.5 * h * k1.0, state.1 + 0.5 * h * k1.1));
            (state.0 + h * k2.0, state.1 + h * k2.1)
        }
    }

    #[exp(adjoint)]
    pub fn fit_error(model: &LotkaVolterra, initial: (f64, f64), #[fixed] observations: &[(f64, f64)]) -> f64 {
        let mut state = initial;
        let mut error = 0.0;
        for obs in observations {
            for _ in 0..5 {
                state = model.midpoint(state, 0.1);
            }
            error += (state.0.ln() - obs.0.ln()).powi(2) + (state.1.ln() - obs.1.ln()).powi(2);
        }
        error
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::FitError { observations: &[(12.0, 5.5), (13.0, 7.0), (11.0, 9.0)] };
    let x = (exp::LotkaVolterra { growth: 1.0, predation: 0.1, efficiency: 0.5, death: 0.4 }, (10.0, 5.0));
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::fit_error(&plain::LotkaVolterra { growth: 1.0, predation: 0.1, efficiency: 0.5, death: 0.4 }, (10.0, 5.0), &[(12.0, 5.5), (13.0, 7.0), (11.0, 9.0)]));
    ad::testing::check(&e, &x).unwrap();
}
