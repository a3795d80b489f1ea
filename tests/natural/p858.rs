#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Thomas algorithm for a tridiagonal system; overwrites `d` by the solution.
    #[exp(adjoint)]
    fn solve_tridiagonal(lower: &[f64], diag: &[f64], upper: &[f64], d: &mut [f64]) {
        let n = d.len();
        let mut c = vec![0.0; n];
        c[0] = upper[0] / diag[0];
        d[0] /= diag[0];
        for i in 1..n {
            let m = 1.0 / (diag[i] - lower[i] * c[i - 1]);
            if i < n - 1 {
                c[i] = upper[i] * m;
            }
            d[i] = (d[i] - lower[i] * d[i - 1]) * m;
        }
        for i in (0..n - 1).rev() {
            d[i] -= c[i] * d[i + 1];
        }
    }

    /// Natural cubic spline through `(x, y)`, evaluated at `t`.
    #[exp(adjoint)]
    pub fn cubic_spline(x: &[f64], y: &[f64], t: f64) -> f64 {
        let n = x.len();
        let h: Vec<f64> = x.windows(2).map(|w| w[1] - w[0]).collect();
        let mut lower = vec![0.0; n];
        let mut diag = vec![1.0; n];
        let mut upper = vec![0.0; n];
        let mut m = vec![0.0; n];
        for i in 1..n - 1 {
            lower[i] = h[i - 1];
            diag[i] = 2.0 * (h[i - 1] + h[i]);
            upper[i] = h[i];
            m[i] = 6.0 * ((y[i + 1] - y[i]) / h[i] - (y[i] - y[i - 1]) / h[i - 1]);
        }
        solve_tridiagonal(&lower, &diag, &upper, &mut m);

        let k = x.partition_point(|&knot| knot <= t).clamp(1, n - 1) - 1;
        let a = (x[k + 1] - t) / h[k];
        let b = (t - x[k]) / h[k];
        a * y[k] + b * y[k + 1] + ((a.powi(3) - a) * m[k] + (b.powi(3) - b) * m[k + 1]) * h[k] * h[k] / 6.0
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::CubicSpline;
    let x = (vec![0.0, 1.0, 1.5, 3.0, 4.25], vec![0.0, 2.0, 1.5, -1.0, 0.5], 2.125);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::cubic_spline(&x.0, &x.1, x.2));
    ad::testing::check(&e, &x).unwrap();
}
