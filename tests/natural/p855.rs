#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Dynamic time warping distance with a Sakoe–Chiba band, squared differences as cost.
    #[exp(adjoint)]
    pub fn dtw_distance(a: &[f64], b: &[f64], window: usize) -> f64 {
        let (n, m) = (a.len(), b.len());
        let window = window.max(n.abs_diff(m));
        let mut previous = vec![f64::INFINITY; m + 1];
        let mut current = vec![f64::INFINITY; m + 1];
        previous[0] = 0.0;
        for i in 1..=n {
            current.fill(f64::INFINITY);
            let lo = i.saturating_sub(window).max(1);
            let hi = (i + window).min(m);
            for j in lo..=hi {
                let cost = (a[i - 1] - b[j - 1]).powi(2);
                current[j] = cost + previous[j].min(current[j - 1]).min(previous[j - 1]);
            }
            std::mem::swap(&mut previous, &mut current);
        }
        previous[m].sqrt()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::DtwDistance { window: 2 };
    let x = (vec![0.0, 0.5, 1.25, 2.0, 1.0], vec![0.1, 0.2, 0.9, 1.7, 2.2, 0.8]);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::dtw_distance(&x.0, &x.1, 2));
    ad::testing::check(&e, &x).unwrap();
}
