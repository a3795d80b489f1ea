#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Expected value of a mean-variance portfolio: the weights solve `risk · cov · w = mu`
    /// by Gaussian elimination with partial pivoting and are scaled to sum to one.
    #[exp(adjoint)]
    pub fn optimal_weights(mu: &[f64], cov: &[Vec<f64>], risk_free: f64) -> Vec<f64> {
        let n = mu.len();
        let mut a = cov.to_vec();
        let mut w: Vec<f64> = mu.iter().map(|m| m - risk_free).collect();
        for col in 0..n {
            let pivot = (col..n).max_by(|&i, &j| a[i][col].abs().total_cmp(&a[j][col].abs())).unwrap();
            a.swap(col, pivot);
            w.swap(col, pivot);
            for row in col + 1..n {
                let factor = a[row][col] / a[col][col];
                for k in col..n {
                    a[row][k] -= factor * a[col][k];
                }
                w[row] -= factor * w[col];
            }
        }
        for row in (0..n).rev() {
            let known: f64 = (row + 1..n).map(|k| a[row][k] * w[k]).sum();
            w[row] = (w[row] - known) / a[row][row];
        }
        let total: f64 = w.iter().sum();
        for wi in &mut w {
            *wi /= total;
        }
        w
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::OptimalWeights;
    let x = (
        vec![0.08, 0.05, 0.11],
        vec![vec![0.04, 0.006, 0.012], vec![0.006, 0.0225, 0.003], vec![0.012, 0.003, 0.09]],
        0.02,
    );
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::optimal_weights(&x.0, &x.1, x.2));
    ad::testing::check(&e, &x).unwrap();
}
