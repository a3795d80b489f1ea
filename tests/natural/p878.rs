#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod color {
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Rgb {
            pub r: f64,
            pub g: f64,
            pub b: f64,
        }

        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Lab {
            pub l: f64,
            pub a: f64,
            pub b: f64,
        }

        const WHITE: [f64; 3] = [0.95047, 1.0, 1.08883];
        const RGB_TO_XYZ: [[f64; 3]; 3] = [
            [0.4124564, 0.3575761, 0.1804375],
            [0.2126729, 0.7151522, 0.0721750],
            [0.0193339, 0.1191920, 0.9503041],
        ];

        fn linearize(c: f64) -> f64 {
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        }

        fn lab_f(t: f64) -> f64 {
            const DELTA: f64 = 6.0 / 29.0;
            if t > DELTA.powi(3) { t.cbrt() } else { t / (3.0 * DELTA * DELTA) + 4.0 / 29.0 }
        }

        impl From<Rgb> for Lab {
            fn from(rgb: Rgb) -> Lab {
                let linear = [rgb.r, rgb.g, rgb.b].map(linearize);
                let mut f = [0.0; 3];
                for ((f, row), white) in f.iter_mut().zip(&RGB_TO_XYZ).zip(&WHITE) {
                    let xyz: f64 = row.iter().zip(&linear).map(|(m, c)| m * c).sum();
                    *f = lab_f(xyz / white);
                }
                let [fx, fy, fz] = f;
                Lab { l: 116.0 * fy - 16.0, a: 500.0 * (fx - fy), b: 200.0 * (fy - fz) }
            }
        }

        impl Lab {
            pub fn chroma(&self) -> f64 {
                self.a.hypot(self.b)
            }

            /// CIE94 difference for graphic arts.
            pub fn delta_e94(&self, other: &Lab) -> f64 {
                let dl = self.l - other.l;
                let (c1, c2) = (self.chroma(), other.chroma());
                let dc = c1 - c2;
                let dh2 = ((self.a - other.a).powi(2) + (self.b - other.b).powi(2) - dc * dc).max(0.0);
                let sc = 1.0 + 0.045 * c1;
                let sh = 1.0 + 0.015 * c1;
                (dl * dl + (dc / sc).powi(2) + dh2 / (sh * sh)).sqrt()
            }
        }

        /// Mean difference between a palette and its target.
        pub fn palette_error(palette: &[Rgb], target: &[Rgb]) -> f64 {
            let total: f64 = palette
                .iter()
                .zip(target)
                .map(|(&p, &t)| Lab::from(t).delta_e94(&p.into()))
                .sum();
            total / palette.len() as f64
        }
    }
    pub use color::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::PaletteError;
    let c = |r, g, b| exp::Rgb { r, g, b };
    let x = (vec![c(0.8, 0.2, 0.1), c(0.02, 0.5, 0.9)], vec![c(0.75, 0.25, 0.2), c(0.1, 0.45, 0.8)]);
    let c = |r, g, b| plain::Rgb { r, g, b };
    let y = (vec![c(0.8, 0.2, 0.1), c(0.02, 0.5, 0.9)], vec![c(0.75, 0.25, 0.2), c(0.1, 0.45, 0.8)]);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::palette_error(&y.0, &y.1));
    ad::testing::check(&e, &x).unwrap();
}
