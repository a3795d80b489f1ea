#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Lanczos, g = 7
    #[exp(adjoint)]
    fn ln_gamma(x: f64) -> f64 {
        const COEFFICIENTS: [f64; 8] = [
            676.5203681218851,
            -1259.1392167224028,
            771.323_428_777_653_1,
            -176.615_029_162_140_6,
            12.507343278686905,
            -0.13857109526572012,
            9.984_369_578_019_572e-6,
            1.5056327351493116e-7,
        ];
        if x < 0.5 {
            return (std::f64::consts::PI / (std::f64::consts::PI * x).sin()).ln() - ln_gamma(1.0 - x);
        }
        let x = x - 1.0;
        let mut sum = 0.999_999_999_999_809_9;
        for (i, c) in COEFFICIENTS.iter().enumerate() {
            sum += c / (x + i as f64 + 1.0);
        }
        let t = x + 7.5;
        0.5 * (2.0 * std::f64::consts::PI).ln() + (x + 0.5) * t.ln() - t + sum.ln()
    }

    /// Log density of a Dirichlet distribution.
    #[exp(adjoint)]
    pub fn dirichlet(alpha: &[f64], p: &[f64]) -> f64 {
        let total: f64 = alpha.iter().sum();
        let mut density = ln_gamma(total);
        for (a, p) in std::iter::zip(alpha, p) {
            density += (a - 1.0) * p.ln() - ln_gamma(*a);
        }
        density
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Dirichlet;
    let x = (vec![0.4, 2.0, 3.5], vec![0.1, 0.3, 0.6]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::dirichlet(&[0.4, 2.0, 3.5], &[0.1, 0.3, 0.6]));
    ad::testing::check(&e, &x).unwrap();
}
