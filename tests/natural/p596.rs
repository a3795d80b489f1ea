#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Lasso by coordinate descent.
    #[exp(adjoint)]
    fn soft_threshold(x: f64, lambda: f64) -> f64 {
        if x > lambda {
            x - lambda
        } else if x < -lambda {
            x + lambda
        } else {
            0.0
        }
    }

    #[exp(adjoint)]
    pub fn lasso(x: &[Vec<f64>], y: &[f64], lambda: f64, sweeps: usize) -> Vec<f64> {
        let p = x[0].len();
        let mut beta = vec![0.0; p];
        let mut residual = y.to_vec();
        for _ in 0..sweeps {
            for j in 0..p {
                let norm: f64 = x.iter().map(|row| row[j] * row[j]).sum();
                let rho: f64 = x.iter().zip(&residual).map(|(row, r)| row[j] * (r + row[j] * beta[j])).sum();
                let updated = soft_threshold(rho, lambda) / norm;
                let change = updated - beta[j];
                if change != 0.0 {
                    for (r, row) in residual.iter_mut().zip(x) {
                        *r -= change * row[j];
                    }
                    beta[j] = updated;
                }
            }
        }
        beta
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Lasso { sweeps: 4 };
    let x = (vec![vec![1.0, 0.2, -0.5], vec![0.3, 1.5, 0.1], vec![-0.7, 0.4, 1.2], vec![0.9, -0.6, 0.8]], vec![1.5, 0.3, -0.9, 1.6], 0.45);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 2.0, 3.0]).1);
    println!("value {:?} plain {:?}", value, plain::lasso(&vec![vec![1.0, 0.2, -0.5], vec![0.3, 1.5, 0.1], vec![-0.7, 0.4, 1.2], vec![0.9, -0.6, 0.8]], &vec![1.5, 0.3, -0.9, 1.6], 0.45, 4));
    ad::testing::check(&e, &x).unwrap();
}
