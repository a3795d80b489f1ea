#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    use std::f64::consts::PI;

    /// Normalized Lomb–Scargle power of an unevenly sampled signal.
    #[exp(adjoint)]
    pub fn lomb_scargle(#[fixed] times: &[f64], values: &[f64], frequency: f64) -> f64 {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1.0);

        let omega = 2.0 * PI * frequency;
        let sin2: f64 = times.iter().map(|t| (2.0 * omega * t).sin()).sum();
        let cos2: f64 = times.iter().map(|t| (2.0 * omega * t).cos()).sum();
        let tau = sin2.atan2(cos2) / (2.0 * omega);

        let mut yc = 0.0;
        let mut ys = 0.0;
        let mut cc = 0.0;
        let mut ss = 0.0;
        for (&t, &v) in times.iter().zip(values) {
            let (s, c) = (omega * (t - tau)).sin_cos();
            yc += (v - mean) * c;
            ys += (v - mean) * s;
            cc += c * c;
            ss += s * s;
        }
        (yc.powi(2) / cc + ys.powi(2) / ss) / (2.0 * variance)
    }
}

fn main() {
    use ad::prelude::*;
    let times = [0.0, 0.3, 0.45, 1.1, 1.7, 2.05, 2.9, 3.3];
    let e = exp::LombScargle { times: &times };
    let values = vec![0.1, 0.8, 1.0, 0.2, -0.9, -0.7, 0.6, 0.9];
    let x = (values.clone(), 0.41);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::lomb_scargle(&times, &values, 0.41));
    ad::testing::check(&e, &x).unwrap();
}
