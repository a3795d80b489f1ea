#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    fn matmul<const R: usize, const K: usize, const C: usize>(a: &[[f64; K]; R], b: &[[f64; C]; K]) -> [[f64; C]; R] {
        let mut out = [[0.0; C]; R];
        for (row, out_row) in a.iter().zip(out.iter_mut()) {
            for (j, cell) in out_row.iter_mut().enumerate() {
                *cell = row.iter().zip(b).map(|(x, b_row)| x * b_row[j]).sum();
            }
        }
        out
    }

    #[exp(adjoint)]
    fn transposed<const R: usize, const C: usize>(a: &[[f64; C]; R]) -> [[f64; R]; C] {
        let mut t = [[0.0; R]; C];
        for i in 0..R {
            for j in 0..C {
                t[j][i] = a[i][j];
            }
        }
        t
    }

    /// Gain of the linear quadratic regulator of a double integrator, by the Riccati recursion.
    #[exp(adjoint)]
    pub fn lqr_gain(horizon: u32, dt: f64, q: [f64; 2], r: f64) -> [f64; 2] {
        let a = [[1.0, dt], [0.0, 1.0]];
        let b = [[0.5 * dt * dt], [dt]];
        let mut p = [[q[0], 0.0], [0.0, q[1]]];
        let mut gain = [0.0, 0.0];
        for _ in 0..horizon {
            let btp = matmul(&transposed(&b), &p);
            let s = r + matmul(&btp, &b)[0][0];
            let btpa = matmul(&btp, &a);
            gain = btpa[0].map(|v| v / s);
            p = matmul(&matmul(&transposed(&a), &p), &a);
            for i in 0..2 {
                for j in 0..2 {
                    p[i][j] -= btpa[0][i] * gain[j];
                }
                p[i][i] += q[i];
            }
        }
        gain
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::LqrGain { horizon: 12 };
    let x = (0.2, [1.0, 0.3], 0.5);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &[1.0, -2.0]).1);
    println!("value {:?} plain {:?}", value, plain::lqr_gain(12, 0.2, [1.0, 0.3], 0.5));
    ad::testing::check(&e, &x).unwrap();
}
