#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Cost-to-go of the discrete LQR of a cart driven by a force, by iterating the Riccati equation.
    /// The state is position and velocity; `q` weighs both, `r` weighs the force.
    #[exp(adjoint)]
    pub fn lqr_cost(mass: f64, friction: f64, q: [f64; 2], r: f64, x0: [f64; 2], #[fixed] dt: f64) -> f64 {
        let a = [[1.0, dt], [0.0, 1.0 - friction * dt / mass]];
        let b = [0.5 * dt * dt / mass, dt / mass];

        let mut p = [[q[0], 0.0], [0.0, q[1]]];
        for _ in 0..40 {
            // pb = P·b, pa = P·A
            let pb = [p[0][0] * b[0] + p[0][1] * b[1], p[1][0] * b[0] + p[1][1] * b[1]];
            let mut pa = [[0.0; 2]; 2];
            for (i, row) in pa.iter_mut().enumerate() {
                for (j, v) in row.iter_mut().enumerate() {
                    *v = (0..2).map(|k| p[i][k] * a[k][j]).sum();
                }
            }
            let s = r + b[0] * pb[0] + b[1] * pb[1];
            // k = (bᵀPA) / s
            let k: [f64; 2] = std::array::from_fn(|j| (b[0] * pa[0][j] + b[1] * pa[1][j]) / s);

            let mut next = [[q[0], 0.0], [0.0, q[1]]];
            for i in 0..2 {
                for j in 0..2 {
                    for l in 0..2 {
                        next[i][j] += a[l][i] * pa[l][j];
                    }
                    next[i][j] -= k[i] * s * k[j];
                }
            }
            p = next;
        }

        x0.iter().zip(p.iter()).map(|(xi, row)| xi * row.iter().zip(&x0).map(|(pij, xj)| pij * xj).sum::<f64>()).sum()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::LqrCost { dt: 0.1 };
    let x = (2.0, 0.3, [1.0, 0.1], 0.05, [1.0, -0.5]);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::lqr_cost(2.0, 0.3, [1.0, 0.1], 0.05, [1.0, -0.5], 0.1));
    ad::testing::check(&e, &x).unwrap();
}
