#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod lu {
        use std::ops::{Index, IndexMut};

        #[derive(Clone, Debug)]
        pub struct Matrix {
            pub rows: usize,
            pub cols: usize,
            pub data: Vec<f64>,
        }

        impl Matrix {
            pub fn zeros(rows: usize, cols: usize) -> Self {
                Matrix { rows, cols, data: vec![0.0; rows * cols] }
            }

            pub fn transpose(&self) -> Matrix {
                let mut t = Matrix::zeros(self.cols, self.rows);
                for i in 0..self.rows {
                    for j in 0..self.cols {
                        t[(j, i)] = self[(i, j)];
                    }
                }
                t
            }

            pub fn mul(&self, other: &Matrix) -> Matrix {
                let mut m = Matrix::zeros(self.rows, other.cols);
                for i in 0..self.rows {
                    for j in 0..other.cols {
                        m[(i, j)] = (0..self.cols).map(|k| self[(i, k)] * other[(k, j)]).sum();
                    }
                }
                m
            }
        }

        impl Index<(usize, usize)> for Matrix {
            type Output = f64;
            fn index(&self, (i, j): (usize, usize)) -> &f64 {
                &self.data[i * self.cols + j]
            }
        }

        impl IndexMut<(usize, usize)> for Matrix {
            fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
                &mut self.data[i * self.cols + j]
            }
        }

        /// Lower Cholesky factor, or `None` if the matrix is not positive definite.
        pub fn cholesky(a: &Matrix) -> Option<Matrix> {
            let n = a.rows;
            let mut l = Matrix::zeros(n, n);
            for j in 0..n {
                for i in j..n {
                    let mut sum = a[(i, j)];
                    for k in 0..j {
                        sum -= l[(i, k)] * l[(j, k)];
                    }
                    if i == j {
                        if sum <= 0.0 {
                            return None;
                        }
                        l[(i, i)] = sum.sqrt();
                    } else {
                        l[(i, j)] = sum / l[(j, j)];
                    }
                }
            }
            Some(l)
        }

        /// log det(Aᵀ A).
        pub fn log_gram_det(a: &Matrix) -> f64 {
            let gram = a.transpose().mul(a);
            match cholesky(&gram) {
                Some(l) => (0..l.rows).map(|i| 2.0 * l[(i, i)].ln()).sum(),
                None => f64::NEG_INFINITY,
            }
        }
    }
    pub use lu::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::LogGramDet;
    let x = exp::Matrix { rows: 3, cols: 2, data: vec![1.0, 2.0, 0.5, -1.0, 3.0, 0.25] };
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::log_gram_det(&plain::Matrix { rows: 3, cols: 2, data: vec![1.0, 2.0, 0.5, -1.0, 3.0, 0.25] }));
    ad::testing::check(&e, &x).unwrap();
}
