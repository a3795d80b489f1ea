#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    use std::f64::consts::TAU;

    #[exp(adjoint)]
    fn matmul(a: &[[f64; 2]; 2], b: &[[f64; 2]; 2]) -> [[f64; 2]; 2] {
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

    /// Negative log-likelihood of positions under a constant-velocity Kalman filter.
    #[exp(adjoint)]
    pub fn kalman_nll(#[fixed] observations: &[Option<f64>], #[fixed] dt: f64, log_q: f64, log_r: f64, x0: [f64; 2]) -> f64 {
        let (q, r) = (log_q.exp(), log_r.exp());
        let f = [[1.0, dt], [0.0, 1.0]];
        let ft = [[1.0, 0.0], [dt, 1.0]];
        let process = [[q * dt.powi(3) / 3.0, q * dt.powi(2) / 2.0], [q * dt.powi(2) / 2.0, q * dt]];

        let mut x = x0;
        let mut p = [[1.0, 0.0], [0.0, 1.0]];
        let mut nll = 0.0;
        for z in observations {
            // predict
            x = [x[0] + dt * x[1], x[1]];
            p = matmul(&matmul(&f, &p), &ft);
            for i in 0..2 {
                for j in 0..2 {
                    p[i][j] += process[i][j];
                }
            }
            // update
            let Some(z) = z else { continue };
            let innovation = z - x[0];
            let s = p[0][0] + r;
            let gain = [p[0][0] / s, p[1][0] / s];
            x[0] += gain[0] * innovation;
            x[1] += gain[1] * innovation;
            p = matmul(&[[1.0 - gain[0], 0.0], [-gain[1], 1.0]], &p);
            nll += 0.5 * ((TAU * s).ln() + innovation * innovation / s);
        }
        nll
    }
}

fn main() {
    use ad::prelude::*;
    let observations = [Some(0.1), Some(0.9), None, Some(3.2), Some(3.9), None, Some(6.3)];
    let e = exp::KalmanNll { observations: &observations, dt: 0.5 };
    let x = (-1.0, -2.0, [0.0, 1.5]);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::kalman_nll(&observations, 0.5, -1.0, -2.0, [0.0, 1.5]));
    ad::testing::check(&e, &x).unwrap();
}
