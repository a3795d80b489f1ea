#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[derive(Clone, Copy, PartialEq, Eq)]
    pub enum Window {
        Rectangular,
        Hann,
        Blackman,
    }

    #[exp(adjoint)]
    fn sinc(x: f64) -> f64 {
        let px = std::f64::consts::PI * x;
        if px == 0.0 { 1.0 } else { px.sin() / px }
    }

    /// Windowed-sinc low-pass taps with unit gain, applied by convolution ("same" length).
    #[exp(adjoint)]
    pub fn fir_low_pass(window: Window, half: usize, cutoff: f64, signal: &[f64]) -> Vec<f64> {
        let taps: Vec<f64> = (0..=2 * half)
            .map(|i| {
                let phase = std::f64::consts::PI * i as f64 / half as f64;
                let w = match window {
                    Window::Rectangular => 1.0,
                    Window::Hann => 0.5 - 0.5 * phase.cos(),
                    Window::Blackman => 0.42 - 0.5 * phase.cos() + 0.08 * (2.0 * phase).cos(),
                };
                w * 2.0 * cutoff * sinc(2.0 * cutoff * (i as f64 - half as f64))
            })
            .collect();
        let gain: f64 = taps.iter().sum();

        let mut out = vec![0.0; signal.len()];
        for (n, y) in out.iter_mut().enumerate() {
            for (k, tap) in taps.iter().enumerate() {
                if let Some(i) = (n + half).checked_sub(k) {
                    if i < signal.len() {
                        *y += tap / gain * signal[i];
                    }
                }
            }
        }
        out
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::FirLowPass { window: exp::Window::Hann, half: 3 };
    let x = (0.15, vec![1.0, 2.0, 0.0, -1.0, 0.5]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 1.0, 2.0, -1.0, 0.0]).1);
    println!("value {:?} plain {:?}", value, plain::fir_low_pass(plain::Window::Hann, 3, 0.15, &[1.0, 2.0, 0.0, -1.0, 0.5]));
    ad::testing::check(&e, &x).unwrap();
}
