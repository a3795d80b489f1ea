//! Linear algebra in place, on `Vec`s whose elements are updated by each other.

use crate::kernels::published;

kernels! {
    tape
    /// Gaussian elimination with partial pivoting.
    pub fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Option<Vec<f64>> {
        let n = b.len();
        for k in 0..n {
            let pivot = (k..n).max_by(|&i, &j| a[i][k].abs().partial_cmp(&a[j][k].abs()).unwrap())?;
            if a[pivot][k].abs() < 1e-14 {
                return None;
            }
            a.swap(k, pivot);
            b.swap(k, pivot);
            for i in k + 1..n {
                let factor = a[i][k] / a[k][k];
                for j in k..n {
                    a[i][j] -= factor * a[k][j];
                }
                b[i] -= factor * b[k];
            }
        }
        let mut x = vec![0.0; n];
        for i in (0..n).rev() {
            let mut sum = b[i];
            for j in i + 1..n {
                sum -= a[i][j] * x[j];
            }
            x[i] = sum / a[i][i];
        }
        Some(x)
    }

    /// The modified Gram–Schmidt process on the rows of a matrix.
    pub fn gram_schmidt(mut q: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
        for i in 0..q.len() {
            let norm = q[i].iter().map(|x| x * x).sum::<f64>().sqrt();
            for x in &mut q[i] {
                *x /= norm;
            }
            for j in i + 1..q.len() {
                let dot: f64 = q[i].iter().zip(&q[j]).map(|(a, b)| a * b).sum();
                for k in 0..q[i].len() {
                    q[j][k] -= dot * q[i][k];
                }
            }
        }
        q
    }

    /// A sweep of P. Seidel's method with over-relaxation (D. Young, 1954), repeated.
    pub fn over_relaxation(a: &[Vec<f64>], b: &[f64], omega: f64) -> Vec<f64> {
        let mut x = vec![0.0; b.len()];
        for _ in 0..60 {
            for i in 0..x.len() {
                let sum: f64 =
                    a[i].iter().zip(&x).enumerate().filter(|(j, _)| *j != i).map(|(_, (a, x))| a * x).sum();
                x[i] += omega * ((b[i] - sum) / a[i][i] - x[i]);
            }
        }
        x
    }
}

#[test]
fn gauss_elimination() {
    let x = plain::solve(vec![vec![2.0, 1.0], vec![1.0, 3.0]], vec![3.0, 5.0]).unwrap();
    published(x[1], 1.4, 1e-15);
    let a = vec![vec![0.5, 2.0, 1.0], vec![3.0, -1.0, 0.7], vec![1.0, 0.4, 5.0]];
    compare!(Solve, |(a, b)| solve(a.clone(), b.clone()), at(a, vec![1.0, 2.0, 3.0]));
}

#[test]
fn gram_schmidt_process() {
    let q = vec![vec![0.5, 2.0, 1.0], vec![3.0, -1.0, 0.7], vec![1.0, 0.4, 5.0]];
    compare!(GramSchmidt, |q| gram_schmidt(q.clone()), at q);
}

#[test]
fn successive_over_relaxation() {
    let a = vec![vec![4.0, 1.0, 0.5], vec![1.0, 3.0, -0.2], vec![0.5, -0.2, 2.0]];
    compare!(OverRelaxation, |(a, b, w)| over_relaxation(a, b, *w), at(a, vec![1.0, -2.0, 0.5], 1.1));
}
