#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Thomas algorithm. The right-hand side is overwritten with the solution.
    #[exp(adjoint)]
    pub fn solve_tridiagonal(lower: &[f64], diag: &[f64], upper: &[f64], rhs: &mut [f64]) {
        let n = diag.len();
        let mut scratch = vec![0.0; n];
        scratch[0] = upper[0] / diag[0];
        rhs[0] /= diag[0];
        for i in 1..n {
            let m = 1.0 / (diag[i] - lower[i] * scratch[i - 1]);
            scratch[i] = upper[i] * m;
            rhs[i] = (rhs[i] - lower[i] * rhs[i - 1]) * m;
        }
        for i in (0..n - 1).rev() {
            rhs[i] -= scratch[i] * rhs[i + 1];
        }
    }

    /// Crank–Nicolson for the heat equation on a rod with cold ends.
    #[exp(adjoint)]
    pub fn crank_nicolson(initial: &[f64], diffusivity: f64, dx: f64, dt: f64, steps: usize) -> Vec<f64> {
        let n = initial.len();
        let r = diffusivity * dt / (2.0 * dx * dx);
        let off = vec![-r; n];
        let diag = vec![1.0 + 2.0 * r; n];
        let mut u = initial.to_vec();
        for _ in 0..steps {
            let mut rhs: Vec<f64> = (0..n)
                .map(|i| {
                    let left = if i > 0 { u[i - 1] } else { 0.0 };
                    let right = if i + 1 < n { u[i + 1] } else { 0.0 };
                    r * left + (1.0 - 2.0 * r) * u[i] + r * right
                })
                .collect();
            solve_tridiagonal(&off, &diag, &off, &mut rhs);
            u = rhs;
        }
        u
    }
}

fn main() {
    let e = exp::CrankNicolson { steps: 3 };
    let x = (vec![0.0, 1.0, 2.0, 1.5, 0.5], 0.3, 0.2, 0.05);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::crank_nicolson(&x.0, x.1, x.2, x.3, 3));
    ad::testing::check(&e, &x).unwrap();
}
