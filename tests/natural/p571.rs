#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    const H: f64 = 6.626e-34;
    const C: f64 = 2.998e8;
    const K: f64 = 1.381e-23;

    /// Spectral radiance at a wavelength in micrometres.
    #[exp(adjoint)]
    fn planck(wavelength_um: f64, temperature: f64) -> f64 {
        let lambda = wavelength_um * 1e-6;
        let x = H * C / (lambda * K * temperature);
        2.0 * H * C.powi(2) / lambda.powi(5) / x.exp_m1()
    }

    /// Colour ratio of two bands, each integrated with the trapezoidal rule.
    #[exp(adjoint)]
    pub fn band_ratio(temperature: f64, emissivity: [f64; 2]) -> f64 {
        let bands = [(8.0, 9.5), (10.5, 12.5)];
        let mut radiance = [0.0; 2];
        for (i, &(lo, hi)) in bands.iter().enumerate() {
            let n = 6;
            let h = (hi - lo) / n as f64;
            for j in 0..=n {
                let w = if j == 0 || j == n { 0.5 } else { 1.0 };
                radiance[i] += w * h * planck(lo + j as f64 * h, temperature);
            }
            radiance[i] *= emissivity[i];
        }
        radiance[0] / radiance[1]
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::BandRatio;
    let x = (290.0, [0.95, 0.98]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::band_ratio(290.0, [0.95, 0.98]));
    ad::testing::check(&e, &x).unwrap();
}
