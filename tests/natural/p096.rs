#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    fn log_sum_exp(xs: &[f64]) -> f64 {
        let max = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if max == f64::NEG_INFINITY {
            return max;
        }
        max + xs.iter().map(|x| (x - max).exp()).sum::<f64>().ln()
    }

    /// Forward algorithm in logarithms.
    #[exp(adjoint)]
    pub fn hmm_log_likelihood(symbols: &[usize], initial: &[f64], transition: &[Vec<f64>], emission: &[Vec<f64>]) -> f64 {
        let states = initial.len();
        let mut alpha: Vec<f64> = (0..states).map(|s| initial[s].ln() + emission[s][symbols[0]].ln()).collect();
        for &symbol in symbols.iter().skip(1) {
            let mut next = Vec::with_capacity(states);
            for to in 0..states {
                let paths: Vec<f64> = (0..states).map(|from| alpha[from] + transition[from][to].ln()).collect();
                next.push(log_sum_exp(&paths) + emission[to][symbol].ln());
            }
            alpha = next;
        }
        log_sum_exp(&alpha)
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::HmmLogLikelihood { symbols: &[0, 1, 1, 0] };
    let x = (vec![0.6, 0.4], vec![vec![0.7, 0.3], vec![0.2, 0.8]], vec![vec![0.9, 0.1], vec![0.3, 0.7]]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::hmm_log_likelihood(&[0, 1, 1, 0], &[0.6, 0.4], &[vec![0.7, 0.3], vec![0.2, 0.8]], &[vec![0.9, 0.1], vec![0.3, 0.7]]));
    ad::testing::check(&e, &x).unwrap();
}
