#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod linalg {
        use std::ops::{Index, IndexMut, Mul};

        #[derive(Debug, Clone, PartialEq)]
        pub struct Matrix {
            rows: usize,
            cols: usize,
            data: Vec<f64>,
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum SolveError {
            Singular { column: usize },
            NotSquare(usize, usize),
        }

        impl Matrix {
            pub fn zeros(rows: usize, cols: usize) -> Self {
                Self { rows, cols, data: vec![0.0; rows * cols] }
            }

            pub fn from_fn(rows: usize, cols: usize, f: impl Fn(usize, usize) -> f64) -> Self {
                let mut m = Self::zeros(rows, cols);
                for i in 0..rows {
                    for j in 0..cols {
                        m[(i, j)] = f(i, j);
                    }
                }
                m
            }

            pub fn transpose(&self) -> Self {
                Self::from_fn(self.cols, self.rows, |i, j| self[(j, i)])
            }

            pub fn solve(&self, b: &[f64]) -> Result<Vec<f64>, SolveError> {
                if self.rows != self.cols {
                    return Err(SolveError::NotSquare(self.rows, self.cols));
                }
                let n = self.rows;
                let mut a = self.clone();
                let mut x = b.to_vec();
                for k in 0..n {
                    let pivot = (k..n)
                        .max_by(|&i, &j| a[(i, k)].abs().total_cmp(&a[(j, k)].abs()))
                        .unwrap();
                    if a[(pivot, k)].abs() < 1e-12 {
                        return Err(SolveError::Singular { column: k });
                    }
                    if pivot != k {
                        for j in 0..n {
                            a.data.swap(k * n + j, pivot * n + j);
                        }
                        x.swap(k, pivot);
                    }
                    for i in k + 1..n {
                        let factor = a[(i, k)] / a[(k, k)];
                        for j in k..n {
                            let v = a[(k, j)];
                            a[(i, j)] -= factor * v;
                        }
                        x[i] -= factor * x[k];
                    }
                }
                for i in (0..n).rev() {
                    let s: f64 = (i + 1..n).map(|j| a[(i, j)] * x[j]).sum();
                    x[i] = (x[i] - s) / a[(i, i)];
                }
                Ok(x)
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

        impl Mul for &Matrix {
            type Output = Matrix;
            fn mul(self, rhs: &Matrix) -> Matrix {
                Matrix::from_fn(self.rows, rhs.cols, |i, j| (0..self.cols).map(|k| self[(i, k)] * rhs[(k, j)]).sum())
            }
        }

        /// Least squares by the normal equations, polynomial of degree two.
        pub fn fitted_at(xs: &[f64], ys: &[f64], at: f64) -> f64 {
            let design = Matrix::from_fn(xs.len(), 3, |i, j| xs[i].powi(j as i32));
            let transposed = design.transpose();
            let normal = &transposed * &design;
            let rhs: Vec<f64> = (0..3).map(|j| ys.iter().enumerate().map(|(i, y)| design[(i, j)] * y).sum()).collect();
            match normal.solve(&rhs) {
                Ok(c) => c.iter().rev().fold(0.0, |acc, c| acc * at + c),
                Err(SolveError::Singular { column }) => column as f64,
                Err(SolveError::NotSquare(..)) => unreachable!(),
            }
        }
    }
    pub use linalg::*;
}

fn main() {
    let x = (vec![0.0, 0.9, 2.1, 2.8, 4.2], vec![1.0, 0.7, 2.0, 3.5, 7.7], 1.5);
    ad::testing::check_function(&exp::FittedAt, |x| plain::fitted_at(&x.0, &x.1, x.2), &x).unwrap();
}
