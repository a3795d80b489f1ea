#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Solves `a x = b` by Gaussian elimination with partial pivoting.
    #[exp(adjoint)]
    pub fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
        let n = b.len();
        for k in 0..n {
            let mut pivot = k;
            for i in k + 1..n {
                if a[i][k].abs() > a[pivot][k].abs() {
                    pivot = i;
                }
            }
            a.swap(k, pivot);
            b.swap(k, pivot);
            for i in k + 1..n {
                let factor = a[i][k] / a[k][k];
                for j in k..n {
                    let t = a[k][j];
                    a[i][j] -= factor * t;
                }
                b[i] -= factor * b[k];
            }
        }
        let mut x = vec![0.0; n];
        for i in (0..n).rev() {
            let mut s = b[i];
            for j in i + 1..n {
                s -= a[i][j] * x[j];
            }
            x[i] = s / a[i][i];
        }
        x
    }
}

fn main() {
    let e = exp::Solve;
    let x = (
        vec![vec![0.5, 2.0, -1.0], vec![3.0, -1.0, 0.25], vec![1.0, 4.0, 2.0]],
        vec![1.0, -2.0, 0.5],
    );
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::solve(x.0.clone(), x.1.clone()));
    ad::testing::check(&e, &x).unwrap();
}
