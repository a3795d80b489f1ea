#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod attention {
        type Matrix = Vec<Vec<f64>>;

        fn matmul(a: &Matrix, b: &Matrix) -> Matrix {
            let inner = b.len();
            a.iter()
                .map(|row| {
                    (0..b[0].len())
                        .map(|j| (0..inner).map(|k| row[k] * b[k][j]).sum::<f64>())
                        .collect::<Vec<_>>()
                })
                .collect()
        }

        fn softmax(row: &mut [f64]) {
            let max = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let mut sum = 0.0;
            for v in row.iter_mut() {
                *v = (*v - max).exp();
                sum += *v;
            }
            for v in row.iter_mut() {
                *v /= sum;
            }
        }

        /// Single head of causal attention.
        pub fn attention(x: &Matrix, wq: &Matrix, wk: &Matrix, wv: &Matrix) -> Matrix {
            let (q, k, v) = (matmul(x, wq), matmul(x, wk), matmul(x, wv));
            let scale = (q[0].len() as f64).sqrt();
            let mut scores = vec![vec![f64::NEG_INFINITY; x.len()]; x.len()];
            for i in 0..x.len() {
                for j in 0..=i {
                    scores[i][j] = q[i].iter().zip(&k[j]).map(|(a, b)| a * b).sum::<f64>() / scale;
                }
                softmax(&mut scores[i][..=i]);
                for s in scores[i].iter_mut().skip(i + 1) {
                    *s = 0.0;
                }
            }
            matmul(&scores, &v)
        }
    }
    pub use attention::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Attention;
    let x = (vec![vec![0.1, 0.5], vec![-0.3, 0.8], vec![0.7, -0.2]], vec![vec![1.0, 0.2], vec![0.3, -0.5]], vec![vec![0.4, -0.1], vec![0.9, 0.6]], vec![vec![0.2, 1.1], vec![-0.7, 0.3]]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![vec![1.0, 2.0], vec![0.5, -1.0], vec![0.3, 0.7]]).1);
    println!("value {:?} plain {:?}", value, plain::attention(&vec![vec![0.1, 0.5], vec![-0.3, 0.8], vec![0.7, -0.2]], &vec![vec![1.0, 0.2], vec![0.3, -0.5]], &vec![vec![0.4, -0.1], vec![0.9, 0.6]], &vec![vec![0.2, 1.1], vec![-0.7, 0.3]]));
    ad::testing::check(&e, &x).unwrap();
}
