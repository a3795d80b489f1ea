//! Changes outside of the arithmetic: a nested function, an ∞ as a sentinel.

use crate::kernels::published;

mod plain {
    /// Stumpff's functions C and S.
    pub fn stumpff(z: f64) -> (f64, f64) {
        if z > 1e-6 {
            let s = z.sqrt();
            ((1.0 - s.cos()) / z, (s - s.sin()) / s.powi(3))
        } else if z < -1e-6 {
            let s = (-z).sqrt();
            ((s.cosh() - 1.0) / -z, (s.sinh() - s) / s.powi(3))
        } else {
            (0.5 - z / 24.0 + z * z / 720.0, 1.0 / 6.0 - z / 120.0 + z * z / 5040.0)
        }
    }

    /// Propagation of a two-body orbit by universal variables and Lagrange's coefficients (Curtis, algorithm 3.4).
    pub fn propagate(r0: [f64; 3], v0: [f64; 3], dt: f64, mu: f64) -> ([f64; 3], [f64; 3]) {
        fn dot3(a: &[f64; 3], b: &[f64; 3]) -> f64 {
            a.iter().zip(b).map(|(a, b)| a * b).sum()
        }
        let r = dot3(&r0, &r0).sqrt();
        let vr = dot3(&r0, &v0) / r;
        let alpha = 2.0 / r - dot3(&v0, &v0) / mu;
        let sqrt_mu = mu.sqrt();
        let mut chi = sqrt_mu * alpha.abs() * dt;
        for _ in 0..100 {
            let z = alpha * chi * chi;
            let (c, s) = stumpff(z);
            let f = r * vr / sqrt_mu * chi * chi * c + (1.0 - alpha * r) * chi.powi(3) * s + r * chi
                - sqrt_mu * dt;
            let df = r * vr / sqrt_mu * chi * (1.0 - z * s) + (1.0 - alpha * r) * chi * chi * c + r;
            let ratio = f / df;
            chi -= ratio;
            if ratio.abs() < 1e-10 {
                break;
            }
        }
        let z = alpha * chi.powi(2);
        let (c, s) = stumpff(z);
        let f = 1.0 - chi.powi(2) / r * c;
        let g = dt - chi.powi(3) / sqrt_mu * s;
        let position: [f64; 3] = std::array::from_fn(|k| f * r0[k] + g * v0[k]);
        let distance = dot3(&position, &position).sqrt();
        let f_dot = sqrt_mu / (distance * r) * (alpha * chi.powi(3) * s - chi);
        let g_dot = 1.0 - chi.powi(2) / distance * c;
        let velocity = std::array::from_fn(|k| f_dot * r0[k] + g_dot * v0[k]);
        (position, velocity)
    }

    /// Dynamic time warping with a soft minimum (M. Cuturi and M. Blondel, 2017).
    pub fn soft_dtw(x: &[f64], y: &[f64], gamma: f64) -> f64 {
        let (n, m) = (x.len(), y.len());
        let mut r = vec![vec![f64::INFINITY; m + 1]; n + 1];
        r[0][0] = 0.0;
        for i in 1..=n {
            for j in 1..=m {
                let cost = (x[i - 1] - y[j - 1]).powi(2);
                let candidates = [r[i - 1][j], r[i][j - 1], r[i - 1][j - 1]];
                let least = candidates.iter().cloned().fold(f64::INFINITY, f64::min);
                let sum: f64 = candidates.iter().map(|c| (-(c - least) / gamma).exp()).sum();
                r[i][j] = cost + least - gamma * sum.ln();
            }
        }
        r[n][m]
    }
}

mod annotated {
    use ad::exp;

    /// Stumpff's functions C and S.
    #[exp]
    pub fn stumpff(z: f64) -> (f64, f64) {
        if z > 1e-6 {
            let s = z.sqrt();
            ((1.0 - s.cos()) / z, (s - s.sin()) / s.powi(3))
        } else if z < -1e-6 {
            let s = (-z).sqrt();
            ((s.cosh() - 1.0) / -z, (s.sinh() - s) / s.powi(3))
        } else {
            (0.5 - z / 24.0 + z * z / 720.0, 1.0 / 6.0 - z / 120.0 + z * z / 5040.0)
        }
    }

    /// Propagation of a two-body orbit by universal variables and Lagrange's coefficients (Curtis, algorithm 3.4).
    #[exp]
    pub fn propagate(r0: [f64; 3], v0: [f64; 3], dt: f64, mu: f64) -> ([f64; 3], [f64; 3]) {
        #[exp]
        fn dot3(a: &[f64; 3], b: &[f64; 3]) -> f64 {
            a.iter().zip(b).map(|(a, b)| a * b).sum()
        }
        let r = dot3(&r0, &r0).sqrt();
        let vr = dot3(&r0, &v0) / r;
        let alpha = 2.0 / r - dot3(&v0, &v0) / mu;
        let sqrt_mu = mu.sqrt();
        let mut chi = sqrt_mu * alpha.abs() * dt;
        for _ in 0..100 {
            let z = alpha * chi * chi;
            let (c, s) = stumpff(z);
            let f = r * vr / sqrt_mu * chi * chi * c + (1.0 - alpha * r) * chi.powi(3) * s + r * chi
                - sqrt_mu * dt;
            let df = r * vr / sqrt_mu * chi * (1.0 - z * s) + (1.0 - alpha * r) * chi * chi * c + r;
            let ratio = f / df;
            chi -= ratio;
            if ratio.abs() < 1e-10 {
                break;
            }
        }
        let z = alpha * chi.powi(2);
        let (c, s) = stumpff(z);
        let f = 1.0 - chi.powi(2) / r * c;
        let g = dt - chi.powi(3) / sqrt_mu * s;
        let position: [f64; 3] = std::array::from_fn(|k| f * r0[k] + g * v0[k]);
        let distance = dot3(&position, &position).sqrt();
        let f_dot = sqrt_mu / (distance * r) * (alpha * chi.powi(3) * s - chi);
        let g_dot = 1.0 - chi.powi(2) / distance * c;
        let velocity = std::array::from_fn(|k| f_dot * r0[k] + g_dot * v0[k]);
        (position, velocity)
    }

    /// Dynamic time warping with a soft minimum (M. Cuturi and M. Blondel, 2017).
    #[exp]
    pub fn soft_dtw(x: &[f64], y: &[f64], #[fixed] gamma: f64) -> f64 {
        let (n, m) = (x.len(), y.len());
        let mut r = vec![vec![f64::INFINITY; m + 1]; n + 1];
        r[0][0] = 0.0;
        for i in 1..=n {
            for j in 1..=m {
                let cost = (x[i - 1] - y[j - 1]).powi(2);
                let candidates = [r[i - 1][j], r[i][j - 1], r[i - 1][j - 1]];
                let least = candidates.iter().cloned().fold(f64::INFINITY, f64::min);
                let sum: f64 = candidates.iter().map(|c| (-(c - least) / gamma).exp()).sum();
                r[i][j] = cost + least - gamma * sum.ln();
            }
        }
        r[n][m]
    }
}

#[test]
fn two_body_propagation() {
    // H. Curtis, Orbital Mechanics for Engineering Students, example 3.7.
    let (r, _) = plain::propagate([7000.0, -12124.0, 0.0], [2.6679, 4.6210, 0.0], 3600.0, 398_600.0);
    published(r[0], -3297.8, 1e-4);
    published(r[1], 7413.4, 1e-4);
    compare!(
        Propagate,
        |&(r, v, dt, mu)| propagate(r, v, dt, mu),
        within 1e-7,
        at ([7000.0, -12124.0, 10.0], [2.6679, 4.6210, 0.1], 3600.0, 398_600.0)
    );
}

#[test]
fn time_warping() {
    compare!(
        SoftDtw { gamma: 0.7 },
        |(x, y)| soft_dtw(x, y, 0.7),
        at(vec![0.1, 0.5, 1.0, 0.4], vec![0.2, 0.9, 0.5])
    );
}
