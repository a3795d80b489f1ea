#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod gradient {
        /// Non-linear colour, as in image files.
        #[derive(Debug, Clone, Copy)]
        pub struct Srgb {
            pub r: f64,
            pub g: f64,
            pub b: f64,
        }

        #[derive(Debug, Clone, Copy)]
        pub struct Oklab {
            pub l: f64,
            pub a: f64,
            pub b: f64,
        }

        fn decode(c: f64) -> f64 {
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        }

        impl From<Srgb> for Oklab {
            fn from(c: Srgb) -> Oklab {
                let [r, g, b] = [c.r, c.g, c.b].map(decode);
                let l = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b).cbrt();
                let m = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b).cbrt();
                let s = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b).cbrt();
                Oklab {
                    l: 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
                    a: 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
                    b: 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
                }
            }
        }

        impl Oklab {
            fn lerp(self, other: Self, t: f64) -> Self {
                let mix = |x: f64, y: f64| x + (y - x) * t;
                Oklab { l: mix(self.l, other.l), a: mix(self.a, other.a), b: mix(self.b, other.b) }
            }
            fn chroma(&self) -> f64 {
                self.a.hypot(self.b)
            }
        }

        pub struct Stop {
            pub at: f64,
            pub color: Srgb,
        }

        fn sample(stops: &[Stop], t: f64) -> Oklab {
            let upper = stops.iter().position(|s| s.at > t).unwrap_or(stops.len());
            let lower = &stops[upper.saturating_sub(1)];
            let Some(next) = stops.get(upper) else {
                return Oklab::from(lower.color);
            };
            let t = (t - lower.at) / (next.at - lower.at);
            let eased = t * t * (3.0 - 2.0 * t);
            Oklab::from(lower.color).lerp(next.color.into(), eased)
        }

        /// Mean lightness, mean chroma and the yellow in the middle.
        pub fn describe(samples: u32, stops: &[Stop]) -> (f64, f64, f64) {
            let n = f64::from(samples);
            let colors: Vec<Oklab> = (0..samples).map(|i| sample(stops, (f64::from(i) + 0.5) / n)).collect();
            let lightness = colors.iter().map(|c| c.l).sum::<f64>() / n;
            let chroma = colors.iter().map(Oklab::chroma).sum::<f64>() / n;
            (lightness, chroma, colors[colors.len() / 2].b)
        }
    }
    pub use gradient::*;
}

fn main() {
    macro_rules! stops {
        ($m:ident) => {{
            use $m::{Srgb, Stop};
            vec![
                Stop { at: 0.05, color: Srgb { r: 0.9, g: 0.2, b: 0.02 } },
                Stop { at: 0.43, color: Srgb { r: 0.8, g: 0.7, b: 0.3 } },
                Stop { at: 0.97, color: Srgb { r: 0.1, g: 0.4, b: 0.85 } },
            ]
        }};
    }
    let e = exp::Describe { samples: 7 };
    let x = stops!(exp);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::describe(7, &stops!(plain)));
    ad::testing::check(&e, &x).unwrap();
}
