#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod hmm {
        /// Viterbi-free: the forward algorithm in log space.
        pub struct Hmm<const N: usize> {
            start: [f64; N],
            transition: [[f64; N]; N],
            emission: [[f64; 2]; N],
        }

        fn log_sum_exp(xs: impl Iterator<Item = f64> + Clone) -> f64 {
            let max = xs.clone().fold(f64::NEG_INFINITY, f64::max);
            max + xs.map(|x| (x - max).exp()).sum::<f64>().ln()
        }

        impl<const N: usize> Hmm<N> {
            fn log_likelihood(&self, observations: &[usize]) -> f64 {
                let (&first, rest) = match observations.split_first() {
                    Some(pair) => pair,
                    None => return 0.0,
                };
                let mut alpha: [f64; N] = std::array::from_fn(|i| self.start[i].ln() + self.emission[i][first].ln());
                for &o in rest {
                    let mut next = [0.0; N];
                    for (j, slot) in next.iter_mut().enumerate() {
                        let terms = alpha.iter().zip(&self.transition).map(|(a, row)| a + row[j].ln());
                        *slot = log_sum_exp(terms) + self.emission[j][o].ln();
                    }
                    alpha = next;
                }
                log_sum_exp(alpha.into_iter())
            }
        }

        pub fn log_likelihood_of(observations: &[usize], stay: f64, p: f64, q: f64) -> f64 {
            let hmm = Hmm::<2> {
                start: [0.5; 2],
                transition: [[stay, 1.0 - stay], [1.0 - stay, stay]],
                emission: [[p, 1.0 - p], [q, 1.0 - q]],
            };
            hmm.log_likelihood(observations)
        }
    }
    pub use hmm::*;
}

fn main() {
    let o = [0, 1, 1, 0, 0, 1, 0];
    ad::testing::check_function(&exp::LogLikelihoodOf { observations: &o }, |x| plain::log_likelihood_of(&o, x.0, x.1, x.2), &(0.7, 0.6, 0.25)).unwrap();
}
