//! Dense linear algebra and filtering.

use crate::kernels::published;

kernels! {
    /// The determinant by LU decomposition.
    pub fn determinant<const N: usize>(m: [[f64; N]; N]) -> f64 {
        let mut m = m;
        let mut det = 1.0;
        for k in 0..N {
            let mut p = k;
            for i in k + 1..N {
                if m[i][k].abs() > m[p][k].abs() {
                    p = i;
                }
            }
            if m[p][k] == 0.0 {
                return 0.0;
            }
            if p != k {
                m.swap(p, k);
                det = -det;
            }
            det *= m[k][k];
            for i in k + 1..N {
                let l = m[i][k] / m[k][k];
                for j in k + 1..N {
                    m[i][j] -= l * m[k][j];
                }
            }
        }
        det
    }

    /// The Cholesky factor of a symmetric positive definite matrix.
    pub fn cholesky(a: &[[f64; 3]; 3]) -> Result<[[f64; 3]; 3], String> {
        let mut l = [[0.0; 3]; 3];
        for i in 0..3 {
            for j in 0..=i {
                let mut sum = a[i][j];
                for k in 0..j {
                    sum -= l[i][k] * l[j][k];
                }
                if i == j {
                    if sum <= 0.0 {
                        return Err(format!("not positive definite at row {i}"));
                    }
                    l[i][j] = sum.sqrt();
                } else {
                    l[i][j] = sum / l[j][j];
                }
            }
        }
        Ok(l)
    }

    /// The upper triangle of a QR decomposition by Householder reflections (Golub & Van Loan, algorithm 5.2.1).
    pub fn householder_r(mut a: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
        let m = a.len();
        let n = a[0].len();
        for k in 0..n.min(m - 1) {
            let norm = (k..m).map(|i| a[i][k] * a[i][k]).sum::<f64>().sqrt();
            if norm == 0.0 {
                continue;
            }
            let alpha = if a[k][k] > 0.0 { -norm } else { norm };
            let mut v: Vec<f64> = (0..m).map(|i| if i < k { 0.0 } else { a[i][k] }).collect();
            v[k] -= alpha;
            let vv: f64 = v.iter().map(|x| x * x).sum();
            for j in k..n {
                let dot: f64 = v.iter().zip(a.iter()).map(|(v, row)| v * row[j]).sum();
                for i in k..m {
                    a[i][j] -= 2.0 * v[i] * dot / vv;
                }
            }
        }
        a
    }

    /// One sweep of Givens rotations on a symmetric matrix (Jacobi), in place.
    pub fn jacobi_sweep(a: &mut [[f64; 3]; 3]) {
        for p in 0..2 {
            for q in p + 1..3 {
                if a[p][q].abs() < 1e-300 {
                    continue;
                }
                let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
                let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
                let c = 1.0 / (t * t + 1.0).sqrt();
                let s = t * c;
                for k in 0..3 {
                    let (akp, akq) = (a[k][p], a[k][q]);
                    a[k][p] = c * akp - s * akq;
                    a[k][q] = s * akp + c * akq;
                }
                for k in 0..3 {
                    let (apk, aqk) = (a[p][k], a[q][k]);
                    a[p][k] = c * apk - s * aqk;
                    a[q][k] = s * apk + c * aqk;
                }
            }
        }
    }

    tape
    /// The eigenvalues of a symmetric matrix.
    pub fn eigenvalues(a: [[f64; 3]; 3]) -> [f64; 3] {
        let mut a = a;
        for _ in 0..4 {
            jacobi_sweep(&mut a);
        }
        let mut values = [a[0][0], a[1][1], a[2][2]];
        values.sort_by(|x, y| x.partial_cmp(y).unwrap());
        values
    }

    /// A tridiagonal system by the Thomas algorithm.
    pub fn thomas(a: &[f64], b: &[f64], c: &[f64], d: &[f64]) -> Vec<f64> {
        let n = b.len();
        let mut cp = Vec::with_capacity(n);
        let mut dp = Vec::with_capacity(n);
        cp.push(c[0] / b[0]);
        dp.push(d[0] / b[0]);
        for i in 1..n {
            let m = b[i] - a[i] * cp[i - 1];
            cp.push(if i < n - 1 { c[i] / m } else { 0.0 });
            dp.push((d[i] - a[i] * dp[i - 1]) / m);
        }
        let mut x = dp.clone();
        for i in (0..n - 1).rev() {
            x[i] = dp[i] - cp[i] * x[i + 1];
        }
        x
    }

    /// Conjugate gradients, as many steps as there are unknowns.
    pub fn conjugate_gradients(a: &[Vec<f64>], b: &[f64]) -> Vec<f64> {
        let n = b.len();
        let dot = |u: &[f64], v: &[f64]| -> f64 { u.iter().zip(v).map(|(x, y)| x * y).sum() };
        let mut x = vec![0.0; n];
        let mut r = b.to_vec();
        let mut p = r.clone();
        let mut rr = dot(&r, &r);
        for _ in 0..n {
            let ap: Vec<f64> = a.iter().map(|row| dot(row, &p)).collect();
            let alpha = rr / dot(&p, &ap);
            for i in 0..n {
                x[i] += alpha * p[i];
                r[i] -= alpha * ap[i];
            }
            let next = dot(&r, &r);
            if next.sqrt() < 1e-14 {
                break;
            }
            let beta = next / rr;
            rr = next;
            p.iter_mut().zip(&r).for_each(|(p, r)| *p = r + beta * *p);
        }
        x
    }

    /// Coefficients of linear prediction by N. Levinson and J. Durbin.
    pub fn levinson_durbin(r: &[f64]) -> Vec<f64> {
        let order = r.len() - 1;
        let mut a = vec![0.0; order];
        let mut error = r[0];
        for k in 0..order {
            let mut acc = r[k + 1];
            for j in 0..k {
                acc -= a[j] * r[k - j];
            }
            let reflection = acc / error;
            let previous = a.clone();
            for j in 0..k {
                a[j] = previous[j] - reflection * previous[k - 1 - j];
            }
            a[k] = reflection;
            error *= 1.0 - reflection * reflection;
        }
        a
    }

    /// The spectral radius by power iteration.
    pub fn power_iteration(a: &[[f64; 2]; 2], steps: usize) -> f64 {
        let mut v = [1.0, 1.0];
        let mut lambda = 0.0;
        for _ in 0..steps {
            let w = [a[0][0] * v[0] + a[0][1] * v[1], a[1][0] * v[0] + a[1][1] * v[1]];
            lambda = w.iter().copied().fold(0.0, f64::max);
            v = w.map(|x| x / lambda);
        }
        lambda
    }

    /// Predict and update of a Kalman filter with a constant-velocity model (R. Kalman, 1960).
    pub fn kalman_step(x: [f64; 2], p: [[f64; 2]; 2], z: f64, dt: f64, q: f64, r: f64) -> ([f64; 2], [[f64; 2]; 2]) {
        let x = [x[0] + dt * x[1], x[1]];
        let mut pp = [[0.0; 2]; 2];
        pp[0][0] = p[0][0] + dt * (p[1][0] + p[0][1]) + dt * dt * p[1][1] + q * dt.powi(3) / 3.0;
        pp[0][1] = p[0][1] + dt * p[1][1] + q * dt.powi(2) / 2.0;
        pp[1][0] = p[1][0] + dt * p[1][1] + q * dt.powi(2) / 2.0;
        pp[1][1] = p[1][1] + q * dt;
        let innovation = z - x[0];
        let s = pp[0][0] + r;
        let k = [pp[0][0] / s, pp[1][0] / s];
        let x = [x[0] + k[0] * innovation, x[1] + k[1] * innovation];
        let p = [
            [(1.0 - k[0]) * pp[0][0], (1.0 - k[0]) * pp[0][1]],
            [pp[1][0] - k[1] * pp[0][0], pp[1][1] - k[1] * pp[0][1]],
        ];
        (x, p)
    }

    /// The log-likelihood of measurements under that filter, with respect to its noise.
    pub fn track(measurements: &[f64], q: f64, r: f64) -> f64 {
        let mut state = ([0.0, 0.0], [[1.0, 0.0], [0.0, 1.0]]);
        let mut error = 0.0;
        for &z in measurements {
            let (x, p) = kalman_step(state.0, state.1, z, 0.1, q, r);
            error += (z - x[0]).powi(2) / p[0][0] + p[0][0].ln();
            state = (x, p);
        }
        -0.5 * error
    }
}

fn matrix() -> Vec<Vec<f64>> {
    vec![vec![0.5, 2.0, 1.0], vec![3.0, -1.0, 0.7], vec![1.0, 0.4, 5.0]]
}

fn symmetric() -> [[f64; 3]; 3] {
    [[4.0, 1.0, 0.5], [1.0, 3.0, -0.2], [0.5, -0.2, 2.0]]
}

#[test]
fn determinant_by_lu() {
    compare!(Determinant::<3> {}, |&m| determinant(m), at [[0.5, 2.0, 1.0], [3.0, -1.0, 0.7], [1.0, 0.4, 5.0]]);
}

#[test]
fn factorisations() {
    compare!(Cholesky, |a| cholesky(a), at symmetric());
    compare!(HouseholderR, |a| householder_r(a.clone()), within 1e-6, at matrix());
    published(plain::eigenvalues([[2.0, 1.0, 0.0], [1.0, 2.0, 0.0], [0.0, 0.0, 5.0]])[1], 3.0, 1e-15);
    compare!(Eigenvalues, |&a| eigenvalues(a), at symmetric());
    compare_second!(Eigenvalues, at symmetric());
}

#[test]
fn iterative_and_banded_solvers() {
    compare!(
        Thomas,
        |(a, b, c, d)| thomas(a, b, c, d),
        at(vec![0.0, 1.0, 0.5], vec![4.0, 5.0, 3.0], vec![1.0, -1.0, 0.0], vec![1.0, 2.0, 3.0])
    );
    let a: Vec<Vec<f64>> = symmetric().iter().map(|row| row.to_vec()).collect();
    compare!(ConjugateGradients, |(a, b)| conjugate_gradients(a, b), at(a, vec![1.0, -2.0, 0.5]));
    published(plain::levinson_durbin(&[1.0, 0.5, 0.25])[0], 0.5, 1e-15);
    compare!(LevinsonDurbin, |r| levinson_durbin(r), at vec![2.0, 0.9, 0.5, -0.2]);
    compare!(PowerIteration { steps: 60 }, |a| power_iteration(a, 60), at [[2.0, 1.0], [0.5, 3.0]]);
}

#[test]
fn kalman_filter() {
    compare!(
        KalmanStep,
        |&(x, p, z, dt, q, r)| kalman_step(x, p, z, dt, q, r),
        at([0.5, 1.0], [[1.0, 0.1], [0.1, 2.0]], 0.8, 0.1, 0.3, 0.5)
    );
    compare!(Track, |(z, q, r)| track(z, *q, *r), at(vec![0.1, 0.25, 0.2, 0.5, 0.4], 0.3, 0.5));
    compare_second!(Track, at(vec![0.1, 0.25, 0.2], 0.3, 0.5));
}
