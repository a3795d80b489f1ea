#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Lower triangular factor of a symmetric positive definite matrix.
    #[exp(adjoint)]
    pub fn cholesky(a: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
        let n = a.len();
        let mut l = vec![vec![0.0; n]; n];
        for i in 0..n {
            for j in 0..=i {
                let sum: f64 = (0..j).map(|k| l[i][k] * l[j][k]).sum();
                if i == j {
                    let d = a[i][i] - sum;
                    if d <= 0.0 {
                        return None;
                    }
                    l[i][i] = d.sqrt();
                } else {
                    l[i][j] = (a[i][j] - sum) / l[j][j];
                }
            }
        }
        Some(l)
    }

    #[exp(adjoint)]
    pub fn forward_substitution(l: &[Vec<f64>], b: &[f64]) -> Vec<f64> {
        let mut y = b.to_vec();
        for i in 0..y.len() {
            for j in 0..i {
                y[i] -= l[i][j] * y[j];
            }
            y[i] /= l[i][i];
        }
        y
    }

    /// Logarithm of the density of a multivariate normal distribution.
    #[exp(adjoint)]
    pub fn normal_log_density(x: &[f64], mean: &[f64], covariance: &[Vec<f64>]) -> f64 {
        let Some(l) = cholesky(covariance) else {
            return f64::NEG_INFINITY;
        };
        let r: Vec<f64> = x.iter().zip(mean).map(|(a, b)| a - b).collect();
        let z = forward_substitution(&l, &r);
        let mahalanobis: f64 = z.iter().map(|v| v * v).sum();
        let log_det: f64 = l.iter().enumerate().map(|(i, row)| row[i].ln()).sum::<f64>() * 2.0;
        let n = x.len() as f64;
        -0.5 * (mahalanobis + log_det + n * (2.0 * std::f64::consts::PI).ln())
    }
}

fn main() {
    let e = exp::NormalLogDensity;
    let x = (
        vec![0.3, -0.7, 1.1],
        vec![0.1, 0.0, 0.9],
        vec![vec![2.0, 0.3, 0.1], vec![0.3, 1.5, -0.2], vec![0.1, -0.2, 1.1]],
    );
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::normal_log_density(&x.0, &x.1, &x.2));
    ad::testing::check(&e, &x).unwrap();
}
