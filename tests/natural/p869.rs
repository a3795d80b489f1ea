#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Reflectance of a stack of lossless thin films at normal incidence (characteristic matrices).
    /// Each layer is (refractive index, thickness in nm).
    #[exp(adjoint)]
    pub fn reflectance(layers: &[(f64, f64)], substrate: f64, wavelength: f64) -> f64 {
        // M = [[m11, i m12], [i m21, m22]] with real m for lossless layers
        let m = layers.iter().fold([[1.0, 0.0], [0.0, 1.0]], |m: [[f64; 2]; 2], &(n, d)| {
            let delta = 2.0 * std::f64::consts::PI * n * d / wavelength;
            let (s, c) = delta.sin_cos();
            [
                [m[0][0] * c - m[0][1] * s * n, m[0][0] * s / n + m[0][1] * c],
                [m[1][0] * c + m[1][1] * s * n, m[1][1] * c - m[1][0] * s / n],
            ]
        });
        let n0 = 1.0;
        let (b_re, b_im) = (m[0][0], m[0][1] * substrate);
        let (c_re, c_im) = (m[1][1] * substrate, m[1][0]);
        let num = (n0 * b_re - c_re).powi(2) + (n0 * b_im - c_im).powi(2);
        let den = (n0 * b_re + c_re).powi(2) + (n0 * b_im + c_im).powi(2);
        num / den
    }

    /// Mean reflectance over the visible band.
    #[exp(adjoint)]
    pub fn mean_reflectance(layers: &[(f64, f64)], substrate: f64) -> f64 {
        let band = [450.0, 500.0, 550.0, 600.0, 650.0];
        band.iter().map(|&w| reflectance(layers, substrate, w)).sum::<f64>() / band.len() as f64
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::MeanReflectance;
    let x = (vec![(1.38, 99.6), (2.1, 130.0), (1.7, 80.0)], 1.52);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::mean_reflectance(&x.0, x.1));
    ad::testing::check(&e, &x).unwrap();
}
