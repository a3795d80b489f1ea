#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    fn log_sum_exp(xs: impl Iterator<Item = f64> + Clone) -> f64 {
        let max = xs.clone().fold(f64::NEG_INFINITY, f64::max);
        max + xs.map(|x| (x - max).exp()).sum::<f64>().ln()
    }

    /// Log-likelihood of a sequence of symbols under a hidden Markov model (forward algorithm).
    /// All probabilities are logarithms.
    #[exp(adjoint)]
    pub fn hmm_log_likelihood(observations: &[usize], initial: &[f64], transition: &[Vec<f64>], emission: &[Vec<f64>]) -> f64 {
        let Some((&first, rest)) = observations.split_first() else {
            return 0.0;
        };
        let states = initial.len();
        let mut alpha: Vec<f64> = (0..states).map(|s| initial[s] + emission[s][first]).collect();
        for &o in rest {
            alpha = (0..states)
                .map(|to| log_sum_exp(alpha.iter().zip(transition).map(|(a, row)| a + row[to])) + emission[to][o])
                .collect();
        }
        log_sum_exp(alpha.iter().copied())
    }
}

fn main() {
    use ad::prelude::*;
    let observations = [0, 2, 1, 1, 0];
    let e = exp::HmmLogLikelihood { observations: &observations };
    let x = (
        vec![-0.5, -0.93],
        vec![vec![-0.36, -1.2], vec![-0.92, -0.51]],
        vec![vec![-0.69, -0.92, -2.3], vec![-2.3, -0.92, -0.51]],
    );
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::hmm_log_likelihood(&observations, &x.0, &x.1, &x.2));
    ad::testing::check(&e, &x).unwrap();
}
