//! The kernels that needed a change beyond the attribute. Each stands here twice, as published and as changed; the
//! reasons are in `README.md`.

use crate::published;
use std::f64::consts::LN_2;

mod plain {
    use super::LN_2;

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

    /// Gaussian elimination with partial pivoting.
    pub fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Option<Vec<f64>> {
        let n = b.len();
        for k in 0..n {
            let pivot = (k..n).max_by(|&i, &j| a[i][k].abs().partial_cmp(&a[j][k].abs()).unwrap())?;
            if a[pivot][k].abs() < 1e-14 {
                return None;
            }
            a.swap(k, pivot);
            b.swap(k, pivot);
            for i in k + 1..n {
                let factor = a[i][k] / a[k][k];
                for j in k..n {
                    a[i][j] -= factor * a[k][j];
                }
                b[i] -= factor * b[k];
            }
        }
        let mut x = vec![0.0; n];
        for i in (0..n).rev() {
            let mut sum = b[i];
            for j in i + 1..n {
                sum -= a[i][j] * x[j];
            }
            x[i] = sum / a[i][i];
        }
        Some(x)
    }

    /// Softmax.
    pub fn softmax(logits: &[f64]) -> Vec<f64> {
        let max = *logits.iter().max_by(|a, b| a.total_cmp(b)).expect("no logits");
        let exps: Vec<f64> = logits.iter().map(|x| (x - max).exp()).collect();
        let sum: f64 = exps.iter().sum();
        exps.into_iter().map(|e| e / sum).collect()
    }

    /// R. Brent's zero finder (1973).
    pub fn brent(f: &dyn Fn(f64) -> f64, a: f64, b: f64, tol: f64) -> Result<f64, &'static str> {
        let (mut a, mut b) = (a, b);
        let (mut fa, mut fb) = (f(a), f(b));
        if fa * fb > 0.0 {
            return Err("not bracketed");
        }
        let (mut c, mut fc) = (a, fa);
        let mut d = b - a;
        let mut e = d;
        for _ in 0..100 {
            if fb.signum() == fc.signum() {
                c = a;
                fc = fa;
                d = b - a;
                e = d;
            }
            if fc.abs() < fb.abs() {
                a = b;
                b = c;
                c = a;
                fa = fb;
                fb = fc;
                fc = fa;
            }
            let tol1 = 2.0 * f64::EPSILON * b.abs() + 0.5 * tol;
            let xm = 0.5 * (c - b);
            if xm.abs() <= tol1 || fb == 0.0 {
                return Ok(b);
            }
            if e.abs() >= tol1 && fa.abs() > fb.abs() {
                let s = fb / fa;
                let (mut p, mut q);
                if a == c {
                    p = 2.0 * xm * s;
                    q = 1.0 - s;
                } else {
                    q = fa / fc;
                    let r = fb / fc;
                    p = s * (2.0 * xm * q * (q - r) - (b - a) * (r - 1.0));
                    q = (q - 1.0) * (r - 1.0) * (s - 1.0);
                }
                if p > 0.0 {
                    q = -q;
                } else {
                    p = -p;
                }
                if 2.0 * p < f64::min(3.0 * xm * q - (tol1 * q).abs(), (e * q).abs()) {
                    e = d;
                    d = p / q;
                } else {
                    d = xm;
                    e = d;
                }
            } else {
                d = xm;
                e = d;
            }
            a = b;
            fa = fb;
            if d.abs() > tol1 {
                b += d;
            } else {
                b += tol1.copysign(xm);
            }
            fb = f(b);
        }
        Err("too many iterations")
    }

    /// The root of a cubic by Brent's method.
    pub fn wallis(k: f64) -> Result<f64, &'static str> {
        brent(&|x| x.powi(3) - 2.0 * x - k, 2.0, 3.0, 1e-12)
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

    /// Bilinear interpolation in a table with unit spacing.
    pub fn bilinear(table: &[Vec<f64>], row: f64, column: f64) -> f64 {
        let i = row.floor() as usize;
        let j = column.floor() as usize;
        let (u, v) = (row - i as f64, column - j as f64);
        table[i][j] * (1.0 - u) * (1.0 - v)
            + table[i + 1][j] * u * (1.0 - v)
            + table[i][j + 1] * (1.0 - u) * v
            + table[i + 1][j + 1] * u * v
    }

    /// The exponential function by reduction of the argument and a Taylor polynomial (W. Cody and W. Waite, 1980).
    pub fn exponential(x: f64) -> f64 {
        let k = (x / LN_2).round();
        let r = x - k * LN_2;
        let mut sum = 1.0;
        for n in (1..=14).rev() {
            sum = 1.0 + r / n as f64 * sum;
        }
        sum * 2f64.powi(k as i32)
    }

    /// The modified Gram–Schmidt process on the rows of a matrix.
    pub fn gram_schmidt(mut q: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
        for i in 0..q.len() {
            let norm = q[i].iter().map(|x| x * x).sum::<f64>().sqrt();
            for x in &mut q[i] {
                *x /= norm;
            }
            for j in i + 1..q.len() {
                let dot: f64 = q[i].iter().zip(&q[j]).map(|(a, b)| a * b).sum();
                for k in 0..q[i].len() {
                    q[j][k] -= dot * q[i][k];
                }
            }
        }
        q
    }

    /// B. Carlson's symmetric elliptic integral of the first kind by duplication (1979).
    pub fn carlson_rf(x: f64, y: f64, z: f64) -> f64 {
        assert!(x >= 0.0 && y >= 0.0 && z >= 0.0, "negative argument: {x}, {y}, {z}");
        let (mut x, mut y, mut z) = (x, y, z);
        loop {
            let lambda = (x * y).sqrt() + (y * z).sqrt() + (z * x).sqrt();
            (x, y, z) = ((x + lambda) / 4.0, (y + lambda) / 4.0, (z + lambda) / 4.0);
            let mean = (x + y + z) / 3.0;
            let (dx, dy) = (1.0 - x / mean, 1.0 - y / mean);
            let dz = -dx - dy;
            if dx.abs().max(dy.abs()).max(dz.abs()) < 1e-3 {
                let e2 = dx * dy - dz * dz;
                let e3 = dx * dy * dz;
                return (1.0 - e2 / 10.0 + e3 / 14.0 + e2 * e2 / 24.0 - 3.0 * e2 * e3 / 44.0) / mean.sqrt();
            }
        }
    }

    /// A sweep of P. Seidel's method with over-relaxation (D. Young, 1954), repeated.
    pub fn over_relaxation(a: &[Vec<f64>], b: &[f64], omega: f64) -> Vec<f64> {
        let mut x = vec![0.0; b.len()];
        for _ in 0..60 {
            for i in 0..x.len() {
                let sum: f64 = a[i].iter().zip(&x).enumerate().filter(|(j, _)| *j != i).map(|(_, (a, x))| a * x).sum();
                x[i] += omega * ((b[i] - sum) / a[i][i] - x[i]);
            }
        }
        x
    }
}

mod annotated {
    use super::LN_2;
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

    /// Gaussian elimination with partial pivoting.
    #[exp]
    pub fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Option<Vec<f64>> {
        let n = b.len();
        for k in 0..n {
            let pivot = (k..n).max_by(|&i, &j| a[i][k].abs().partial_cmp(&a[j][k].abs()).unwrap())?;
            if a[pivot][k].abs() < 1e-14 {
                return None;
            }
            a.swap(k, pivot);
            b.swap(k, pivot);
            for i in k + 1..n {
                let factor = a[i][k] / a[k][k];
                for j in k..n {
                    let above = a[k][j];
                    a[i][j] -= factor * above;
                }
                let above = b[k];
                b[i] -= factor * above;
            }
        }
        let mut x = vec![0.0; n];
        for i in (0..n).rev() {
            let mut sum = b[i];
            for j in i + 1..n {
                sum -= a[i][j] * x[j];
            }
            x[i] = sum / a[i][i];
        }
        Some(x)
    }

    /// Softmax.
    #[exp]
    pub fn softmax(logits: &[f64]) -> Vec<f64> {
        let max = *logits.iter().max_by(|a, b| a.partial_cmp(b).unwrap()).expect("no logits");
        let exps: Vec<f64> = logits.iter().map(|x| (x - max).exp()).collect();
        let sum: f64 = exps.iter().sum();
        exps.into_iter().map(|e| e / sum).collect()
    }

    /// R. Brent's zero finder (1973).
    #[exp]
    pub fn brent(f: &dyn Fn(f64) -> f64, a: f64, b: f64, tol: f64) -> Result<f64, String> {
        let (mut a, mut b) = (a, b);
        let (mut fa, mut fb) = (f(a), f(b));
        if fa * fb > 0.0 {
            return Err("not bracketed".into());
        }
        let (mut c, mut fc) = (a, fa);
        let mut d = b - a;
        let mut e = d;
        for _ in 0..100 {
            if fb.signum() == fc.signum() {
                c = a;
                fc = fa;
                d = b - a;
                e = d;
            }
            if fc.abs() < fb.abs() {
                a = b;
                b = c;
                c = a;
                fa = fb;
                fb = fc;
                fc = fa;
            }
            let tol1 = 2.0 * f64::EPSILON * b.abs() + 0.5 * tol;
            let xm = 0.5 * (c - b);
            if xm.abs() <= tol1 || fb == 0.0 {
                return Ok(b);
            }
            if e.abs() >= tol1 && fa.abs() > fb.abs() {
                let s = fb / fa;
                let (mut p, mut q);
                if a == c {
                    p = 2.0 * xm * s;
                    q = 1.0 - s;
                } else {
                    q = fa / fc;
                    let r = fb / fc;
                    p = s * (2.0 * xm * q * (q - r) - (b - a) * (r - 1.0));
                    q = (q - 1.0) * (r - 1.0) * (s - 1.0);
                }
                if p > 0.0 {
                    q = -q;
                } else {
                    p = -p;
                }
                if 2.0 * p < f64::min(3.0 * xm * q - (tol1 * q).abs(), (e * q).abs()) {
                    e = d;
                    d = p / q;
                } else {
                    d = xm;
                    e = d;
                }
            } else {
                d = xm;
                e = d;
            }
            a = b;
            fa = fb;
            if d.abs() > tol1 {
                b += d;
            } else {
                b += tol1.copysign(xm);
            }
            fb = f(b);
        }
        Err("too many iterations".into())
    }

    /// The root of a cubic by Brent's method.
    #[exp]
    pub fn wallis(k: f64) -> Result<f64, String> {
        brent(&|x| x.powi(3) - 2.0 * x - k, 2.0, 3.0, 1e-12)
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

    /// Bilinear interpolation in a table with unit spacing.
    #[exp]
    pub fn bilinear(table: &[Vec<f64>], row: f64, column: f64) -> f64 {
        let (mut i, mut j) = (0, 0);
        while (i + 1) as f64 <= row {
            i += 1;
        }
        while (j + 1) as f64 <= column {
            j += 1;
        }
        let (u, v) = (row - i as f64, column - j as f64);
        table[i][j] * (1.0 - u) * (1.0 - v)
            + table[i + 1][j] * u * (1.0 - v)
            + table[i][j + 1] * (1.0 - u) * v
            + table[i + 1][j + 1] * u * v
    }

    /// The exponential function by reduction of the argument and a Taylor polynomial (W. Cody and W. Waite, 1980).
    #[exp]
    pub fn exponential(x: f64) -> f64 {
        let k = (x / LN_2).round();
        let r = x - k * LN_2;
        let mut sum = 1.0;
        for n in (1..=14).rev() {
            sum = 1.0 + r / n as f64 * sum;
        }
        sum * 2f64.powf(k)
    }

    /// The modified Gram–Schmidt process on the rows of a matrix.
    #[exp]
    pub fn gram_schmidt(mut q: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
        for i in 0..q.len() {
            let norm = q[i].iter().map(|x| x * x).sum::<f64>().sqrt();
            for x in &mut q[i] {
                *x /= norm;
            }
            for j in i + 1..q.len() {
                let dot: f64 = q[i].iter().zip(&q[j]).map(|(a, b)| a * b).sum();
                for k in 0..q[i].len() {
                    let above = q[i][k];
                    q[j][k] -= dot * above;
                }
            }
        }
        q
    }

    /// B. Carlson's symmetric elliptic integral of the first kind by duplication (1979).
    #[exp]
    pub fn carlson_rf(x: f64, y: f64, z: f64) -> f64 {
        assert!(x >= 0.0 && y >= 0.0 && z >= 0.0, "negative argument");
        let (mut x, mut y, mut z) = (x, y, z);
        loop {
            let lambda = (x * y).sqrt() + (y * z).sqrt() + (z * x).sqrt();
            (x, y, z) = ((x + lambda) / 4.0, (y + lambda) / 4.0, (z + lambda) / 4.0);
            let mean = (x + y + z) / 3.0;
            let (dx, dy) = (1.0 - x / mean, 1.0 - y / mean);
            let dz = -dx - dy;
            if dx.abs().max(dy.abs()).max(dz.abs()) < 1e-3 {
                let e2 = dx * dy - dz * dz;
                let e3 = dx * dy * dz;
                return (1.0 - e2 / 10.0 + e3 / 14.0 + e2 * e2 / 24.0 - 3.0 * e2 * e3 / 44.0) / mean.sqrt();
            }
        }
    }

    /// A sweep of P. Seidel's method with over-relaxation (D. Young, 1954), repeated.
    #[exp]
    pub fn over_relaxation(a: &[Vec<f64>], b: &[f64], omega: f64) -> Vec<f64> {
        let mut x = vec![0.0; b.len()];
        for _ in 0..60 {
            for i in 0..x.len() {
                let sum: f64 = a[i].iter().zip(&x).enumerate().filter(|(j, _)| *j != i).map(|(_, (a, x))| a * x).sum();
                let correction = (b[i] - sum) / a[i][i] - x[i];
                x[i] += omega * correction;
            }
        }
        x
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
fn gauss_elimination() {
    let x = plain::solve(vec![vec![2.0, 1.0], vec![1.0, 3.0]], vec![3.0, 5.0]).unwrap();
    published(x[1], 1.4, 1e-15);
    let a = vec![vec![0.5, 2.0, 1.0], vec![3.0, -1.0, 0.7], vec![1.0, 0.4, 5.0]];
    compare!(Solve, |(a, b)| solve(a.clone(), b.clone()), at(a, vec![1.0, 2.0, 3.0]));
}

#[test]
fn softmax() {
    compare!(Softmax, |x| softmax(x), at vec![0.3, 1.2, -0.5]);
}

#[test]
fn brent_zero_finder() {
    // J. Wallis' equation of 1685.
    published(plain::wallis(5.0).unwrap(), 2.094_551_481_542_327, 1e-12);
    compare!(Wallis, |&k| wallis(k).map_err(String::from), within 1e-5, at 5.0, 7.3);
}

#[test]
fn time_warping() {
    compare!(
        SoftDtw { gamma: 0.7 },
        |(x, y)| soft_dtw(x, y, 0.7),
        at(vec![0.1, 0.5, 1.0, 0.4], vec![0.2, 0.9, 0.5])
    );
}

#[test]
fn table_lookup() {
    let table = vec![vec![1.0, 2.0], vec![0.5, 3.0], vec![4.0, -1.0]];
    compare!(Bilinear, |(t, r, c)| bilinear(t, *r, *c), at (table, 1.3, 0.6));
}

#[test]
fn argument_reduction() {
    published(plain::exponential(1.0), std::f64::consts::E, 1e-15);
    compare!(Exponential, |&x| exponential(x), at 0.3, -7.1, 20.0);
}

#[test]
fn gram_schmidt_process() {
    let q = vec![vec![0.5, 2.0, 1.0], vec![3.0, -1.0, 0.7], vec![1.0, 0.4, 5.0]];
    compare!(GramSchmidt, |q| gram_schmidt(q.clone()), at q);
}

#[test]
fn successive_over_relaxation() {
    let a = vec![vec![4.0, 1.0, 0.5], vec![1.0, 3.0, -0.2], vec![0.5, -0.2, 2.0]];
    compare!(OverRelaxation, |(a, b, w)| over_relaxation(a, b, *w), at (a, vec![1.0, -2.0, 0.5], 1.1));
}

#[test]
fn carlson_integral() {
    published(plain::carlson_rf(0.0, 1.0, 2.0), 1.311_028_777_146_06, 1e-10);
    compare!(CarlsonRf, |&(x, y, z)| carlson_rf(x, y, z), at (0.5, 1.0, 2.0));
}
