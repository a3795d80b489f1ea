#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    /// Share of the black body radiation between two wavelengths (in µm), by the series in exponentials.
    #[exp(adjoint)]
    pub fn band_fraction(short: f64, long: f64, temperature: f64) -> f64 {
        const C2: f64 = 14387.77;

        fn below(z: f64) -> f64 {
            let series: f64 = (1..=10)
                .map(|n| {
                    let n = f64::from(n);
                    (-n * z).exp() / n * (z.powi(3) + 3.0 * z * z / n + 6.0 * z / n.powi(2) + 6.0 / n.powi(3))
                })
                .sum();
            15.0 / std::f64::consts::PI.powi(4) * series
        }

        let z = |lambda: f64| C2 / (lambda * temperature);
        below(z(long)) - below(z(short))
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::BandFraction;
    let x = (0.4, 0.7, 5800.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::band_fraction(0.4, 0.7, 5800.0));
    ad::testing::check(&e, &x).unwrap();
}
