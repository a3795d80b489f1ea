#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod markov {
        #[derive(Debug)]
        pub enum ChainError {
            NotStochastic { row: usize, sum: f64 },
            NoConvergence(usize),
        }

        pub struct MarkovChain {
            p: Vec<Vec<f64>>,
        }

        impl MarkovChain {
            pub fn try_new(p: Vec<Vec<f64>>) -> Result<Self, ChainError> {
                for (row, probabilities) in p.iter().enumerate() {
                    let sum: f64 = probabilities.iter().sum();
                    if (sum - 1.0).abs() > 1e-9 {
                        return Err(ChainError::NotStochastic { row, sum });
                    }
                }
                Ok(MarkovChain { p })
            }

            fn step(&self, x: &[f64]) -> Vec<f64> {
                let n = self.p.len();
                let mut y = vec![0.0; n];
                for (xi, row) in x.iter().zip(self.p.iter()) {
                    for (yj, pij) in y.iter_mut().zip(row.iter()) {
                        *yj += xi * pij;
                    }
                }
                y
            }

            pub fn stationary(&self, tolerance: f64) -> Result<Vec<f64>, ChainError> {
                let n = self.p.len();
                let mut x = vec![1.0 / n as f64; n];
                for iteration in 0.. {
                    if iteration > 500 {
                        return Err(ChainError::NoConvergence(iteration));
                    }
                    let y = self.step(&x);
                    let change = x.iter().zip(&y).map(|(a, b)| (a - b).abs()).fold(0.0, |m: f64, d| m.max(d));
                    x = y;
                    if change < tolerance {
                        break;
                    }
                }
                Ok(x)
            }
        }

        fn mood(a: f64, b: f64, c: f64) -> Result<f64, ChainError> {
            let rows = vec![vec![1.0 - a, a, 0.0], vec![b, 0.7 - b, 0.3], vec![c, 0.0, 1.0 - c]];
            let pi = MarkovChain::try_new(rows)?.stationary(1e-12)?;
            Ok(pi.iter().zip([1.0, -1.0, 2.5]).map(|(p, reward)| p * reward).sum())
        }

        pub fn stationary(a: f64, b: f64, c: f64) -> f64 {
            match mood(a, b, c) {
                Ok(v) => v,
                Err(ChainError::NotStochastic { sum, .. }) => sum,
                Err(ChainError::NoConvergence(n)) => n as f64,
            }
        }
    }
    pub use markov::*;
}

fn main() {
    ad::testing::check_function(&exp::Stationary, |x| plain::stationary(x.0, x.1, x.2), &(0.3, 0.5, 0.2)).unwrap();
}
