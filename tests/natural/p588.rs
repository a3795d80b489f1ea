#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Discrete finite-horizon LQR for a double integrator, by the Riccati recursion.
    #[exp(adjoint)]
    fn mul2(a: [[f64; 2]; 2], b: [[f64; 2]; 2]) -> [[f64; 2]; 2] {
        let mut c = [[0.0; 2]; 2];
        for (i, row) in c.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                *entry = a[i][0] * b[0][j] + a[i][1] * b[1][j];
            }
        }
        c
    }

    #[exp(adjoint)]
    fn transposed(a: [[f64; 2]; 2]) -> [[f64; 2]; 2] {
        [[a[0][0], a[1][0]], [a[0][1], a[1][1]]]
    }

    #[exp(adjoint)]
    pub fn closed_loop_cost(q: [f64; 2], r: f64, dt: f64, x0: [f64; 2], horizon: usize) -> f64 {
        let a = [[1.0, dt], [0.0, 1.0]];
        let b = [0.5 * dt * dt, dt];
        let mut p = [[q[0], 0.0], [0.0, q[1]]];
        let mut gains = Vec::with_capacity(horizon);
        for _ in 0..horizon {
            let pb = [p[0][0] * b[0] + p[0][1] * b[1], p[1][0] * b[0] + p[1][1] * b[1]];
            let s = r + b[0] * pb[0] + b[1] * pb[1];
            let pa = mul2(p, a);
            let k = [(b[0] * pa[0][0] + b[1] * pa[1][0]) / s, (b[0] * pa[0][1] + b[1] * pa[1][1]) / s];
            let closed = [[a[0][0] - b[0] * k[0], a[0][1] - b[0] * k[1]], [a[1][0] - b[1] * k[0], a[1][1] - b[1] * k[1]]];
            p = mul2(transposed(a), mul2(p, closed));
            p[0][0] += q[0];
            p[1][1] += q[1];
            gains.push(k);
        }
        let mut x = x0;
        let mut cost = 0.0;
        while let Some(k) = gains.pop() {
            let u = -(k[0] * x[0] + k[1] * x[1]);
            cost += q[0] * x[0] * x[0] + q[1] * x[1] * x[1] + r * u * u;
            x = [x[0] + dt * x[1] + b[0] * u, x[1] + b[1] * u];
        }
        cost
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::ClosedLoopCost { horizon: 5 };
    let x = ([1.0, 0.1], 0.05, 0.2, [1.0, -0.5]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::closed_loop_cost([1.0, 0.1], 0.05, 0.2, [1.0, -0.5], 5));
    ad::testing::check(&e, &x).unwrap();
}
