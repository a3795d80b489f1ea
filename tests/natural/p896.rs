#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Log-likelihood of observations under a hidden Markov model (forward algorithm with scaling).
    #[exp(adjoint)]
    pub fn hmm_log_likelihood<const S: usize>(
        observations: &[usize],
        initial: [f64; S],
        transition: [[f64; S]; S],
        emission: &[[f64; S]],
    ) -> f64 {
        let mut alpha = initial;
        let mut log_lik = 0.0;
        for (t, &obs) in observations.iter().enumerate() {
            if t > 0 {
                let mut next = [0.0; S];
                for i in 0..S {
                    for j in 0..S {
                        next[j] += alpha[i] * transition[i][j];
                    }
                }
                alpha = next;
            }
            for (a, e) in alpha.iter_mut().zip(&emission[obs]) {
                *a *= e;
            }
            let norm: f64 = alpha.iter().sum();
            alpha.iter_mut().for_each(|a| *a /= norm);
            log_lik += norm.ln();
        }
        log_lik
    }
}

fn main() {
    use ad::prelude::*;
    let observations = [0, 2, 1, 1, 0, 2];
    let e = exp::HmmLogLikelihood { observations: &observations };
    let x = ([0.6, 0.4], [[0.7, 0.3], [0.4, 0.6]], vec![[0.5, 0.1], [0.4, 0.3], [0.1, 0.6]]);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::hmm_log_likelihood(&observations, x.0, x.1, &x.2));
    ad::testing::check(&e, &x).unwrap();
}
