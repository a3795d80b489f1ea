#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    /// Dynamic time warping within a band.
    #[exp(adjoint)]
    pub fn time_warp(a: &[f64], b: &[f64], band: usize) -> f64 {
        let (n, m) = (a.len(), b.len());
        let mut d = vec![f64::INFINITY; (n + 1) * (m + 1)];
        let at = |i: usize, j: usize| i * (m + 1) + j;
        d[at(0, 0)] = 0.0;
        for i in 1..=n {
            let lo = i.saturating_sub(band).max(1);
            let hi = (i + band).min(m);
            for j in lo..=hi {
                let gap = (a[i - 1] - b[j - 1]).powi(2);
                let best = [at(i - 1, j), at(i, j - 1), at(i - 1, j - 1)]
                    .iter()
                    .map(|&k| d[k])
                    .fold(f64::INFINITY, f64::min);
                d[at(i, j)] = gap + best;
            }
        }
        d[at(n, m)].sqrt()
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::TimeWarp { band: 2 };
    let x = (vec![0.0, 1.0, 2.5, 1.0], vec![0.5, 2.0, 2.25, 0.25]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::time_warp(&[0.0, 1.0, 2.5, 1.0], &[0.5, 2.0, 2.25, 0.25], 2));
    ad::testing::check(&e, &x).unwrap();
}
