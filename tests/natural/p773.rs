#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Boundary {
        Zero,
        Reflect,
        Periodic,
    }

    /// Convolution of the same length as the signal, centred at the middle of the kernel.
    #[exp(adjoint)]
    fn convolve(signal: &[f64], kernel: &[f64], boundary: Boundary) -> Vec<f64> {
        let n = signal.len() as isize;
        let half = (kernel.len() / 2) as isize;
        let sample = |i: isize| -> f64 {
            if (0..n).contains(&i) {
                return signal[i as usize];
            }
            match boundary {
                Boundary::Zero => 0.0,
                Boundary::Reflect if i < 0 => signal[(-i - 1) as usize],
                Boundary::Reflect => signal[(2 * n - i - 1) as usize],
                Boundary::Periodic => signal[i.rem_euclid(n) as usize],
            }
        };
        let mut out = Vec::with_capacity(signal.len());
        for i in 0..n {
            let mut acc = 0.0;
            for (k, w) in kernel.iter().enumerate() {
                acc += w * sample(i + half - k as isize);
            }
            out.push(acc);
        }
        out
    }

    /// Objective of deblurring: data term plus smoothed total variation.
    #[exp(adjoint)]
    pub fn deblur_objective(
        estimate: &[f64],
        kernel: &[f64],
        lambda: f64,
        #[fixed] measured: &[f64],
        boundary: Boundary,
    ) -> f64 {
        let blurred = convolve(estimate, kernel, boundary);
        let data: f64 = blurred.iter().zip(measured).map(|(b, m)| (b - m).powi(2)).sum();
        let variation: f64 = estimate.windows(2).map(|w| ((w[1] - w[0]).powi(2) + 1e-4).sqrt()).sum();
        0.5 * data + lambda * variation
    }
}

fn main() {
    use ad::prelude::*;
    let measured = [0.1, 0.4, 0.9, 1.0, 0.8, 0.3, 0.1];
    let e = exp::DeblurObjective { measured: &measured, boundary: exp::Boundary::Reflect };
    let x = (vec![0.0, 0.3, 1.1, 1.0, 0.9, 0.2, 0.05], vec![0.2, 0.5, 0.3], 0.1);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::deblur_objective(&x.0, &x.1, x.2, &measured, plain::Boundary::Reflect));
    ad::testing::check(&e, &x).unwrap();
}
