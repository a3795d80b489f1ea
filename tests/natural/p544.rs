#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[derive(Debug, PartialEq)]
    pub enum FlashError {
        Subcooled,
        Superheated,
    }

    /// Saturation pressure in bar from the Antoine equation.
    #[exp(adjoint)]
    fn saturation_pressure(coefficients: &[f64; 3], temperature: f64) -> f64 {
        let [a, b, c] = *coefficients;
        10f64.powf(a - b / (temperature + c))
    }

    /// Vapour fraction of an ideal mixture: Rachford–Rice by Newton's method.
    #[exp(adjoint)]
    pub fn flash(z: &[f64], antoine: &[[f64; 3]], temperature: f64, pressure: f64) -> Result<f64, FlashError> {
        let k: Vec<f64> = antoine.iter().map(|a| saturation_pressure(a, temperature) / pressure).collect();
        let bubble: f64 = z.iter().zip(&k).map(|(z, k)| z * k).sum();
        if bubble < 1.0 {
            return Err(FlashError::Subcooled);
        }
        let dew: f64 = z.iter().zip(&k).map(|(z, k)| z / k).sum();
        if dew < 1.0 {
            return Err(FlashError::Superheated);
        }
        let mut v = 0.5;
        for _ in 0..12 {
            let mut f = 0.0;
            let mut df = 0.0;
            for (zi, ki) in z.iter().zip(&k) {
                let d = 1.0 + v * (ki - 1.0);
                f += zi * (ki - 1.0) / d;
                df -= zi * (ki - 1.0).powi(2) / (d * d);
            }
            v -= f / df;
        }
        Ok(v)
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Flash;
    let x = (vec![0.4, 0.6], vec![[4.0, 1171.5, -48.8], [4.1, 1330.0, -60.0]], 345.0, 0.5);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::flash(&vec![0.4, 0.6], &vec![[4.0, 1171.5, -48.8], [4.1, 1330.0, -60.0]], 345.0, 0.5));
    ad::testing::check(&e, &x).unwrap();
}
