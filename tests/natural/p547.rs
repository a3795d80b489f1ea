#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp]
    #[derive(Debug, Clone, Copy)]
    pub struct Garch {
        pub omega: f64,
        pub alpha: f64,
        pub beta: f64,
    }

    #[exp(adjoint)]
    impl Garch {
        fn unconditional(&self) -> f64 {
            self.omega / (1.0 - self.alpha - self.beta)
        }

        /// Negative log likelihood of the returns.
        pub fn nll(&self, #[fixed] returns: &[f64]) -> f64 {
            let mut variance = self.unconditional();
            let mut total = 0.0;
            let mut previous = None;
            for &r in returns {
                if let Some(p) = previous {
                    let p: f64 = p;
                    variance = self.omega + self.alpha * p * p + self.beta * variance;
                }
                total += 0.5 * (variance.ln() + r * r / variance);
                previous = Some(r);
            }
            total
        }
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::GarchNll { returns: &[0.01, -0.02, 0.015, 0.03, -0.01] };
    let x = exp::Garch { omega: 0.00002, alpha: 0.1, beta: 0.85 };
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::Garch::nll(&plain::Garch { omega: 0.00002, alpha: 0.1, beta: 0.85 }, &[0.01, -0.02, 0.015, 0.03, -0.01]));
    ad::testing::check(&e, &x).unwrap();
}
