#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Plomp–Levelt roughness of two partials in Sethares' parametrisation.
    #[exp(adjoint)]
    fn roughness((f1, a1): (f64, f64), (f2, a2): (f64, f64)) -> f64 {
        let (low, high) = if f1 < f2 { (f1, f2) } else { (f2, f1) };
        let s = 0.24 / (0.0207 * low + 18.96);
        let d = s * (high - low);
        a1.min(a2) * ((-3.51 * d).exp() - (-5.75 * d).exp())
    }

    /// Dissonance of a chord of harmonic tones, whose notes are given in cents above `base`.
    #[exp(adjoint)]
    pub fn chord_dissonance(partials: usize, base: f64, cents: &[f64], rolloff: f64) -> f64 {
        let spectrum: Vec<(f64, f64)> = cents
            .iter()
            .map(|c| base * (c / 1200.0).exp2())
            .flat_map(|fundamental| {
                (1..=partials).map(move |k| (fundamental * k as f64, rolloff.powi(k as i32 - 1)))
            })
            .collect();

        let mut total = 0.0;
        for (i, &p) in spectrum.iter().enumerate() {
            for &q in &spectrum[i + 1..] {
                total += roughness(p, q);
            }
        }
        total
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::ChordDissonance { partials: 4 };
    let x = (220.0, vec![0.0, 390.0, 705.0], 0.85);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::chord_dissonance(4, x.0, &x.1, x.2));
    ad::testing::check(&e, &x).unwrap();
}
