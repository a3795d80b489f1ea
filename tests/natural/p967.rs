#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod attention {
        use std::ops::{Index, Mul};

        #[derive(Debug, Clone, PartialEq)]
        pub struct Matrix {
            pub rows: usize,
            pub cols: usize,
            pub data: Vec<f64>,
        }

        impl Matrix {
            pub fn zeros(rows: usize, cols: usize) -> Self {
                Self { rows, cols, data: vec![0.0; rows * cols] }
            }

            pub fn transpose(&self) -> Matrix {
                let data = (0..self.cols).flat_map(|j| (0..self.rows).map(move |i| self[(i, j)])).collect();
                Matrix { rows: self.cols, cols: self.rows, data }
            }

            fn softmax_rows(&mut self) {
                for row in self.data.chunks_mut(self.cols) {
                    let max = row.iter().copied().reduce(f64::max).unwrap();
                    row.iter_mut().for_each(|v| *v = (*v - max).exp());
                    let total: f64 = row.iter().sum();
                    row.iter_mut().for_each(|v| *v /= total);
                }
            }
        }

        impl Index<(usize, usize)> for Matrix {
            type Output = f64;
            fn index(&self, (i, j): (usize, usize)) -> &f64 {
                &self.data[i * self.cols + j]
            }
        }

        impl Mul<&Matrix> for &Matrix {
            type Output = Matrix;
            fn mul(self, rhs: &Matrix) -> Matrix {
                assert_eq!(self.cols, rhs.rows);
                let mut out = Matrix::zeros(self.rows, rhs.cols);
                for (i, row) in out.data.chunks_exact_mut(rhs.cols).enumerate() {
                    for (j, cell) in row.iter_mut().enumerate() {
                        *cell = (0..self.cols).map(|k| self[(i, k)] * rhs[(k, j)]).sum();
                    }
                }
                out
            }
        }

        /// Norm of one causal head; a linear bias by distance, as in ALiBi.
        pub fn head_energy(x: &Matrix, weights: &[Matrix; 3], slope: f64) -> f64 {
            let [wq, wk, wv] = weights;
            let (q, k, v) = (x * wq, x * wk, x * wv);
            let mut scores = &q * &k.transpose();
            let scale = (q.cols as f64).sqrt().recip();
            for (n, s) in scores.data.iter_mut().enumerate() {
                let (i, j) = (n / x.rows, n % x.rows);
                *s = if j > i { -1e9 } else { *s * scale - slope * (i - j) as f64 };
            }
            scores.softmax_rows();
            (&scores * &v).data.iter().map(|v| v.powi(2)).sum::<f64>().sqrt()
        }
    }
    pub use attention::*;
}

fn main() {
    macro_rules! args {
        ($m:ident) => {{
            let m = |rows, cols, data: &[f64]| $m::Matrix { rows, cols, data: data.to_vec() };
            let x = m(3, 2, &[0.5, -1.0, 0.3, 0.8, -0.6, 0.4]);
            let w = [m(2, 2, &[0.7, 0.1, -0.2, 0.9]), m(2, 2, &[0.4, -0.5, 0.6, 0.3]), m(2, 2, &[1.1, 0.2, 0.0, -0.8])];
            (x, w, 0.25)
        }};
    }
    let e = exp::HeadEnergy;
    let x = args!(exp);
    let (input, weights, slope) = args!(plain);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::head_energy(&input, &weights, slope));
    ad::testing::check(&e, &x).unwrap();
}
