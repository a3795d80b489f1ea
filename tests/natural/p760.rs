#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Gaussian elimination with partial pivoting.
    #[exp(adjoint)]
    fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
        let n = b.len();
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
            let mut sum = b[row];
            for k in row + 1..n {
                sum -= a[row][k] * x[k];
            }
            x[row] = sum / a[row][row];
        }
        x
    }

    /// Tip deflection of an Euler–Bernoulli cantilever with one bending stiffness per element.
    #[exp(adjoint)]
    pub fn tip_deflection(stiffness: &[f64], length: f64, load: f64) -> f64 {
        let n = stiffness.len();
        let h = length / n as f64;
        let size = 2 * (n + 1);
        let mut k = vec![vec![0.0; size]; size];
        for (e, ei) in stiffness.iter().enumerate() {
            let c = ei / h.powi(3);
            let local = [
                [12.0, 6.0 * h, -12.0, 6.0 * h],
                [6.0 * h, 4.0 * h * h, -6.0 * h, 2.0 * h * h],
                [-12.0, -6.0 * h, 12.0, -6.0 * h],
                [6.0 * h, 2.0 * h * h, -6.0 * h, 4.0 * h * h],
            ];
            for i in 0..4 {
                for j in 0..4 {
                    k[2 * e + i][2 * e + j] += c * local[i][j];
                }
            }
        }
        // the clamped end: drop the first deflection and rotation
        let inner: Vec<Vec<f64>> = k[2..].iter().map(|row| row[2..].to_vec()).collect();
        let mut f = vec![0.0; size - 2];
        f[size - 4] = load;
        solve(inner, f)[size - 4]
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::TipDeflection;
    let x = (vec![3.0, 2.0, 1.5], 1.2, 0.5);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::tip_deflection(&x.0, x.1, x.2));
    ad::testing::check(&e, &x).unwrap();
}
