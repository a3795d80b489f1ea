#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    fn minmod(a: f64, b: f64) -> f64 {
        if a * b <= 0.0 {
            0.0
        } else if a.abs() < b.abs() {
            a
        } else {
            b
        }
    }

    /// Godunov flux of Burgers' equation.
    #[exp(adjoint)]
    fn godunov_flux(left: f64, right: f64) -> f64 {
        let f = |u: f64| 0.5 * u * u;
        if left > right {
            f(left.max(0.0)).max(f(right.min(0.0)))
        } else if left > 0.0 {
            f(left)
        } else if right < 0.0 {
            f(right)
        } else {
            0.0
        }
    }

    /// Second-order finite volumes (MUSCL, minmod) for Burgers' equation with periodic boundary.
    #[exp(adjoint)]
    pub fn burgers(u0: &[f64], dx: f64, t_end: f64) -> Vec<f64> {
        let n = u0.len();
        let mut u = u0.to_vec();
        let mut t = 0.0;
        while t < t_end {
            let speed = u.iter().fold(1e-6, |m: f64, v| m.max(v.abs()));
            let dt = (0.4 * dx / speed).min(t_end - t);
            let slopes: Vec<f64> = (0..n)
                .map(|i| minmod(u[i] - u[(i + n - 1) % n], u[(i + 1) % n] - u[i]))
                .collect();
            // flux through the right face of each cell
            let flux: Vec<f64> = (0..n)
                .map(|i| {
                    let j = (i + 1) % n;
                    godunov_flux(u[i] + 0.5 * slopes[i], u[j] - 0.5 * slopes[j])
                })
                .collect();
            for i in 0..n {
                u[i] -= dt / dx * (flux[i] - flux[(i + n - 1) % n]);
            }
            t += dt;
        }
        u
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Burgers;
    let x = (vec![0.1, 0.7, 1.1, 0.9, 0.3, -0.4, -0.8, -0.35], 0.125, 0.15);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::burgers(&x.0, x.1, x.2));
    ad::testing::check(&e, &x).unwrap();
}
