//! Splines and other interpolation.

use crate::kernels::published;

kernels! {
    /// Second derivatives of the natural cubic spline through (x, y), by the Thomas algorithm.
    pub fn spline_moments(x: &[f64], y: &[f64]) -> Vec<f64> {
        let n = x.len();
        let mut m = vec![0.0; n];
        let mut u = vec![0.0; n];
        for i in 1..n - 1 {
            let sig = (x[i] - x[i - 1]) / (x[i + 1] - x[i - 1]);
            let p = sig * m[i - 1] + 2.0;
            m[i] = (sig - 1.0) / p;
            u[i] = (y[i + 1] - y[i]) / (x[i + 1] - x[i]) - (y[i] - y[i - 1]) / (x[i] - x[i - 1]);
            u[i] = (6.0 * u[i] / (x[i + 1] - x[i - 1]) - sig * u[i - 1]) / p;
        }
        m[n - 1] = 0.0;
        for k in (0..n - 1).rev() {
            m[k] = m[k] * m[k + 1] + u[k];
        }
        m
    }

    /// The natural cubic spline at t.
    pub fn cubic_spline(x: &[f64], y: &[f64], t: f64) -> f64 {
        let m = spline_moments(x, y);
        let (mut lo, mut hi) = (0, x.len() - 1);
        while hi - lo > 1 {
            let k = (hi + lo) >> 1;
            if x[k] > t { hi = k; } else { lo = k; }
        }
        let h = x[hi] - x[lo];
        let a = (x[hi] - t) / h;
        let b = (t - x[lo]) / h;
        a * y[lo] + b * y[hi] + ((a * a * a - a) * m[lo] + (b * b * b - b) * m[hi]) * (h * h) / 6.0
    }

    tape
    /// A B-spline curve of degree p by de Boor's algorithm.
    pub fn de_boor(knots: &[f64], control: &[[f64; 2]], p: usize, t: f64) -> [f64; 2] {
        let k = (p..control.len()).rfind(|&i| knots[i] <= t).unwrap_or(p);
        let mut d: Vec<[f64; 2]> = (0..=p).map(|j| control[j + k - p]).collect();
        for r in 1..=p {
            for j in (r..=p).rev() {
                let left = knots[j + k - p];
                let alpha = (t - left) / (knots[j + 1 + k - r] - left);
                for c in 0..2 {
                    d[j][c] = (1.0 - alpha) * d[j - 1][c] + alpha * d[j][c];
                }
            }
        }
        d[p]
    }

    /// A point of a Bézier curve by de Casteljau's algorithm.
    pub fn de_casteljau(points: &[(f64, f64)], t: f64) -> (f64, f64) {
        let mut points = points.to_vec();
        while points.len() > 1 {
            points = points
                .windows(2)
                .map(|w| ((1.0 - t) * w[0].0 + t * w[1].0, (1.0 - t) * w[0].1 + t * w[1].1))
                .collect();
        }
        points[0]
    }

    /// Neville's interpolation.
    pub fn neville(x: &[f64], y: &[f64], t: f64) -> f64 {
        let n = x.len();
        let mut p = y.to_vec();
        for k in 1..n {
            for i in 0..n - k {
                p[i] = ((t - x[i + k]) * p[i] + (x[i] - t) * p[i + 1]) / (x[i] - x[i + k]);
            }
        }
        p[0]
    }

    /// The barycentric formula, with the node itself as a special case (J.-P. Berrut and L. N. Trefethen, 2004).
    pub fn barycentric(nodes: &[f64], values: &[f64], t: f64) -> f64 {
        let weights: Vec<f64> = (0..nodes.len())
            .map(|j| {
                1.0 / (0..nodes.len()).filter(|&k| k != j).map(|k| nodes[j] - nodes[k]).product::<f64>()
            })
            .collect();
        let mut numerator = 0.0;
        let mut denominator = 0.0;
        for ((&x, &y), &w) in nodes.iter().zip(values).zip(&weights) {
            if x == t {
                return y;
            }
            let q = w / (t - x);
            numerator += q * y;
            denominator += q;
        }
        numerator / denominator
    }

    /// Newton's divided differences, and his polynomial by Horner's rule.
    pub fn newton_polynomial(x: &[f64], y: &[f64], t: f64) -> f64 {
        let n = x.len();
        let mut c = y.to_vec();
        for k in 1..n {
            for i in (k..n).rev() {
                c[i] = (c[i] - c[i - 1]) / (x[i] - x[i - k]);
            }
        }
        let mut p = c[n - 1];
        for i in (0..n - 1).rev() {
            p = p * (t - x[i]) + c[i];
        }
        p
    }
}

#[test]
fn cubic_splines() {
    let (x, y) = (vec![0.0, 1.0, 2.5, 4.0], vec![1.0, 3.0, 2.0, 0.5]);
    published(plain::cubic_spline(&x, &y, 2.5), 2.0, 1e-15);
    compare!(CubicSpline, |(x, y, t)| cubic_spline(x, y, *t), at(x.clone(), y.clone(), 1.7), (x, y, 0.4));
}

#[test]
fn b_splines_and_bezier() {
    let knots = vec![0.0, 0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 3.0, 3.0, 3.0];
    let control = vec![[0.0, 0.0], [1.0, 2.0], [2.0, -1.0], [3.0, 1.0], [4.0, 0.5], [5.0, 0.0]];
    compare!(DeBoor { p: 3 }, |(u, c, t)| de_boor(u, c, 3, *t), at(knots, control, 1.4));
    compare!(
        DeCasteljau,
        |(points, t)| de_casteljau(points, *t),
        at(vec![(0.0, 0.1), (1.0, 2.0), (3.0, -1.0), (4.0, 0.5)], 0.3)
    );
}

#[test]
fn polynomial_interpolation() {
    let (x, y) = (vec![0.1, 1.0, 2.0, 3.5], vec![1.0, 2.0, 0.0, 5.0]);
    published(plain::neville(&[0.0, 1.0, 2.0], &[0.0, 1.0, 4.0], 1.5), 2.25, 1e-15);
    compare!(Neville, |(x, y, t)| neville(x, y, *t), at(x.clone(), y.clone(), 1.3));
    compare!(Barycentric, |(x, y, t)| barycentric(x, y, *t), at(x.clone(), y.clone(), 1.3));
    compare!(NewtonPolynomial, |(x, y, t)| newton_polynomial(x, y, *t), at(x, y, 1.3));
}
