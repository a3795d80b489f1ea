#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Haar transform in place, soft thresholding of the details, and the inverse.
    #[exp(adjoint)]
    pub fn haar_denoise<const N: usize>(mut data: [f64; N], threshold: f64) -> [f64; N] {
        let r = std::f64::consts::FRAC_1_SQRT_2;
        let mut len = N;
        while len > 1 {
            let half = len / 2;
            let copy = data;
            for i in 0..half {
                data[i] = r * (copy[2 * i] + copy[2 * i + 1]);
                data[half + i] = r * (copy[2 * i] - copy[2 * i + 1]);
            }
            len = half;
        }
        for d in &mut data[1..] {
            *d = d.signum() * (d.abs() - threshold).max(0.0);
        }
        while len < N {
            let copy = data;
            for i in 0..len {
                data[2 * i] = r * (copy[i] + copy[len + i]);
                data[2 * i + 1] = r * (copy[i] - copy[len + i]);
            }
            len *= 2;
        }
        data
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::HaarDenoise;
    let x = ([1.0, 1.2, 0.9, 1.1, 3.0, 3.2, -0.5, 0.1], 0.2);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &[1.0, 2.0, -1.0, 0.5, 0.0, 1.0, 3.0, -2.0]).1);
    println!("value {:?} plain {:?}", value, plain::haar_denoise([1.0, 1.2, 0.9, 1.1, 3.0, 3.2, -0.5, 0.1], 0.2));
    ad::testing::check(&e, &x).unwrap();
}
