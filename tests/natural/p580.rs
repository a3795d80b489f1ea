#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod resample {
        /// Fractional resampling by windowed sinc interpolation.
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub enum Window {
            Rectangular,
            Hamming,
            Kaiser(f64),
        }

        fn bessel_i0(x: f64) -> f64 {
            let q = x * x / 4.0;
            let mut term = 1.0;
            let mut sum = 1.0;
            for k in 1..25 {
                term *= q / (k * k) as f64;
                sum += term;
            }
            sum
        }

        impl Window {
            /// Value of the window at `x` in (-1, 1).
            fn value(&self, x: f64) -> f64 {
                match *self {
                    Window::Rectangular => 1.0,
                    Window::Hamming => 0.54 + 0.46 * (std::f64::consts::PI * x).cos(),
                    Window::Kaiser(beta) => bessel_i0(beta * (1.0 - x * x).sqrt()) / bessel_i0(beta),
                }
            }
        }

        fn sinc(x: f64) -> f64 {
            if x.abs() < 1e-8 {
                1.0
            } else {
                let px = std::f64::consts::PI * x;
                px.sin() / px
            }
        }

        pub fn sample_at(signal: &[f64], position: f64, window: Window, half_width: usize) -> f64 {
            let center = position.floor() as i64;
            let w = half_width as i64;
            (center - w + 1..=center + w)
                .filter_map(|k| {
                    let s = signal.get(usize::try_from(k).ok()?)?;
                    let d = position - k as f64;
                    Some(s * sinc(d) * window.value(d / half_width as f64))
                })
                .sum()
        }
    }
    pub use resample::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::SampleAt { half_width: 3 };
    let x = (vec![0.1, 0.9, 0.4, -0.6, -0.8, 0.2, 0.7], 2.37, exp::Window::Kaiser(5.0));
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::sample_at(&vec![0.1, 0.9, 0.4, -0.6, -0.8, 0.2, 0.7], 2.37, plain::Window::Kaiser(5.0), 3));
    ad::testing::check(&e, &x).unwrap();
}
