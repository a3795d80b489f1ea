#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Linear prediction coefficients by the Levinson–Durbin recursion,
    /// with the energy of the prediction error.
    #[exp(adjoint)]
    fn levinson_durbin(autocorrelation: &[f64]) -> (Vec<f64>, f64) {
        let order = autocorrelation.len() - 1;
        let mut a = vec![1.0];
        let mut error = autocorrelation[0];
        for m in 1..=order {
            let acc: f64 = a.iter().zip(autocorrelation[1..=m].iter().rev()).map(|(a, r)| a * r).sum();
            let k = -acc / error;
            let mut next = a.clone();
            next.push(0.0);
            for (n, prev) in next[1..].iter_mut().zip(a.iter().rev()) {
                *n += k * prev;
            }
            a = next;
            error *= 1.0 - k * k;
        }
        (a, error)
    }

    /// Prediction gain in dB of a linear predictor of the given order.
    #[exp(adjoint)]
    pub fn prediction_gain(order: usize, signal: &[f64]) -> f64 {
        let r: Vec<f64> = (0..=order)
            .map(|lag| signal[lag..].iter().zip(signal).map(|(x, y)| x * y).sum())
            .collect();
        let (_, error) = levinson_durbin(&r);
        10.0 * (r[0] / error).log10()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::PredictionGain { order: 3 };
    let x = vec![1.0, 0.75, 0.25, -0.5, -0.875, -0.5, 0.125, 0.625, 0.75];
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::prediction_gain(3, &x));
    ad::testing::check(&e, &x).unwrap();
}
