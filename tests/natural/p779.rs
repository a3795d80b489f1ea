#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    use std::f64::consts::PI;

    /// Eigenvalues of a symmetric 3×3 tensor in descending order, by the trigonometric formula.
    #[exp(adjoint)]
    fn principal_stresses(s: &[[f64; 3]; 3]) -> [f64; 3] {
        let off = s[0][1].powi(2) + s[0][2].powi(2) + s[1][2].powi(2);
        let mean = (s[0][0] + s[1][1] + s[2][2]) / 3.0;
        let p2 = (0..3).map(|i| (s[i][i] - mean).powi(2)).sum::<f64>() + 2.0 * off;
        if p2 == 0.0 {
            return [mean; 3];
        }
        let p = (p2 / 6.0).sqrt();
        let mut b = *s;
        for (i, row) in b.iter_mut().enumerate() {
            row[i] -= mean;
            for v in row.iter_mut() {
                *v /= p;
            }
        }
        let det = b[0][0] * (b[1][1] * b[2][2] - b[1][2] * b[2][1])
            - b[0][1] * (b[1][0] * b[2][2] - b[1][2] * b[2][0])
            + b[0][2] * (b[1][0] * b[2][1] - b[1][1] * b[2][0]);
        let phi = (det / 2.0).clamp(-1.0, 1.0).acos() / 3.0;
        let first = mean + 2.0 * p * phi.cos();
        let third = mean + 2.0 * p * (phi + 2.0 * PI / 3.0).cos();
        [first, 3.0 * mean - first - third, third]
    }

    #[derive(Debug, Clone, Copy)]
    pub enum Criterion {
        Tresca,
        VonMises,
        MohrCoulomb,
    }

    /// Safety factor of a stress state given in Voigt order `xx yy zz yz xz xy`.
    #[exp(adjoint)]
    pub fn safety_factor(criterion: Criterion, voigt: [f64; 6], tensile: f64, compressive: f64) -> f64 {
        let [xx, yy, zz, yz, xz, xy] = voigt;
        let [s1, s2, s3] = principal_stresses(&[[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]);
        match criterion {
            Criterion::Tresca => tensile / (s1 - s3),
            Criterion::VonMises => {
                let equivalent = (0.5 * ((s1 - s2).powi(2) + (s2 - s3).powi(2) + (s3 - s1).powi(2))).sqrt();
                tensile / equivalent
            }
            Criterion::MohrCoulomb => {
                let utilization = match (s1 > 0.0, s3 > 0.0) {
                    (true, true) => s1 / tensile,
                    (false, _) => -s3 / compressive,
                    (true, false) => s1 / tensile - s3 / compressive,
                };
                1.0 / utilization
            }
        }
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::SafetyFactor { criterion: exp::Criterion::MohrCoulomb };
    let x = ([80.0, -20.0, 10.0, 5.0, -12.0, 30.0], 250.0, 400.0);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::safety_factor(plain::Criterion::MohrCoulomb, x.0, x.1, x.2));
    ad::testing::check(&e, &x).unwrap();
}
