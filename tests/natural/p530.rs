#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Tableau simplex for `max c·x` subject to `A x <= b`, `x >= 0`, with `b >= 0`.
    #[exp(adjoint)]
    pub fn maximize(a: &[Vec<f64>], b: &[f64], c: &[f64]) -> Option<f64> {
        let (m, n) = (b.len(), c.len());
        let mut tableau = vec![vec![0.0; n + m + 1]; m + 1];
        for i in 0..m {
            tableau[i][..n].copy_from_slice(&a[i]);
            tableau[i][n + i] = 1.0;
            tableau[i][n + m] = b[i];
        }
        for j in 0..n {
            tableau[m][j] = -c[j];
        }
        loop {
            let Some(col) = (0..n + m).find(|&j| tableau[m][j] < -1e-9) else {
                return Some(tableau[m][n + m]);
            };
            let mut pivot: Option<(usize, f64)> = None;
            for i in 0..m {
                if tableau[i][col] > 1e-9 {
                    let ratio = tableau[i][n + m] / tableau[i][col];
                    match pivot {
                        Some((_, best)) if best <= ratio => {}
                        _ => pivot = Some((i, ratio)),
                    }
                }
            }
            let (row, _) = pivot?;
            let p = tableau[row][col];
            for v in tableau[row].iter_mut() {
                *v /= p;
            }
            let pivot_row = tableau[row].clone();
            for (i, r) in tableau.iter_mut().enumerate() {
                if i != row {
                    let factor = r[col];
                    for (v, q) in r.iter_mut().zip(&pivot_row) {
                        *v -= factor * q;
                    }
                }
            }
        }
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Maximize;
    let x = (vec![vec![1.0, 2.0], vec![3.0, 1.1], vec![1.0, 0.3]], vec![14.0, 18.0, 5.5], vec![3.0, 5.0]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &Some(1.0)).1);
    println!("value {:?} plain {:?}", value, plain::maximize(&vec![vec![1.0, 2.0], vec![3.0, 1.1], vec![1.0, 0.3]], &vec![14.0, 18.0, 5.5], &vec![3.0, 5.0]));
    ad::testing::check(&e, &x).unwrap();
}
