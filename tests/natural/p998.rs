#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod fem {
        /// A bar of linear elements under a load.
        struct Element {
            nodes: [usize; 2],
            stiffness: f64,
        }

        struct Banded {
            n: usize,
            diagonal: Vec<f64>,
            off: Vec<f64>,
        }

        impl Banded {
            fn assemble(n: usize, elements: &[Element]) -> Self {
                let mut diagonal = vec![0.0; n];
                let mut off = vec![0.0; n - 1];
                for Element { nodes: [i, j], stiffness } in elements {
                    diagonal[*i] += stiffness;
                    diagonal[*j] += stiffness;
                    off[*i.min(j)] -= stiffness;
                }
                Banded { n, diagonal, off }
            }

            fn fix(&mut self, node: usize) {
                self.diagonal[node] += 1e6;
            }

            /// Cholesky in place.
            fn solve(mut self, mut f: Vec<f64>) -> Option<Vec<f64>> {
                for i in 0..self.n {
                    if i > 0 {
                        self.off[i - 1] /= self.diagonal[i - 1];
                        self.diagonal[i] -= self.off[i - 1] * self.off[i - 1] * self.diagonal[i - 1];
                    }
                    if self.diagonal[i] <= 0.0 {
                        return None;
                    }
                }
                for i in 1..self.n {
                    f[i] -= self.off[i - 1] * f[i - 1];
                }
                for (x, d) in f.iter_mut().zip(&self.diagonal) {
                    *x /= d;
                }
                for i in (0..self.n - 1).rev() {
                    f[i] -= self.off[i] * f[i + 1];
                }
                Some(f)
            }
        }

        pub fn compliance(areas: &[f64], modulus: f64, load: f64) -> f64 {
            let n = areas.len() + 1;
            let length = 1.0 / areas.len() as f64;
            let elements: Vec<_> = areas
                .iter()
                .enumerate()
                .map(|(e, area)| Element { nodes: [e, e + 1], stiffness: modulus * area / length })
                .collect();
            let mut k = Banded::assemble(n, &elements);
            k.fix(0);
            let mut f = vec![0.0; n];
            if let Some(last) = f.last_mut() {
                *last = load;
            }
            let u = k.solve(f.clone()).expect("positive definite");
            u.iter().zip(&f).map(|(u, f)| u * f).sum()
        }
    }
    pub use fem::*;
}

fn main() {
    ad::testing::check_function(&exp::Compliance, |x| plain::compliance(&x.0, x.1, x.2), &(vec![1.0, 0.8, 0.6, 0.9], 5.0, 0.3)).unwrap();
}
