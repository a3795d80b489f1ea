#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Eigenvalues of a symmetric 3×3 matrix by cyclic Jacobi rotations, in descending order.
    #[exp(adjoint)]
    pub fn principal_stresses(stress: [f64; 6]) -> [f64; 3] {
        let [xx, yy, zz, xy, yz, zx] = stress;
        let mut a = [[xx, xy, zx], [xy, yy, yz], [zx, yz, zz]];
        for _sweep in 0..6 {
            let off: f64 = a[0][1].powi(2) + a[0][2].powi(2) + a[1][2].powi(2);
            if off < 1e-20 {
                break;
            }
            for (p, q) in [(0, 1), (0, 2), (1, 2)] {
                if a[p][q] == 0.0 {
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
        let mut eigenvalues = [a[0][0], a[1][1], a[2][2]];
        eigenvalues.sort_by(|x, y| y.total_cmp(x));
        eigenvalues
    }

    /// Safety factor by Mohr–Coulomb for a brittle material with tensile and compressive strength.
    #[exp(adjoint)]
    pub fn mohr_coulomb(stress: [f64; 6], tensile: f64, compressive: f64) -> f64 {
        let [s1, _, s3] = principal_stresses(stress);
        let utilization = match (s1 >= 0.0, s3 >= 0.0) {
            (true, true) => s1 / tensile,
            (false, false) => -s3 / compressive,
            _ => s1 / tensile - s3 / compressive,
        };
        1.0 / utilization
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::MohrCoulomb;
    let x = ([40.0, -15.0, 10.0, 12.0, -6.0, 3.5], 150.0, 600.0);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::mohr_coulomb(x.0, x.1, x.2));
    ad::testing::check(&e, &x).unwrap();
}
