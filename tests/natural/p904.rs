#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Soft dynamic time warping of two series (Cuturi & Blondel, 2017).
    #[exp(adjoint)]
    pub fn soft_dtw(a: &[f64], b: &[f64], gamma: f64) -> f64 {
        let (n, m) = (a.len(), b.len());
        let mut r = vec![vec![f64::INFINITY; m + 1]; n + 1];
        r[0][0] = 0.0;
        for i in 1..=n {
            for j in 1..=m {
                let cost = (a[i - 1] - b[j - 1]).powi(2);
                r[i][j] = cost + soft_min([r[i - 1][j], r[i][j - 1], r[i - 1][j - 1]], gamma);
            }
        }
        r[n][m]
    }

    #[exp]
    fn soft_min(values: [f64; 3], gamma: f64) -> f64 {
        let least = values.into_iter().reduce(f64::min).unwrap();
        let mut sum = 0.0;
        for v in values {
            if v.is_finite() {
                sum += ((least - v) / gamma).exp();
            }
        }
        least - gamma * sum.ln()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::SoftDtw;
    let x = (vec![0.1, 0.9, 1.8, 1.1], vec![0.3, 0.7, 0.95, 2.1, 1.0], 0.4);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::soft_dtw(&x.0, &x.1, x.2));
    ad::testing::check(&e, &x).unwrap();
}
