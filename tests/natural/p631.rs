#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Least-squares line through a sliding window; returns smoothed values.
    #[exp(adjoint)]
    fn fit_line(points: &[(f64, f64)]) -> (f64, f64) {
        let n = points.len() as f64;
        let (sx, sy) = points.iter().fold((0.0, 0.0), |(sx, sy), (x, y)| (sx + x, sy + y));
        let (mx, my) = (sx / n, sy / n);
        let mut sxy = 0.0;
        let mut sxx = 0.0;
        for &(x, y) in points {
            sxy += (x - mx) * (y - my);
            sxx += (x - mx).powi(2);
        }
        let slope = sxy / sxx;
        (slope, my - slope * mx)
    }

    #[exp(adjoint)]
    pub fn smooth(times: &[f64], values: &[f64], half: usize) -> Vec<f64> {
        let points: Vec<(f64, f64)> = times.iter().copied().zip(values.iter().copied()).collect();
        (0..points.len())
            .map(|i| {
                let lo = i.saturating_sub(half);
                let hi = (i + half + 1).min(points.len());
                let (slope, intercept) = fit_line(&points[lo..hi]);
                slope * times[i] + intercept
            })
            .collect()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Smooth { half: 1 };
    let x = (vec![0.0, 1.1, 1.9, 3.2, 4.0], vec![1.0, 0.4, 2.2, 1.7, 3.1]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 2.0, 3.0, 4.0, 5.0]).1);
    println!("value {:?} plain {:?}", value, plain::smooth(&vec![0.0, 1.1, 1.9, 3.2, 4.0], &vec![1.0, 0.4, 2.2, 1.7, 3.1], 1));
    ad::testing::check(&e, &x).unwrap();
}
