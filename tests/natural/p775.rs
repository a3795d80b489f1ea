#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Thomas algorithm for a tridiagonal system.
    #[exp(adjoint)]
    fn thomas(lower: &[f64], diag: &[f64], upper: &[f64], rhs: &mut [f64]) {
        let n = rhs.len();
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

    /// Crank–Nicolson for heat conduction in a rod of variable conductivity, ends at fixed temperature.
    #[exp(adjoint)]
    pub fn rod_temperature(initial: &[f64], conductivity: &[f64], ends: (f64, f64), dt: f64, steps: usize) -> Vec<f64> {
        assert_eq!(conductivity.len(), initial.len() + 1);
        let n = initial.len();
        let h = 1.0 / (n + 1) as f64;
        let s = 0.5 * dt / (h * h);

        let lower: Vec<f64> = (0..n).map(|i| -s * conductivity[i]).collect();
        let upper: Vec<f64> = (0..n).map(|i| -s * conductivity[i + 1]).collect();
        let diag: Vec<f64> = conductivity.windows(2).map(|k| 1.0 + s * (k[0] + k[1])).collect();

        let mut u = initial.to_vec();
        for _ in 0..steps {
            let mut rhs: Vec<f64> = (0..n)
                .map(|i| {
                    let left = if i > 0 { u[i - 1] } else { ends.0 };
                    let right = if i + 1 < n { u[i + 1] } else { ends.1 };
                    u[i] + s * (conductivity[i + 1] * (right - u[i]) - conductivity[i] * (u[i] - left))
                })
                .collect();
            rhs[0] += s * conductivity[0] * ends.0;
            rhs[n - 1] += s * conductivity[n] * ends.1;
            thomas(&lower, &diag, &upper, &mut rhs);
            std::mem::swap(&mut u, &mut rhs);
        }
        u
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::RodTemperature { steps: 5 };
    let x = (vec![0.2, 0.9, 0.4, 0.1, 0.6], vec![1.0, 1.2, 0.8, 0.5, 0.9, 1.1], (0.0, 1.0), 0.02);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::rod_temperature(&x.0, &x.1, x.2, x.3, 5));
    ad::testing::check(&e, &x).unwrap();
}
