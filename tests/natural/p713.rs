#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod least_squares {
        use std::ops::{Index, IndexMut};

        /// A dense matrix in row-major order.
        #[derive(Debug, Clone, PartialEq)]
        pub struct Matrix {
            pub rows: usize,
            pub cols: usize,
            pub data: Vec<f64>,
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

        /// Minimizes `|a x - b|` by Householder reflections. Returns `x` and the norm of the residual.
        pub fn lstsq(mut a: Matrix, mut b: Vec<f64>) -> (Vec<f64>, f64) {
            let (m, n) = (a.rows, a.cols);
            for k in 0..n {
                let norm = (k..m).map(|i| a[(i, k)].powi(2)).sum::<f64>().sqrt();
                let alpha = if a[(k, k)] > 0.0 { -norm } else { norm };
                let mut v: Vec<f64> = (k..m).map(|i| a[(i, k)]).collect();
                v[0] -= alpha;
                let vv: f64 = v.iter().map(|x| x * x).sum();
                for j in k..n {
                    let dot: f64 = v.iter().enumerate().map(|(i, x)| x * a[(k + i, j)]).sum();
                    for (i, x) in v.iter().enumerate() {
                        a[(k + i, j)] -= 2.0 * dot / vv * x;
                    }
                }
                let dot: f64 = v.iter().zip(&b[k..]).map(|(x, y)| x * y).sum();
                for (x, y) in v.iter().zip(&mut b[k..]) {
                    *y -= 2.0 * dot / vv * x;
                }
            }
            let mut x = vec![0.0; n];
            for i in (0..n).rev() {
                let tail: f64 = (i + 1..n).map(|j| a[(i, j)] * x[j]).sum();
                x[i] = (b[i] - tail) / a[(i, i)];
            }
            let residual = b[n..].iter().map(|r| r * r).sum::<f64>().sqrt();
            (x, residual)
        }
    }
    pub use least_squares::*;
}

fn main() {
    let e = exp::Lstsq;
    let data = vec![1.0, 0.5, 1.0, 1.5, 1.0, 2.25, 1.0, 3.0];
    let b = vec![1.2, 1.9, 3.1, 3.7];
    let x = (exp::Matrix { rows: 4, cols: 2, data: data.clone() }, b.clone());
    let p = plain::Matrix { rows: 4, cols: 2, data };
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::lstsq(p, b));
    ad::testing::check(&e, &x).unwrap();
}
