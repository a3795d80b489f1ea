#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    const LANCZOS: [f64; 9] = [
        0.99999999999980993,
        676.5203681218851,
        -1259.1392167224028,
        771.32342877765313,
        -176.61502916214059,
        12.507343278686905,
        -0.13857109526572012,
        9.9843695780195716e-6,
        1.5056327351493116e-7,
    ];

    #[exp(adjoint)]
    pub fn ln_gamma(x: f64) -> f64 {
        let x = x - 1.0;
        let t = x + 7.5;
        let series = LANCZOS
            .iter()
            .enumerate()
            .skip(1)
            .fold(LANCZOS[0], |acc, (i, &c)| acc + c / (x + i as f64));
        0.5 * (2.0 * std::f64::consts::PI).ln() + (x + 0.5) * t.ln() - t + series.ln()
    }

    /// Log-likelihood of negative binomial (NB2) regression with log link and exposure.
    #[exp(adjoint)]
    pub fn negative_binomial(
        counts: &[u32],
        #[fixed] exposure: &[f64],
        #[fixed] design: &[[f64; 3]],
        beta: [f64; 3],
        log_dispersion: f64,
    ) -> f64 {
        let r = (-log_dispersion).exp();
        let mut ll = 0.0;
        for i in 0..counts.len() {
            let y = f64::from(counts[i]);
            let eta = exposure[i].ln() + design[i].iter().zip(&beta).map(|(x, b)| x * b).sum::<f64>();
            let mu = eta.exp();
            ll += ln_gamma(y + r) - ln_gamma(r) - ln_gamma(y + 1.0);
            ll += r * (r / (r + mu)).ln() + y * (mu / (r + mu)).ln();
        }
        ll
    }
}

fn main() {
    use ad::prelude::*;
    let counts = [3, 0, 5, 2];
    let exposure = [1.0, 0.5, 2.0, 1.5];
    let design = [[1.0, 0.2, -0.3], [1.0, -1.0, 0.4], [1.0, 0.7, 0.1], [1.0, 0.0, -0.8]];
    let e = exp::NegativeBinomial { counts: &counts, exposure: &exposure, design: &design };
    let x = ([0.5, 0.3, -0.2], -0.4);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::negative_binomial(&counts, &exposure, &design, [0.5, 0.3, -0.2], -0.4));
    ad::testing::check(&e, &x).unwrap();
}
