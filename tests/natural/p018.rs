#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    /// Natural cubic spline on fixed knots.
    #[exp(adjoint)]
    pub fn spline(#[fixed] knots: &[f64], values: &[f64], #[fixed] at: &[f64]) -> Vec<f64> {
        let n = knots.len();
        let h: Vec<_> = knots.windows(2).map(|w| w[1] - w[0]).collect();
        let mut second = vec![0.0; n];
        let mut u = vec![0.0; n];
        for i in 1..n - 1 {
            let sig = h[i - 1] / (h[i - 1] + h[i]);
            let p = sig * second[i - 1] + 2.0;
            second[i] = (sig - 1.0) / p;
            let d = (values[i + 1] - values[i]) / h[i] - (values[i] - values[i - 1]) / h[i - 1];
            u[i] = (6.0 * d / (h[i - 1] + h[i]) - sig * u[i - 1]) / p;
        }
        second[n - 1] = 0.0;
        for k in (0..n - 1).rev() {
            second[k] = second[k] * second[k + 1] + u[k];
        }
        at.iter()
            .map(|&x| {
                let hi = knots.partition_point(|&k| k <= x).clamp(1, n - 1);
                let lo = hi - 1;
                let a = (knots[hi] - x) / h[lo];
                let b = 1.0 - a;
                a * values[lo]
                    + b * values[hi]
                    + ((a * a * a - a) * second[lo] + (b * b * b - b) * second[hi]) * h[lo] * h[lo] / 6.0
            })
            .collect()
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::Spline { knots: &[0.0, 1.0, 2.0, 4.0], at: &[0.5, 3.0, 4.0] };
    let x = vec![1.0, 2.0, 0.0, -1.0];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 2.0, 3.0]).1);
    println!("value {:?} plain {:?}", value, plain::spline(&[0.0, 1.0, 2.0, 4.0], &[1.0, 2.0, 0.0, -1.0], &[0.5, 3.0, 4.0]));
    ad::testing::check(&e, &x).unwrap();
}
