#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Eigenvalues of a symmetric matrix by cyclic Jacobi rotations.
    #[exp(adjoint)]
    pub fn jacobi_eigenvalues<const N: usize>(mut a: [[f64; N]; N], sweeps: usize) -> [f64; N] {
        for _ in 0..sweeps {
            for p in 0..N {
                for q in (p + 1)..N {
                    if a[p][q].abs() < 1e-14 {
                        continue;
                    }
                    let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
                    let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
                    let c = 1.0 / (t * t + 1.0).sqrt();
                    let s = t * c;
                    for k in 0..N {
                        let (akp, akq) = (a[k][p], a[k][q]);
                        a[k][p] = c * akp - s * akq;
                        a[k][q] = s * akp + c * akq;
                    }
                    for k in 0..N {
                        let (apk, aqk) = (a[p][k], a[q][k]);
                        a[p][k] = c * apk - s * aqk;
                        a[q][k] = s * apk + c * aqk;
                    }
                }
            }
        }
        std::array::from_fn(|i| a[i][i])
    }

    /// The spectral gap of a symmetric 3×3 matrix.
    #[exp(adjoint)]
    pub fn spectral_gap(a: [[f64; 3]; 3]) -> f64 {
        let mut eigenvalues = jacobi_eigenvalues(a, 4);
        eigenvalues.sort_by(|x, y| x.partial_cmp(y).unwrap());
        eigenvalues[1] - eigenvalues[0]
    }
}

fn main() {
    let e = exp::SpectralGap;
    let x = [[2.0, 0.4, -0.3], [0.4, 1.0, 0.2], [-0.3, 0.2, 3.5]];
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::spectral_gap(x));
    ad::testing::check(&e, &x).unwrap();
}
