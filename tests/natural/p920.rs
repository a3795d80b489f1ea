#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod hmm {
        #[derive(Debug, Clone)]
        pub struct Hmm {
            /// Logits; each row is normalized by `softmax`.
            pub initial: Vec<f64>,
            pub transition: Vec<Vec<f64>>,
            pub emission: Vec<Vec<f64>>,
        }

        fn log_sum_exp(xs: impl Iterator<Item = f64> + Clone) -> f64 {
            let max = xs.clone().fold(f64::NEG_INFINITY, f64::max);
            max + xs.map(|x| (x - max).exp()).sum::<f64>().ln()
        }

        fn log_softmax(logits: &[f64]) -> Vec<f64> {
            let norm = log_sum_exp(logits.iter().copied());
            logits.iter().map(|l| l - norm).collect()
        }

        impl Hmm {
            fn normalized(&self) -> Hmm {
                let rows = |m: &[Vec<f64>]| m.iter().map(|row| log_softmax(row)).collect::<Vec<_>>();
                Hmm {
                    initial: log_softmax(&self.initial),
                    transition: rows(&self.transition),
                    emission: rows(&self.emission),
                }
            }

            fn states(&self) -> usize {
                self.initial.len()
            }

            fn sweep<R>(&self, observed: &[usize], combine: R) -> Vec<f64>
            where
                R: Fn(&[f64]) -> f64,
            {
                let (&first, rest) = observed.split_first().expect("at least one observation");
                let start: Vec<f64> = (0..self.states()).map(|s| self.initial[s] + self.emission[s][first]).collect();
                rest.iter().fold(start, |scores, &o| {
                    (0..self.states())
                        .map(|to| {
                            let incoming: Vec<f64> =
                                scores.iter().zip(&self.transition).map(|(score, row)| score + row[to]).collect();
                            combine(&incoming) + self.emission[to][o]
                        })
                        .collect()
                })
            }
        }

        /// The logarithm of the probability of the best path, given the observations.
        pub fn confidence(model: &Hmm, observed: &[usize]) -> f64 {
            let model = model.normalized();
            let best = model.sweep(observed, |xs| xs.iter().copied().fold(f64::NEG_INFINITY, f64::max));
            let all = model.sweep(observed, |xs| log_sum_exp(xs.iter().copied()));
            best.into_iter().reduce(f64::max).unwrap() - log_sum_exp(all.into_iter())
        }
    }
    pub use hmm::*;
}

fn main() {
    macro_rules! model {
        ($m:ident) => {
            $m::Hmm {
                initial: vec![0.3, -0.1],
                transition: vec![vec![1.1, -0.2], vec![-0.5, 0.9]],
                emission: vec![vec![0.8, 0.1, -0.4], vec![-0.6, 0.35, 0.7]],
            }
        };
    }
    let observed = [0, 1, 2, 2, 0, 1];
    let e = exp::Confidence { observed: &observed };
    let x = model!(exp);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::confidence(&model!(plain), &observed));
    ad::testing::check(&e, &x).unwrap();
}
