#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    fn linear(channel: f64) -> f64 {
        if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
    }

    #[exp(adjoint)]
    fn srgb_to_lab(rgb: [f64; 3]) -> [f64; 3] {
        const M: [[f64; 3]; 3] = [
            [0.4124564, 0.3575761, 0.1804375],
            [0.2126729, 0.7151522, 0.0721750],
            [0.0193339, 0.1191920, 0.9503041],
        ];
        const WHITE: [f64; 3] = [0.95047, 1.0, 1.08883];
        let lin = rgb.map(linear);
        let mut f = [0.0; 3];
        for i in 0..3 {
            let t = (0..3).map(|j| M[i][j] * lin[j]).sum::<f64>() / WHITE[i];
            f[i] = if t > (6.0f64 / 29.0).powi(3) { t.cbrt() } else { t * (29.0f64 / 6.0).powi(2) / 3.0 + 4.0 / 29.0 };
        }
        [116.0 * f[1] - 16.0, 500.0 * (f[0] - f[1]), 200.0 * (f[1] - f[2])]
    }

    /// Total CIE76 difference of a gradient between two colours from the colours of a palette.
    #[exp(adjoint)]
    pub fn palette_error(start: [f64; 3], end: [f64; 3], palette: &[[f64; 3]]) -> f64 {
        let last = (palette.len() - 1) as f64;
        let (a, b) = (srgb_to_lab(start), srgb_to_lab(end));
        palette
            .iter()
            .enumerate()
            .map(|(k, colour)| {
                let t = k as f64 / last;
                let lab = srgb_to_lab(*colour);
                lab.iter()
                    .zip(a.iter().zip(&b))
                    .map(|(c, (a, b))| (c - (a + t * (b - a))).powi(2))
                    .sum::<f64>()
                    .sqrt()
            })
            .sum()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::PaletteError;
    let palette = vec![[0.2, 0.15, 0.5], [0.3, 0.4, 0.6], [0.6, 0.7, 0.5], [0.9, 0.95, 0.02]];
    let x = ([0.1, 0.1, 0.4], [0.95, 0.9, 0.2], palette.clone());
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::palette_error(x.0, x.1, &palette));
    ad::testing::check(&e, &x).unwrap();
}
