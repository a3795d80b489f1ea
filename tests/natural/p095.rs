#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    type Mat2 = [[f64; 2]; 2];

    #[exp(adjoint)]
    fn mul(a: &Mat2, b: &Mat2) -> Mat2 {
        let mut c = [[0.0; 2]; 2];
        for i in 0..2 {
            for j in 0..2 {
                for k in 0..2 {
                    c[i][j] += a[i][k] * b[k][j];
                }
            }
        }
        c
    }

    #[exp(adjoint)]
    fn transpose(a: &Mat2) -> Mat2 {
        [[a[0][0], a[1][0]], [a[0][1], a[1][1]]]
    }

    /// Track position and velocity from positions; the last state and its covariance's trace.
    #[exp(adjoint)]
    pub fn track(positions: &[f64], dt: f64, q: f64, r: f64) -> ([f64; 2], f64) {
        let f = [[1.0, dt], [0.0, 1.0]];
        let noise = [[q * dt.powi(3) / 3.0, q * dt.powi(2) / 2.0], [q * dt.powi(2) / 2.0, q * dt]];
        let mut x = [positions[0], 0.0];
        let mut p = [[r, 0.0], [0.0, 1.0]];
        for &z in &positions[1..] {
            x = [x[0] + dt * x[1], x[1]];
            p = mul(&mul(&f, &p), &transpose(&f));
            for (row, noise_row) in p.iter_mut().zip(&noise) {
                for (entry, n) in row.iter_mut().zip(noise_row) {
                    *entry += *n;
                }
            }
            let gain = [p[0][0] / (p[0][0] + r), p[1][0] / (p[0][0] + r)];
            let residual = z - x[0];
            x[0] += gain[0] * residual;
            x[1] += gain[1] * residual;
            p = mul(&[[1.0 - gain[0], 0.0], [-gain[1], 1.0]], &p);
        }
        (x, p[0][0] + p[1][1])
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Track;
    let x = (vec![0.0, 1.1, 1.9, 3.2], 0.5, 0.1, 0.2);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &([1.0, 2.0], -1.0)).1);
    println!("value {:?} plain {:?}", value, plain::track(&[0.0, 1.1, 1.9, 3.2], 0.5, 0.1, 0.2));
    ad::testing::check(&e, &x).unwrap();
}
