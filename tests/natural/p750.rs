#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Solves a 3×3 system by Cramer's rule.
    #[exp(adjoint)]
    fn solve3(a: [[f64; 3]; 3], b: [f64; 3]) -> [f64; 3] {
        let det = |m: &[[f64; 3]; 3]| {
            m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
                - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
                + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
        };
        let d = det(&a);
        let mut x = [0.0; 3];
        for col in 0..3 {
            let mut m = a;
            for row in 0..3 {
                m[row][col] = b[row];
            }
            x[col] = det(&m) / d;
        }
        x
    }

    /// Robertson's stiff reaction, by the implicit Euler method with a growing step.
    #[exp(adjoint)]
    pub fn robertson(k: [f64; 3], y0: [f64; 3], #[fixed] h0: f64, steps: usize) -> [f64; 3] {
        let [k1, k2, k3] = k;
        let mut y = y0;
        let mut h = h0;
        for _ in 0..steps {
            let old = y;
            for _newton in 0..4 {
                let r1 = k1 * y[0];
                let r2 = k2 * y[1] * y[1];
                let r3 = k3 * y[1] * y[2];
                let residual = [
                    y[0] - old[0] - h * (-r1 + r3),
                    y[1] - old[1] - h * (r1 - r2 - r3),
                    y[2] - old[2] - h * r2,
                ];
                let jac = [
                    [1.0 + h * k1, -h * k3 * y[2], -h * k3 * y[1]],
                    [-h * k1, 1.0 + h * (2.0 * k2 * y[1] + k3 * y[2]), h * k3 * y[1]],
                    [0.0, -2.0 * h * k2 * y[1], 1.0],
                ];
                let dy = solve3(jac, residual);
                for (y, d) in y.iter_mut().zip(dy) {
                    *y -= d;
                }
            }
            h *= 1.5;
        }
        y
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Robertson { h0: 1e-4, steps: 12 };
    let x = ([0.04, 3.0e7, 1.0e4], [1.0, 0.0, 0.0]);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::robertson(x.0, x.1, 1e-4, 12));
    ad::testing::check(&e, &x).unwrap();
}
