#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    fn autocorrelation(x: &[f64], lags: usize) -> Vec<f64> {
        (0..=lags)
            .map(|lag| x[lag..].iter().zip(x.iter()).map(|(a, b)| a * b).sum::<f64>() / x.len() as f64)
            .collect()
    }

    /// Levinson–Durbin recursion: prediction coefficients and the variance of the residual.
    #[exp(adjoint)]
    fn levinson(r: &[f64]) -> (Vec<f64>, f64) {
        let order = r.len() - 1;
        let mut a = vec![0.0; order + 1];
        a[0] = 1.0;
        let mut error = r[0];
        for m in 1..=order {
            let acc: f64 = (0..m).map(|j| a[j] * r[m - j]).sum();
            let reflection = -acc / error;
            let previous = a.clone();
            for j in 1..=m {
                a[j] = previous[j] + reflection * previous[m - j];
            }
            error *= 1.0 - reflection * reflection;
        }
        (a, error)
    }

    /// Autoregressive spectral density at a normalized frequency, in dB.
    #[exp(adjoint)]
    pub fn ar_spectrum(x: &[f64], frequency: f64, order: usize) -> f64 {
        let mean = x.iter().sum::<f64>() / x.len() as f64;
        let centred: Vec<f64> = x.iter().map(|v| v - mean).collect();
        let r = autocorrelation(&centred, order);
        let (a, variance) = levinson(&r);
        let omega = std::f64::consts::TAU * frequency;
        let (re, im) = a.iter().enumerate().fold((0.0, 0.0), |(re, im), (k, c)| {
            let (s, co) = (omega * k as f64).sin_cos();
            (re + c * co, im - c * s)
        });
        10.0 * (variance / (re * re + im * im)).log10()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::ArSpectrum { order: 4 };
    let signal: Vec<f64> = (0..24).map(|i| (i as f64 * 0.9).sin() + 0.2 * (i as f64 * i as f64 * 0.37).cos()).collect();
    let x = (signal.clone(), 0.14);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::ar_spectrum(&signal, 0.14, 4));
    ad::testing::check(&e, &x).unwrap();
}
