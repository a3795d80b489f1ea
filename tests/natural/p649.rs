#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Trimmed least squares line: refit on the points with the smallest residuals.
    #[exp(adjoint)]
    fn least_squares(points: &[(f64, f64)]) -> Option<(f64, f64)> {
        let n = points.len() as f64;
        let sx: f64 = points.iter().map(|p| p.0).sum();
        let sy: f64 = points.iter().map(|p| p.1).sum();
        let sxx: f64 = points.iter().map(|p| p.0 * p.0).sum();
        let sxy: f64 = points.iter().map(|&(x, y)| x * y).sum();
        let det = n * sxx - sx * sx;
        if det.abs() < f64::EPSILON {
            return None;
        }
        Some(((n * sxy - sx * sy) / det, (sxx * sy - sx * sxy) / det))
    }

    #[exp(adjoint)]
    pub fn trimmed_fit(points: &[(f64, f64)], keep: usize, rounds: usize) -> Option<(f64, f64)> {
        let mut model = least_squares(points)?;
        for _ in 0..rounds {
            let (slope, intercept) = model;
            let mut ranked: Vec<(f64, (f64, f64))> =
                points.iter().map(|&(x, y)| ((y - slope * x - intercept).abs(), (x, y))).collect();
            ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
            ranked.truncate(keep);
            let inliers: Vec<_> = ranked.into_iter().map(|(_, p)| p).collect();
            model = least_squares(&inliers)?;
        }
        Some(model)
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::TrimmedFit { keep: 4, rounds: 2 };
    let x = vec![(0.0, 0.1), (1.0, 1.2), (2.1, 1.9), (2.9, 6.5), (4.0, 4.15), (5.2, 5.0)];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &Some((1.0, 2.0))).1);
    println!("value {:?} plain {:?}", value, plain::trimmed_fit(&vec![(0.0, 0.1), (1.0, 1.2), (2.1, 1.9), (2.9, 6.5), (4.0, 4.15), (5.2, 5.0)], 4, 2));
    ad::testing::check(&e, &x).unwrap();
}
