#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod hmm {
        #[derive(Debug, Clone)]
        pub struct Hmm {
            pub initial: Vec<f64>,
            pub transition: Vec<Vec<f64>>,
            pub emission: Vec<Vec<f64>>,
        }

        impl Hmm {
            fn states(&self) -> usize {
                self.initial.len()
            }

            /// Logarithm of the probability of the observations, by the scaled forward algorithm.
            pub fn log_likelihood(&self, observations: &[usize]) -> f64 {
                let Some((&first, rest)) = observations.split_first() else {
                    return 0.0;
                };
                let mut alpha: Vec<f64> = (0..self.states()).map(|s| self.initial[s] * self.emission[s][first]).collect();
                let mut log_p = normalize(&mut alpha).ln();
                for &o in rest {
                    let mut next: Vec<f64> = (0..self.states())
                        .map(|j| {
                            let reach: f64 = alpha.iter().zip(&self.transition).map(|(a, row)| a * row[j]).sum();
                            reach * self.emission[j][o]
                        })
                        .collect();
                    log_p += normalize(&mut next).ln();
                    alpha = next;
                }
                log_p
            }

            /// Logarithm of the probability of the most likely path of states.
            pub fn viterbi(&self, observations: &[usize]) -> f64 {
                let mut score: Vec<f64> =
                    (0..self.states()).map(|s| self.initial[s].ln() + self.emission[s][observations[0]].ln()).collect();
                for &o in &observations[1..] {
                    score = (0..self.states())
                        .map(|j| {
                            let best = (0..self.states())
                                .map(|i| score[i] + self.transition[i][j].ln())
                                .fold(f64::NEG_INFINITY, f64::max);
                            best + self.emission[j][o].ln()
                        })
                        .collect();
                }
                score.into_iter().fold(f64::NEG_INFINITY, f64::max)
            }
        }

        fn normalize(v: &mut [f64]) -> f64 {
            let total: f64 = v.iter().sum();
            v.iter_mut().for_each(|x| *x /= total);
            total
        }

        /// Posterior log-probability of the Viterbi path.
        pub fn path_confidence(model: &Hmm, observations: &[usize]) -> f64 {
            model.viterbi(observations) - model.log_likelihood(observations)
        }
    }
    pub use hmm::*;
}

fn main() {
    macro_rules! model {
        ($m:ident) => {
            $m::Hmm {
                initial: vec![0.6, 0.4],
                transition: vec![vec![0.7, 0.3], vec![0.45, 0.55]],
                emission: vec![vec![0.5, 0.4, 0.1], vec![0.1, 0.3, 0.6]],
            }
        };
    }
    let observations = [0, 1, 2, 2, 0];
    let e = exp::PathConfidence { observations: &observations };
    let x = model!(exp);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::path_confidence(&model!(plain), &observations));
    ad::testing::check(&e, &x).unwrap();
}
