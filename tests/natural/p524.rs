#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    fn log_sum_exp(values: &[f64]) -> f64 {
        let max = values.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
        max + values.iter().map(|v| (v - max).exp()).sum::<f64>().ln()
    }

    /// Negative log likelihood of a one-dimensional Gaussian mixture.
    #[exp(adjoint)]
    pub fn gmm_nll(logits: &[f64], means: &[f64], log_sigmas: &[f64], #[fixed] data: &[f64]) -> f64 {
        assert!(logits.len() == means.len() && means.len() == log_sigmas.len());
        let norm = log_sum_exp(logits);
        let half_log_two_pi = 0.5 * (2.0 * std::f64::consts::PI).ln();
        data.iter()
            .map(|&x| {
                let terms: Vec<f64> = (0..means.len())
                    .map(|k| {
                        let z = (x - means[k]) / log_sigmas[k].exp();
                        logits[k] - norm - log_sigmas[k] - half_log_two_pi - 0.5 * z * z
                    })
                    .collect();
                -log_sum_exp(&terms)
            })
            .sum()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::GmmNll { data: &[0.3, -1.2, 2.2, 1.9] };
    let x = (vec![0.1, -0.2], vec![-0.5, 1.7], vec![0.0, -0.3]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::gmm_nll(&vec![0.1, -0.2], &vec![-0.5, 1.7], &vec![0.0, -0.3], &[0.3, -1.2, 2.2, 1.9]));
    ad::testing::check(&e, &x).unwrap();
}
