#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    /// Logarithm of the determinant of a symmetric positive definite matrix.
    #[exp(adjoint)]
    pub fn log_det(a: &[Vec<f64>]) -> f64 {
        match cholesky(a) {
            Some(l) => 2.0 * l.iter().enumerate().map(|(i, row)| row[i].ln()).sum::<f64>(),
            None => f64::NEG_INFINITY,
        }
    }

    #[exp(adjoint)]
    fn cholesky(a: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
        let n = a.len();
        let mut l = vec![vec![0.0; n]; n];
        for i in 0..n {
            for j in 0..=i {
                let mut s = a[i][j];
                for k in 0..j {
                    s -= l[i][k] * l[j][k];
                }
                if i == j {
                    if s <= 0.0 {
                        return None;
                    }
                    l[i][i] = s.sqrt();
                } else {
                    l[i][j] = s / l[j][j];
                }
            }
        }
        Some(l)
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::LogDet;
    let x = vec![vec![4.0, 1.0, 0.5], vec![1.0, 3.0, 0.25], vec![0.5, 0.25, 2.0]];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::log_det(&[vec![4.0, 1.0, 0.5], vec![1.0, 3.0, 0.25], vec![0.5, 0.25, 2.0]]));
    ad::testing::check(&e, &x).unwrap();
}
