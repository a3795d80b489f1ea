#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Garch {
        pub omega: f64,
        pub alpha: f64,
        pub beta: f64,
        pub leverage: f64,
    }

    /// Gaussian likelihood of a GJR-GARCH(1, 1), or minus infinity if it is not stationary.
    #[exp(adjoint)]
    pub fn garch_likelihood(#[fixed] returns: &[f64], params: Garch) -> f64 {
        let Garch { omega, alpha, beta, leverage } = params;
        let persistence = alpha + beta + leverage / 2.0;
        if persistence >= 1.0 || omega <= 0.0 {
            return f64::NEG_INFINITY;
        }
        let mut variance = omega / (1.0 - persistence);
        let mut sum = 0.0;
        for r in returns {
            sum += -0.5 * (std::f64::consts::TAU.ln() + variance.ln() + r * r / variance);
            let shock = if *r < 0.0 { alpha + leverage } else { alpha };
            variance = omega + shock * r * r + beta * variance;
        }
        sum
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::GarchLikelihood { returns: &[0.5, -1.2, 0.3, 0.9, -0.4] };
    let x = exp::Garch { omega: 0.1, alpha: 0.08, beta: 0.8, leverage: 0.05 };
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::garch_likelihood(&[0.5, -1.2, 0.3, 0.9, -0.4], plain::Garch { omega: 0.1, alpha: 0.08, beta: 0.8, leverage: 0.05 }));
    ad::testing::check(&e, &x).unwrap();
}
