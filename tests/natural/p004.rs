#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    /// Thomas algorithm for a tridiagonal system.
    #[exp(adjoint)]
    pub fn tridiagonal(lower: &[f64], diag: &[f64], upper: &[f64], rhs: &[f64]) -> Vec<f64> {
        let n = diag.len();
        let mut c = Vec::with_capacity(n);
        let mut d = Vec::with_capacity(n);
        c.push(upper[0] / diag[0]);
        d.push(rhs[0] / diag[0]);
        for i in 1..n {
            let m = diag[i] - lower[i - 1] * c[i - 1];
            if i < n - 1 {
                c.push(upper[i] / m);
            }
            d.push((rhs[i] - lower[i - 1] * d[i - 1]) / m);
        }
        for i in (0..n - 1).rev() {
            d[i] = d[i] - c[i] * d[i + 1];
        }
        d
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::Tridiagonal;
    let x = (vec![1.0, -1.0, 0.5], vec![4.0, 5.0, 3.0, 2.0], vec![1.0, 1.0, -0.5], vec![1.0, 2.0, 3.0, 4.0]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 0.0, 2.0, 1.0]).1);
    println!("value {:?} plain {:?}", value, plain::tridiagonal(&[1.0, -1.0, 0.5], &[4.0, 5.0, 3.0, 2.0], &[1.0, 1.0, -0.5], &[1.0, 2.0, 3.0, 4.0]));
    ad::testing::check(&e, &x).unwrap();
}
