#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub fn median(values: &[f64]) -> f64 {
        let mut sorted = values.to_vec();
        sorted.sort_by(|a, b| a.total_cmp(b));
        let mid = sorted.len() / 2;
        if sorted.len() % 2 == 0 { 0.5 * (sorted[mid - 1] + sorted[mid]) } else { sorted[mid] }
    }

    /// Robust line by iteratively reweighted least squares with Tukey's biweight.
    #[exp(adjoint)]
    pub fn robust_line(#[fixed] xs: &[f64], ys: &[f64], cutoff: f64) -> (f64, f64) {
        let n = xs.len();
        let mut weights = vec![1.0; n];
        let mut line = (0.0, 0.0);
        for _ in 0..3 {
            let mut s = [0.0; 5];
            for ((&x, &y), &w) in xs.iter().zip(ys).zip(&weights) {
                s[0] += w;
                s[1] += w * x;
                s[2] += w * x * x;
                s[3] += w * y;
                s[4] += w * x * y;
            }
            let det = s[0] * s[2] - s[1].powi(2);
            line = ((s[2] * s[3] - s[1] * s[4]) / det, (s[0] * s[4] - s[1] * s[3]) / det);

            let residuals: Vec<f64> = xs.iter().zip(ys).map(|(x, y)| y - line.0 - line.1 * x).collect();
            let magnitudes: Vec<f64> = residuals.iter().map(|r| r.abs()).collect();
            let scale = 1.4826 * median(&magnitudes);
            for (w, r) in weights.iter_mut().zip(&residuals) {
                let u = r / (cutoff * scale);
                *w = if u.abs() < 1.0 { (1.0 - u * u).powi(2) } else { 0.0 };
            }
        }
        line
    }
}

fn main() {
    use ad::prelude::*;
    let xs = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let e = exp::RobustLine { xs: &xs };
    let x = (vec![0.1, 0.8, 2.3, 2.9, 9.0, 5.2, 5.7], 4.685);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::robust_line(&xs, &x.0, x.1));
    ad::testing::check(&e, &x).unwrap();
}
