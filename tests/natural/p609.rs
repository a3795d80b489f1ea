#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod compressor {
        /// A dynamic range compressor written as a pipeline.
        #[derive(Debug, Clone, Copy)]
        pub struct Settings {
            pub threshold_db: f64,
            pub ratio: f64,
            pub knee_db: f64,
            pub attack: f64,
            pub release: f64,
        }

        fn to_db(x: f64) -> f64 {
            20.0 * x.abs().max(1e-6).log10()
        }

        fn gain_reduction(s: &Settings, level: f64) -> f64 {
            let over = level - s.threshold_db;
            let slope = 1.0 - 1.0 / s.ratio;
            if 2.0 * over <= -s.knee_db {
                0.0
            } else if 2.0 * over >= s.knee_db {
                slope * over
            } else {
                slope * (over + s.knee_db / 2.0).powi(2) / (2.0 * s.knee_db)
            }
        }

        pub fn compress(input: &[f64], settings: &Settings) -> Vec<f64> {
            input
                .iter()
                .scan(0.0, |envelope, &x| {
                    let target = gain_reduction(settings, to_db(x));
                    let coefficient = if target > *envelope { settings.attack } else { settings.release };
                    *envelope += coefficient * (target - *envelope);
                    Some(x * 10f64.powf(-*envelope / 20.0))
                })
                .collect()
        }
    }
    pub use compressor::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Compress;
    let x = (vec![0.1, 0.8, -0.9, 0.3, -0.2, 0.05], exp::Settings { threshold_db: -12.0, ratio: 4.0, knee_db: 6.0, attack: 0.6, release: 0.2 });
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).1);
    println!("value {:?} plain {:?}", value, plain::compress(&vec![0.1, 0.8, -0.9, 0.3, -0.2, 0.05], &plain::Settings { threshold_db: -12.0, ratio: 4.0, knee_db: 6.0, attack: 0.6, release: 0.2 }));
    ad::testing::check(&e, &x).unwrap();
}
