#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    pub const R: f64 = 8.314462618;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Phase {
        Liquid,
        Vapor,
    }

    #[exp]
    #[derive(Clone, Debug)]
    pub struct Component {
        pub tc: f64,
        pub pc: f64,
        pub omega: f64,
    }

    #[exp(adjoint)]
    impl Component {
        fn attraction(&self, t: f64) -> f64 {
            let kappa = 0.37464 + 1.54226 * self.omega - 0.26992 * self.omega.powi(2);
            let alpha = (1.0 + kappa * (1.0 - (t / self.tc).sqrt())).powi(2);
            0.45724 * (R * self.tc).powi(2) / self.pc * alpha
        }
    }

    /// Root of the cubic in Z, by Newton from the side of the phase.
    #[exp(adjoint)]
    fn compressibility(a: f64, b: f64, phase: Phase) -> f64 {
        let c2 = b - 1.0;
        let c1 = a - 3.0 * b * b - 2.0 * b;
        let c0 = b * b * b + b * b - a * b;
        let mut z = match phase {
            Phase::Liquid => b + 1e-3,
            Phase::Vapor => 1.0 + b,
        };
        for _ in 0..12 {
            let f = ((z + c2) * z + c1) * z + c0;
            let df = (3.0 * z + 2.0 * c2) * z + c1;
            z -= f / df;
        }
        z
    }

    /// Logarithms of the fugacity coefficients, Peng-Robinson with one k_ij.
    #[exp(adjoint)]
    pub fn ln_phi(phase: Phase, comps: &[Component], x: &[f64], kij: f64, t: f64, p: f64) -> Vec<f64> {
        let a: Vec<f64> = comps.iter().map(|c| c.attraction(t)).collect();
        let b: Vec<f64> = comps.iter().map(|c| 0.07780 * R * c.tc / c.pc).collect();
        let cross = |i: usize, j: usize| (a[i] * a[j]).sqrt() * if i == j { 1.0 } else { 1.0 - kij };
        let sums: Vec<f64> = (0..x.len()).map(|i| x.iter().enumerate().map(|(j, xj)| xj * cross(i, j)).sum()).collect();
        let a_mix: f64 = x.iter().zip(&sums).map(|(x, s)| x * s).sum();
        let b_mix: f64 = x.iter().zip(&b).map(|(x, b)| x * b).sum();
        let (big_a, big_b) = (a_mix * p / (R * t).powi(2), b_mix * p / (R * t));
        let z = compressibility(big_a, big_b, phase);
        let sqrt2 = std::f64::consts::SQRT_2;
        let log = ((z + (1.0 + sqrt2) * big_b) / (z + (1.0 - sqrt2) * big_b)).ln();
        b.iter()
            .zip(sums)
            .map(|(bi, si)| {
                bi / b_mix * (z - 1.0) - (z - big_b).ln()
                    - big_a / (2.0 * sqrt2 * big_b) * (2.0 * si / a_mix - bi / b_mix) * log
            })
            .collect()
    }
}

fn main() {
    macro_rules! comps {
        ($m:ident) => {
            vec![
                $m::Component { tc: 190.6, pc: 4.6e6, omega: 0.011 },
                $m::Component { tc: 425.1, pc: 3.8e6, omega: 0.2 },
            ]
        };
    }
    let e = exp::LnPhi { phase: exp::Phase::Vapor };
    let x = (comps!(exp), vec![0.7, 0.3], 0.013, 340.0, 1.5e6);
    println!(
        "value {:?} plain {:?}",
        ad::call::value(&e, &x),
        plain::ln_phi(plain::Phase::Vapor, &comps!(plain), &[0.7, 0.3], 0.013, 340.0, 1.5e6)
    );
    ad::testing::check(&e, &x).unwrap();
}
