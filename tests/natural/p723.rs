#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Dynamic time warping distance with a Sakoe–Chiba band.
    #[exp(adjoint)]
    pub fn dtw(a: &[f64], b: &[f64], window: usize) -> f64 {
        let (n, m) = (a.len(), b.len());
        let w = window.max(n.abs_diff(m));
        let mut prev = vec![f64::INFINITY; m + 1];
        prev[0] = 0.0;
        for i in 1..=n {
            let mut curr = vec![f64::INFINITY; m + 1];
            let lo = i.saturating_sub(w).max(1);
            let hi = (i + w).min(m);
            for j in lo..=hi {
                let cost = (a[i - 1] - b[j - 1]).powi(2);
                curr[j] = cost + prev[j].min(curr[j - 1]).min(prev[j - 1]);
            }
            std::mem::swap(&mut prev, &mut curr);
        }
        prev[m].sqrt()
    }
}

fn main() {
    let e = exp::Dtw { window: 2 };
    let x = (vec![0.1, 0.9, 2.0, 1.2, 0.3], vec![0.0, 0.2, 1.1, 1.9, 1.7, 0.4]);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::dtw(&x.0, &x.1, 2));
    ad::testing::check(&e, &x).unwrap();
}
