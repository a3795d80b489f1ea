#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod alignment {
        /// Needleman-Wunsch with a scoring scheme as a trait.
        pub trait Scoring {
            fn substitution(&self, a: u8, b: u8) -> f64;
            fn gap(&self) -> f64;
        }

        struct Simple {
            matches: f64,
            mismatch: f64,
            gap: f64,
        }

        impl Scoring for Simple {
            fn substitution(&self, a: u8, b: u8) -> f64 {
                if a == b {
                    self.matches
                } else {
                    -self.mismatch
                }
            }

            fn gap(&self) -> f64 {
                self.gap
            }
        }

        fn align<S: Scoring>(a: &[u8], b: &[u8], scoring: &S) -> f64 {
            let mut previous: Vec<f64> = (0..=b.len()).map(|j| -(j as f64) * scoring.gap()).collect();
            for (i, &x) in a.iter().enumerate() {
                let mut current = Vec::with_capacity(b.len() + 1);
                current.push(-((i + 1) as f64) * scoring.gap());
                for (j, &y) in b.iter().enumerate() {
                    let diagonal = previous[j] + scoring.substitution(x, y);
                    let up = previous[j + 1] - scoring.gap();
                    let left = current[j] - scoring.gap();
                    current.push(diagonal.max(up).max(left));
                }
                previous = current;
            }
            *previous.last().unwrap()
        }

        pub fn alignment_score(a: &str, b: &str, matches: f64, mismatch: f64, gap: f64) -> f64 {
            let scoring = Simple { matches, mismatch, gap };
            align(a.as_bytes(), b.as_bytes(), &scoring) / a.len().max(b.len()) as f64
        }
    }
    pub use alignment::*;
}

fn main() {
    ad::testing::check_function(&exp::AlignmentScore { a: "GATTACA", b: "GCATGCA" }, |x| plain::alignment_score("GATTACA", "GCATGCA", x.0, x.1, x.2), &(1.0, 0.35, 0.77)).unwrap();
}
