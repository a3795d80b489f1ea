#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub fn solve(matrix: Vec<Vec<f64>>, rhs: Vec<f64>) -> Vec<f64> {
        let n = rhs.len();
        let mut a = matrix;
        let mut b = rhs;
        for col in 0..n {
            let mut pivot = col;
            for row in col + 1..n {
                if a[row][col].abs() > a[pivot][col].abs() {
                    pivot = row;
                }
            }
            a.swap(col, pivot);
            b.swap(col, pivot);
            for row in col + 1..n {
                let factor = a[row][col] / a[col][col];
                for k in col..n {
                    a[row][k] -= factor * a[col][k];
                }
                b[row] -= factor * b[col];
            }
        }
        let mut x = vec![0.0; n];
        for row in (0..n).rev() {
            let sum: f64 = (row + 1..n).map(|k| a[row][k] * x[k]).sum();
            x[row] = (b[row] - sum) / a[row][row];
        }
        x
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::Solve;
    let x = (vec![vec![1.0, 2.0, 0.5], vec![4.0, -1.0, 1.0], vec![2.0, 3.0, -3.0]], vec![1.0, 2.0, 3.0]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 2.0, -1.0]).1);
    println!("value {:?} plain {:?}", value, plain::solve(vec![vec![1.0, 2.0, 0.5], vec![4.0, -1.0, 1.0], vec![2.0, 3.0, -3.0]], vec![1.0, 2.0, 3.0]));
    ad::testing::check(&e, &x).unwrap();
}
