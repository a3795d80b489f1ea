#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Determinant of a square matrix by QR factorisation with Householder reflections.
    #[exp(adjoint)]
    fn dot(a: &[f64], b: &[f64]) -> f64 {
        a.iter().zip(b).map(|(x, y)| x * y).sum()
    }

    #[exp(adjoint)]
    pub fn abs_determinant(matrix: &[Vec<f64>]) -> f64 {
        let n = matrix.len();
        let mut r: Vec<Vec<f64>> = matrix.to_vec();
        for k in 0..n - 1 {
            let column: Vec<f64> = (k..n).map(|i| r[i][k]).collect();
            let norm = dot(&column, &column).sqrt();
            if norm == 0.0 {
                return 0.0;
            }
            let mut v = column;
            v[0] += if v[0] >= 0.0 { norm } else { -norm };
            let vv = dot(&v, &v);
            for j in k..n {
                let proj: f64 = (k..n).map(|i| v[i - k] * r[i][j]).sum::<f64>() * 2.0 / vv;
                for i in k..n {
                    r[i][j] -= proj * v[i - k];
                }
            }
        }
        (0..n).map(|i| r[i][i]).product::<f64>().abs()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::AbsDeterminant;
    let x = vec![vec![2.0, 1.0, 0.5], vec![-1.0, 3.0, 1.5], vec![0.25, 0.75, 4.0]];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::abs_determinant(&vec![vec![2.0, 1.0, 0.5], vec![-1.0, 3.0, 1.5], vec![0.25, 0.75, 4.0]]));
    ad::testing::check(&e, &x).unwrap();
}
