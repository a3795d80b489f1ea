#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod attention {
        #[derive(Debug, Clone, PartialEq)]
        pub struct Matrix {
            pub rows: usize,
            pub cols: usize,
            pub data: Vec<f64>,
        }

        impl Matrix {
            pub fn new(rows: usize, cols: usize, data: Vec<f64>) -> Self {
                assert_eq!(data.len(), rows * cols);
                Self { rows, cols, data }
            }

            pub fn row(&self, i: usize) -> &[f64] {
                &self.data[i * self.cols..(i + 1) * self.cols]
            }

            pub fn matmul(&self, other: &Matrix) -> Matrix {
                assert_eq!(self.cols, other.rows);
                let mut data = Vec::with_capacity(self.rows * other.cols);
                for i in 0..self.rows {
                    for j in 0..other.cols {
                        let mut sum = 0.0;
                        for k in 0..self.cols {
                            sum += self.data[i * self.cols + k] * other.data[k * other.cols + j];
                        }
                        data.push(sum);
                    }
                }
                Matrix::new(self.rows, other.cols, data)
            }
        }

        fn softmax_in_place(xs: &mut [f64]) {
            let max = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let mut sum = 0.0;
            for x in xs.iter_mut() {
                *x = (*x - max).exp();
                sum += *x;
            }
            for x in xs.iter_mut() {
                *x /= sum;
            }
        }

        #[derive(Debug, Clone)]
        pub struct MultiHead {
            pub heads: usize,
            pub wq: Matrix,
            pub wk: Matrix,
            pub wv: Matrix,
            pub wo: Matrix,
        }

        impl MultiHead {
            /// Causal self-attention with a residual connection.
            pub fn forward(&self, x: &Matrix) -> Matrix {
                let (q, k, v) = (x.matmul(&self.wq), x.matmul(&self.wk), x.matmul(&self.wv));
                let d = x.cols / self.heads;
                let scale = 1.0 / (d as f64).sqrt();
                let mut mixed = Matrix::new(x.rows, x.cols, vec![0.0; x.rows * x.cols]);
                for h in 0..self.heads {
                    let span = h * d..(h + 1) * d;
                    for t in 0..x.rows {
                        let query = &q.row(t)[span.clone()];
                        let mut scores: Vec<f64> = (0..=t)
                            .map(|s| scale * query.iter().zip(&k.row(s)[span.clone()]).map(|(a, b)| a * b).sum::<f64>())
                            .collect();
                        softmax_in_place(&mut scores);
                        for (s, p) in scores.iter().enumerate() {
                            for c in span.clone() {
                                mixed.data[t * x.cols + c] += p * v.row(s)[c];
                            }
                        }
                    }
                }
                let mut out = mixed.matmul(&self.wo);
                for (o, x) in out.data.iter_mut().zip(&x.data) {
                    *o += *x;
                }
                out
            }
        }
    }
    pub use attention::*;
}

fn main() {
    use ad::prelude::*;
    let ramp = |n: usize, a: f64, b: f64| (0..n).map(|i| a + b * ((i * 7 % 5) as f64)).collect::<Vec<f64>>();
    let e = exp::MultiHeadForward;
    let x = (
        exp::MultiHead {
            heads: 2,
            wq: exp::Matrix::new(4, 4, ramp(16, -0.3, 0.2)),
            wk: exp::Matrix::new(4, 4, ramp(16, 0.5, -0.25)),
            wv: exp::Matrix::new(4, 4, ramp(16, 0.1, 0.1)),
            wo: exp::Matrix::new(4, 4, ramp(16, -0.2, 0.15)),
        },
        exp::Matrix::new(3, 4, ramp(12, -0.7, 0.4)),
    );
    let value = ad::call::value(&e, &x);
    let p = plain::MultiHead {
        heads: 2,
        wq: plain::Matrix::new(4, 4, ramp(16, -0.3, 0.2)),
        wk: plain::Matrix::new(4, 4, ramp(16, 0.5, -0.25)),
        wv: plain::Matrix::new(4, 4, ramp(16, 0.1, 0.1)),
        wo: plain::Matrix::new(4, 4, ramp(16, -0.2, 0.15)),
    };
    println!("value {:?} plain {:?}", value, p.forward(&plain::Matrix::new(3, 4, ramp(12, -0.7, 0.4))));
    ad::testing::check(&e, &x).unwrap();
}
