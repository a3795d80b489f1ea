#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Log energies of triangular mel-like bands, then their cosine transform.
    #[exp(adjoint)]
    pub fn cepstrum(spectrum: &[f64], edges: &[usize], keep: usize) -> Vec<f64> {
        let energies: Vec<f64> = edges
            .windows(3)
            .map(|w| {
                let &[lo, mid, hi] = w else { unreachable!() };
                let rising = (lo..mid).map(|i| spectrum[i] * (i - lo) as f64 / (mid - lo) as f64);
                let falling = (mid..hi).map(|i| spectrum[i] * (hi - i) as f64 / (hi - mid) as f64);
                rising.chain(falling).sum::<f64>()
            })
            .map(|e| (e + 1e-9).ln())
            .collect();
        let n = energies.len() as f64;
        (0..keep)
            .map(|k| {
                energies.iter().enumerate().fold(0.0, |acc, (j, e)| {
                    acc + e * (std::f64::consts::PI * k as f64 * (j as f64 + 0.5) / n).cos()
                })
            })
            .collect()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Cepstrum { edges: &[0, 2, 4, 7], keep: 2 };
    let x = vec![0.5, 1.0, 2.0, 1.5, 0.7, 0.3, 0.1, 0.05];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, -2.0]).1);
    println!("value {:?} plain {:?}", value, plain::cepstrum(&[0.5, 1.0, 2.0, 1.5, 0.7, 0.3, 0.1, 0.05], &[0, 2, 4, 7], 2));
    ad::testing::check(&e, &x).unwrap();
}
