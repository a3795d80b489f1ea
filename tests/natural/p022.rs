#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub mod integrals {
        fn simpson(f: impl Fn(f64) -> f64, a: f64, b: f64, n: usize) -> f64 {
            let h = (b - a) / n as f64;
            let mut sum = f(a) + f(b);
            for i in 1..n {
                let weight = if i % 2 == 1 { 4.0 } else { 2.0 };
                sum += weight * f(a + i as f64 * h);
            }
            sum * h / 3.0
        }

        /// Arc length of an ellipse quadrant.
        pub fn ellipse_quadrant(a: f64, b: f64, n: usize) -> f64 {
            let speed = |t: f64| (a * a * t.sin().powi(2) + b * b * t.cos().powi(2)).sqrt();
            simpson(speed, 0.0, std::f64::consts::FRAC_PI_2, n)
        }
    }
    pub use integrals::*;
}
fn main() {
    use ad::prelude::*;
    let e = exp::EllipseQuadrant { n: 6 };
    let x = (2.0, 1.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::ellipse_quadrant(2.0, 1.0, 6));
    ad::testing::check(&e, &x).unwrap();
}
