#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Thomas algorithm; `rhs` becomes the solution.
    #[exp(adjoint)]
    pub fn solve_tridiagonal(lower: &[f64], diag: &[f64], upper: &[f64], rhs: &mut [f64]) {
        let n = rhs.len();
        let mut c = vec![0.0; n];
        c[0] = upper[0] / diag[0];
        rhs[0] /= diag[0];
        for i in 1..n {
            let m = diag[i] - lower[i] * c[i - 1];
            c[i] = upper[i] / m;
            rhs[i] = (rhs[i] - lower[i] * rhs[i - 1]) / m;
        }
        for i in (0..n - 1).rev() {
            rhs[i] -= c[i] * rhs[i + 1];
        }
    }

    /// Up-and-out call by the Crank–Nicolson scheme; the barrier is the upper end of the grid.
    #[exp(adjoint)]
    pub fn barrier_call(nodes: usize, steps: usize, spot: f64, strike: f64, barrier: f64, rate: f64, sigma: f64, maturity: f64) -> f64 {
        let ds = barrier / nodes as f64;
        let dt = maturity / steps as f64;
        let inner = nodes - 1;
        let (mut a, mut b, mut c) = (vec![0.0; inner], vec![0.0; inner], vec![0.0; inner]);
        for j in 0..inner {
            let k = (j + 1) as f64;
            let diffusion = sigma * sigma * k * k;
            a[j] = 0.25 * dt * (diffusion - rate * k);
            b[j] = -0.5 * dt * (diffusion + rate);
            c[j] = 0.25 * dt * (diffusion + rate * k);
        }
        let lower: Vec<f64> = a.iter().map(|v| -v).collect();
        let diag: Vec<f64> = b.iter().map(|v| 1.0 - v).collect();
        let upper: Vec<f64> = c.iter().map(|v| -v).collect();

        let mut v: Vec<f64> = (1..nodes).map(|j| (j as f64 * ds - strike).max(0.0)).collect();
        for _ in 0..steps {
            let mut rhs = vec![0.0; inner];
            for j in 0..inner {
                let left = if j > 0 { v[j - 1] } else { 0.0 };
                let right = if j + 1 < inner { v[j + 1] } else { 0.0 };
                rhs[j] = a[j] * left + (1.0 + b[j]) * v[j] + c[j] * right;
            }
            solve_tridiagonal(&lower, &diag, &upper, &mut rhs);
            v = rhs;
        }

        let position = spot / ds;
        let cell = (position.floor() as usize).clamp(1, inner - 1);
        let w = position - cell as f64;
        (1.0 - w) * v[cell - 1] + w * v[cell]
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::BarrierCall { nodes: 16, steps: 6 };
    let x = (100.0, 95.0, 140.0, 0.03, 0.25, 0.5);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::barrier_call(16, 6, 100.0, 95.0, 140.0, 0.03, 0.25, 0.5));
    ad::testing::check(&e, &x).unwrap();
}
