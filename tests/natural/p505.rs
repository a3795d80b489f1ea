#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub fn median(values: &[f64]) -> Option<f64> {
        if values.is_empty() {
            return None;
        }
        let mut sorted = values.to_vec();
        sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
        let mid = sorted.len() / 2;
        if sorted.len() % 2 == 0 {
            Some((sorted[mid - 1] + sorted[mid]) / 2.0)
        } else {
            Some(sorted[mid])
        }
    }

    /// Median absolute deviation, scaled to be consistent with the normal distribution.
    #[exp(adjoint)]
    pub fn mad(values: &[f64]) -> Option<f64> {
        let center = median(values)?;
        let deviations: Vec<f64> = values.iter().map(|v| (v - center).abs()).collect();
        median(&deviations).map(|d| 1.4826 * d)
    }

    /// Huber-style robust mean, one reweighting step.
    #[exp(adjoint)]
    pub fn robust_mean(values: &[f64], k: f64) -> Option<f64> {
        let center = median(values)?;
        let scale = mad(values)?;
        let mut weighted = 0.0;
        let mut total = 0.0;
        for &v in values {
            let z = (v - center).abs() / scale;
            let w = if z <= k { 1.0 } else { k / z };
            weighted += w * v;
            total += w;
        }
        Some(weighted / total)
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::RobustMean;
    let x = (vec![1.0, 2.5, 3.1, 2.2, 14.0, 1.9, 2.75, -6.0], 1.5);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &Some(1.0)).1);
    println!("value {:?} plain {:?}", value, plain::robust_mean(&vec![1.0, 2.5, 3.1, 2.2, 14.0, 1.9, 2.75, -6.0], 1.5));
    ad::testing::check(&e, &x).unwrap();
}
