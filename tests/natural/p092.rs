#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Zero-inflated Poisson log-likelihood.
    #[exp(adjoint)]
    pub fn zip_log_likelihood(counts: &[u32], #[fixed] exposure: &[f64], log_rate: f64, logit_zero: f64) -> f64 {
        assert_eq!(counts.len(), exposure.len());
        let zero = 1.0 / (1.0 + (-logit_zero).exp());
        let log_factorial = |k: u32| (2..=k).map(|i| (i as f64).ln()).sum::<f64>();
        let mut total = 0.0;
        for (&k, &e) in counts.iter().zip(exposure) {
            let mu = e * log_rate.exp();
            total += match k {
                0 => (zero + (1.0 - zero) * (-mu).exp()).ln(),
                k => (1.0 - zero).ln() + k as f64 * mu.ln() - mu - log_factorial(k),
            };
        }
        total
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::ZipLogLikelihood { counts: &[0, 3, 1, 0, 5], exposure: &[1.0, 2.0, 0.5, 1.5, 2.5] };
    let x = (0.3, -1.2);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::zip_log_likelihood(&[0, 3, 1, 0, 5], &[1.0, 2.0, 0.5, 1.5, 2.5], 0.3, -1.2));
    ad::testing::check(&e, &x).unwrap();
}
