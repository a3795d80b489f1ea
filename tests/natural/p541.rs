#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// One-dimensional heat equation, Crank–Nicolson with Dirichlet boundaries.
    #[exp(adjoint)]
    fn thomas(lower: f64, diag: f64, upper: f64, rhs: &[f64]) -> Vec<f64> {
        let n = rhs.len();
        let mut c = vec![0.0; n];
        let mut d = vec![0.0; n];
        c[0] = upper / diag;
        d[0] = rhs[0] / diag;
        for i in 1..n {
            let denom = diag - lower * c[i - 1];
            c[i] = upper / denom;
            d[i] = (rhs[i] - lower * d[i - 1]) / denom;
        }
        let mut x = d.clone();
        for i in (0..n - 1).rev() {
            x[i] = d[i] - c[i] * x[i + 1];
        }
        x
    }

    #[exp(adjoint)]
    pub fn diffuse(initial: &[f64], diffusivity: f64, dx: f64, dt: f64, steps: usize) -> Vec<f64> {
        let r = diffusivity * dt / (2.0 * dx * dx);
        let mut u = initial.to_vec();
        for _ in 0..steps {
            let n = u.len();
            let rhs: Vec<f64> = (0..n)
                .map(|i| {
                    let left = if i > 0 { u[i - 1] } else { 0.0 };
                    let right = if i + 1 < n { u[i + 1] } else { 0.0 };
                    r * left + (1.0 - 2.0 * r) * u[i] + r * right
                })
                .collect();
            u = thomas(-r, 1.0 + 2.0 * r, -r, &rhs);
        }
        u
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Diffuse { steps: 3 };
    let x = (vec![0.0, 1.0, 2.0, 0.5, 0.25], 0.8, 0.5, 0.1);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 0.5, 0.25, 2.0, 1.0]).1);
    println!("value {:?} plain {:?}", value, plain::diffuse(&vec![0.0, 1.0, 2.0, 0.5, 0.25], 0.8, 0.5, 0.1, 3));
    ad::testing::check(&e, &x).unwrap();
}
