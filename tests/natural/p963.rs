#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod flash {
        #[derive(Debug, Clone, Copy)]
        pub struct Antoine(pub f64, pub f64, pub f64);

        impl Antoine {
            /// Vapour pressure in bar at a temperature in kelvin.
            pub fn pressure(&self, t: f64) -> f64 {
                10f64.powf(self.0 - self.1 / (t + self.2))
            }
        }

        #[derive(Debug)]
        pub enum FlashError {
            SubcooledLiquid,
            SuperheatedVapor,
            Diverged(usize),
        }

        pub struct FlashResult {
            pub vapor_fraction: f64,
            pub vapor: Vec<f64>,
        }

        fn rachford_rice(z: &[f64], k: &[f64], beta: f64) -> (f64, f64) {
            z.iter().zip(k).fold((0.0, 0.0), |(f, df), (z, k)| {
                let d = 1.0 + beta * (k - 1.0);
                (f + z * (k - 1.0) / d, df - z * ((k - 1.0) / d).powi(2))
            })
        }

        pub fn isothermal(z: &[f64], comps: &[Antoine], t: f64, p: f64) -> Result<FlashResult, FlashError> {
            let k: Vec<f64> = comps.iter().map(|c| c.pressure(t) / p).collect();
            if rachford_rice(z, &k, 0.0).0 < 0.0 {
                return Err(FlashError::SubcooledLiquid);
            }
            if rachford_rice(z, &k, 1.0).0 > 0.0 {
                return Err(FlashError::SuperheatedVapor);
            }
            let (mut beta, mut count) = (0.5, 0);
            let beta = loop {
                let (f, df) = rachford_rice(z, &k, beta);
                if f.abs() < 1e-10 {
                    break beta;
                }
                let newton = beta - f / df;
                // never leave the interval by more than half of what is left
                beta = if newton < 0.0 { beta / 2.0 } else { newton.min(0.5 * (1.0 + beta)) };
                count += 1;
                if count > 50 {
                    return Err(FlashError::Diverged(count));
                }
            };
            let vapor = z.iter().zip(&k).map(|(z, k)| z * k / (1.0 + beta * (k - 1.0))).collect();
            Ok(FlashResult { vapor_fraction: beta, vapor })
        }

        /// Recovery of the first component in the vapour.
        pub fn recovery(z: &[f64], comps: &[Antoine], t: f64, p: f64) -> f64 {
            match isothermal(z, comps, t, p) {
                Ok(FlashResult { vapor_fraction, vapor }) => vapor_fraction * vapor[0] / z[0],
                Err(FlashError::SubcooledLiquid) => 0.0,
                Err(FlashError::SuperheatedVapor) => 1.0,
                Err(FlashError::Diverged(n)) => panic!("flash: {n} iterations"),
            }
        }
    }
    pub use flash::*;
}

fn main() {
    macro_rules! comps {
        ($m:ident) => {
            vec![
                $m::Antoine(4.0026, 1171.5, -48.8),
                $m::Antoine(4.0286, 1268.6, -56.2),
                $m::Antoine(4.0454, 1351.0, -63.0),
            ]
        };
    }
    let e = exp::Recovery;
    let x = (vec![0.4, 0.35, 0.25], comps!(exp), 365.0, 1.1);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::recovery(&[0.4, 0.35, 0.25], &comps!(plain), 365.0, 1.1));
    ad::testing::check(&e, &x).unwrap();
}
