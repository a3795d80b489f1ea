#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Solves a symmetric positive definite system by Gaussian elimination without pivoting.
    #[exp(adjoint)]
    pub fn solve_spd(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
        let n = b.len();
        for k in 0..n {
            let pivot_row = a[k].clone();
            for i in k + 1..n {
                let factor = a[i][k] / pivot_row[k];
                if factor == 0.0 {
                    continue;
                }
                for j in k..n {
                    a[i][j] -= factor * pivot_row[j];
                }
                b[i] -= factor * b[k];
            }
        }
        for k in (0..n).rev() {
            let known: f64 = (k + 1..n).map(|j| a[k][j] * b[j]).sum();
            b[k] = (b[k] - known) / a[k][k];
        }
        b
    }

    /// Generalized cross-validation score of weighted ridge regression.
    #[exp(adjoint)]
    pub fn ridge_gcv(#[fixed] x: &[Vec<f64>], #[fixed] y: &[f64], log_lambda: f64, weights: &[f64]) -> f64 {
        let (n, p) = (x.len(), x[0].len());
        let lambda = log_lambda.exp();
        let mut gram = vec![vec![0.0; p]; p];
        let mut moment = vec![0.0; p];
        for ((row, &target), w) in x.iter().zip(y).zip(weights) {
            for i in 0..p {
                moment[i] += w * row[i] * target;
                for j in 0..p {
                    gram[i][j] += w * row[i] * row[j];
                }
            }
        }
        for (i, row) in gram.iter_mut().enumerate() {
            row[i] += lambda;
        }
        let beta = solve_spd(gram.clone(), moment);

        let mut rss = 0.0;
        let mut trace = 0.0;
        for i in 0..n {
            let fitted: f64 = x[i].iter().zip(&beta).map(|(a, b)| a * b).sum();
            rss += weights[i] * (y[i] - fitted).powi(2);
            let scaled = x[i].iter().map(|v| *v * weights[i]).collect::<Vec<_>>();
            let column = solve_spd(gram.clone(), scaled);
            trace += x[i].iter().zip(&column).map(|(a, c)| a * c).sum::<f64>();
        }
        let n = n as f64;
        (rss / n) / (1.0 - trace / n).powi(2)
    }
}

fn main() {
    use ad::prelude::*;
    let xs = vec![vec![1.0, 0.2], vec![1.0, -0.7], vec![1.0, 1.5], vec![1.0, 0.9], vec![1.0, -0.1]];
    let ys = vec![0.6, -0.4, 1.9, 1.1, 0.2];
    let e = exp::RidgeGcv { x: &xs, y: &ys };
    let x = (-1.0, vec![1.0, 0.8, 1.2, 1.0, 0.9]);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::ridge_gcv(&xs, &ys, x.0, &x.1));
    ad::testing::check(&e, &x).unwrap();
}
