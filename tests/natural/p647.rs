#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod generic_integrator {
        pub trait Stepper {
            const ORDER: u32;
            fn step<F: Fn(f64, f64) -> f64>(f: &F, t: f64, y: f64, h: f64) -> f64;
        }

        pub struct Euler;
        pub struct Heun;

        impl Stepper for Euler {
            const ORDER: u32 = 1;
            fn step<F: Fn(f64, f64) -> f64>(f: &F, t: f64, y: f64, h: f64) -> f64 {
                y + h * f(t, y)
            }
        }

        impl Stepper for Heun {
            const ORDER: u32 = 2;
            fn step<F: Fn(f64, f64) -> f64>(f: &F, t: f64, y: f64, h: f64) -> f64 {
                let k1 = f(t, y);
                let k2 = f(t + h, y + h * k1);
                y + 0.5 * h * (k1 + k2)
            }
        }

        fn integrate<S: Stepper, F: Fn(f64, f64) -> f64>(f: &F, y0: f64, t_end: f64, n: usize) -> f64 {
            let h = t_end / n as f64;
            (0..n).fold(y0, |y, i| S::step(f, i as f64 * h, y, h))
        }

        /// Richardson extrapolation over two step sizes.
        fn richardson<S: Stepper, F: Fn(f64, f64) -> f64>(f: &F, y0: f64, t_end: f64, n: usize) -> f64 {
            let coarse = integrate::<S, F>(f, y0, t_end, n);
            let fine = integrate::<S, F>(f, y0, t_end, 2 * n);
            let k = 2f64.powi(S::ORDER as i32);
            (k * fine - coarse) / (k - 1.0)
        }

        /// Newton cooling with a sinusoidal environment.
        pub fn cooling(rate: f64, ambient: f64, amplitude: f64, start: f64) -> f64 {
            let f = |t: f64, temperature: f64| -rate * (temperature - ambient - amplitude * t.sin());
            let a = richardson::<Euler, _>(&f, start, 2.0, 6);
            let b = richardson::<Heun, _>(&f, start, 2.0, 6);
            0.25 * a + 0.75 * b
        }
    }
    pub use generic_integrator::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Cooling;
    let x = (0.8, 20.0, 3.0, 75.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::cooling(0.8, 20.0, 3.0, 75.0));
    ad::testing::check(&e, &x).unwrap();
}
