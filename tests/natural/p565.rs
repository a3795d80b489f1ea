#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod lbfgs {
        use std::collections::VecDeque;

        fn dot(a: &[f64], b: &[f64]) -> f64 {
            a.iter().zip(b).map(|(x, y)| x * y).sum()
        }

        #[derive(Default)]
        pub struct History {
            pairs: VecDeque<(Vec<f64>, Vec<f64>)>,
            limit: usize,
        }

        impl History {
            fn push(&mut self, s: Vec<f64>, y: Vec<f64>) {
                if self.pairs.len() == self.limit {
                    self.pairs.pop_front();
                }
                self.pairs.push_back((s, y));
            }

            /// Two-loop recursion.
            fn direction(&self, gradient: &[f64]) -> Vec<f64> {
                let mut q = gradient.to_vec();
                let mut alphas = Vec::new();
                for (s, y) in self.pairs.iter().rev() {
                    let alpha = dot(s, &q) / dot(s, y);
                    for (qi, yi) in q.iter_mut().zip(y) {
                        *qi -= alpha * yi;
                    }
                    alphas.push(alpha);
                }
                if let Some((s, y)) = self.pairs.back() {
                    let gamma = dot(s, y) / dot(y, y);
                    q.iter_mut().for_each(|v| *v *= gamma);
                }
                for ((s, y), alpha) in self.pairs.iter().zip(alphas.into_iter().rev()) {
                    let beta = dot(y, &q) / dot(s, y);
                    for (qi, si) in q.iter_mut().zip(s) {
                        *qi += (alpha - beta) * si;
                    }
                }
                q.iter().map(|v| -v).collect()
            }
        }

        /// Objective after some iterations on a stretched quadratic.
        pub fn progress(scales: &[f64], start: &[f64], iterations: usize) -> f64 {
            let grad = |x: &[f64]| x.iter().zip(scales).map(|(x, s)| s * x).collect::<Vec<f64>>();
            let mut history = History { limit: 2, ..Default::default() };
            let mut x = start.to_vec();
            let mut g = grad(&x);
            for _ in 0..iterations {
                let d = history.direction(&g);
                let step = if history.pairs.is_empty() { 0.1 } else { 1.0 };
                let next: Vec<f64> = x.iter().zip(&d).map(|(x, d)| x + step * d).collect();
                let gn = grad(&next);
                let s = next.iter().zip(&x).map(|(a, b)| a - b).collect();
                let y = gn.iter().zip(&g).map(|(a, b)| a - b).collect();
                history.push(s, y);
                x = next;
                g = gn;
            }
            0.5 * dot(&x, &g)
        }
    }
    pub use lbfgs::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Progress { iterations: 3 };
    let x = (vec![1.0, 3.0, 7.5], vec![1.0, -2.0, 0.5]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::progress(&vec![1.0, 3.0, 7.5], &vec![1.0, -2.0, 0.5], 3));
    ad::testing::check(&e, &x).unwrap();
}
