#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    fn haar_forward(x: &mut [f64]) {
        let mut len = x.len();
        while len > 1 {
            let half = len / 2;
            let mut tmp = vec![0.0; len];
            for i in 0..half {
                tmp[i] = (x[2 * i] + x[2 * i + 1]) * std::f64::consts::FRAC_1_SQRT_2;
                tmp[half + i] = (x[2 * i] - x[2 * i + 1]) * std::f64::consts::FRAC_1_SQRT_2;
            }
            x[..len].copy_from_slice(&tmp);
            len = half;
        }
    }

    #[exp(adjoint)]
    fn haar_inverse(x: &mut [f64]) {
        let mut len = 2;
        while len <= x.len() {
            let half = len / 2;
            let tmp = x[..len].to_vec();
            for i in 0..half {
                x[2 * i] = (tmp[i] + tmp[half + i]) * std::f64::consts::FRAC_1_SQRT_2;
                x[2 * i + 1] = (tmp[i] - tmp[half + i]) * std::f64::consts::FRAC_1_SQRT_2;
            }
            len *= 2;
        }
    }

    #[exp(adjoint)]
    fn soft_threshold(v: f64, t: f64) -> f64 {
        if v > t {
            v - t
        } else if v < -t {
            v + t
        } else {
            0.0
        }
    }

    /// Wavelet shrinkage: keeps the mean, shrinks all details.
    #[exp(adjoint)]
    pub fn denoise(signal: &[f64], threshold: f64) -> Vec<f64> {
        let mut w = signal.to_vec();
        haar_forward(&mut w);
        for v in w.iter_mut().skip(1) {
            *v = soft_threshold(*v, threshold);
        }
        haar_inverse(&mut w);
        w
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Denoise;
    let signal = vec![1.0, 1.25, 0.8, -0.3, 2.0, 2.2, 1.9, 2.5];
    let x = (signal.clone(), 0.25);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::denoise(&signal, 0.25));
    ad::testing::check(&e, &x).unwrap();
}
