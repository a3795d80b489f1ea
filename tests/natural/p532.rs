#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Eigenvalues of a symmetric 3×3 matrix by cyclic Jacobi rotations, in ascending order.
    #[exp(adjoint)]
    pub fn symmetric_eigenvalues(matrix: [[f64; 3]; 3]) -> [f64; 3] {
        let mut a = matrix;
        'sweeps: for _ in 0..20 {
            let off: f64 = a[0][1].powi(2) + a[0][2].powi(2) + a[1][2].powi(2);
            if off < 1e-24 {
                break 'sweeps;
            }
            for p in 0..2 {
                for q in p + 1..3 {
                    if a[p][q].abs() < 1e-15 {
                        continue;
                    }
                    let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
                    let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
                    let c = 1.0 / (t * t + 1.0).sqrt();
                    let s = t * c;
                    for k in 0..3 {
                        let (akp, akq) = (a[k][p], a[k][q]);
                        a[k][p] = c * akp - s * akq;
                        a[k][q] = s * akp + c * akq;
                    }
                    for k in 0..3 {
                        let (apk, aqk) = (a[p][k], a[q][k]);
                        a[p][k] = c * apk - s * aqk;
                        a[q][k] = s * apk + c * aqk;
                    }
                }
            }
        }
        let mut values = [a[0][0], a[1][1], a[2][2]];
        values.sort_by(|x, y| x.total_cmp(y));
        values
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::SymmetricEigenvalues;
    let x = [[2.0, 0.5, 0.3], [0.5, 1.0, -0.4], [0.3, -0.4, 3.0]];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &[1.0, 2.0, 3.0]).1);
    println!("value {:?} plain {:?}", value, plain::symmetric_eigenvalues([[2.0, 0.5, 0.3], [0.5, 1.0, -0.4], [0.3, -0.4, 3.0]]));
    ad::testing::check(&e, &x).unwrap();
}
