#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod colour {
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Rgb {
            pub r: f64,
            pub g: f64,
            pub b: f64,
        }

        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Hsl {
            pub h: f64,
            pub s: f64,
            pub l: f64,
        }

        pub trait Luminance {
            fn luminance(&self) -> f64;

            fn contrast<C: Luminance>(&self, other: &C) -> f64 {
                let (a, b) = (self.luminance() + 0.05, other.luminance() + 0.05);
                if a > b { a / b } else { b / a }
            }
        }

        impl Luminance for Rgb {
            fn luminance(&self) -> f64 {
                0.2126 * self.r.powf(2.2) + 0.7152 * self.g.powf(2.2) + 0.0722 * self.b.powf(2.2)
            }
        }

        impl Luminance for Hsl {
            fn luminance(&self) -> f64 {
                Rgb::from(*self).luminance()
            }
        }

        impl From<Hsl> for Rgb {
            fn from(c: Hsl) -> Rgb {
                let chroma = (1.0 - (2.0 * c.l - 1.0).abs()) * c.s;
                let sector = c.h.rem_euclid(360.0) / 60.0;
                let x = chroma * (1.0 - (sector % 2.0 - 1.0).abs());
                let (r, g, b) = match sector as u8 {
                    0 => (chroma, x, 0.0),
                    1 => (x, chroma, 0.0),
                    2 => (0.0, chroma, x),
                    3 => (0.0, x, chroma),
                    4 => (x, 0.0, chroma),
                    _ => (chroma, 0.0, x),
                };
                let m = c.l - chroma / 2.0;
                Rgb { r: r + m, g: g + m, b: b + m }
            }
        }

        impl Hsl {
            pub fn lighten(self, amount: f64) -> Self {
                Hsl { l: (self.l + amount).min(1.0), ..self }
            }

            pub fn rotate(self, degrees: f64) -> Self {
                Hsl { h: self.h + degrees, ..self }
            }
        }

        /// The contrast of a text in the complementary colour on a lightened background.
        pub fn readability(base: Hsl, paper: Rgb, amount: f64) -> f64 {
            let text = base.rotate(180.0);
            let background = base.lighten(amount);
            text.contrast(&background) + text.contrast(&paper)
        }
    }
    pub use colour::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Readability;
    let x = (exp::Hsl { h: 210.0, s: 0.6, l: 0.35 }, exp::Rgb { r: 0.95, g: 0.9, b: 0.85 }, 0.4);
    let value = ad::call::value(&e, &x);
    println!(
        "value {:?} plain {:?}",
        value,
        plain::readability(plain::Hsl { h: 210.0, s: 0.6, l: 0.35 }, plain::Rgb { r: 0.95, g: 0.9, b: 0.85 }, 0.4)
    );
    ad::testing::check(&e, &x).unwrap();
}
