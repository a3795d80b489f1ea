#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    /// Clenshaw's recurrence for a Chebyshev series.
    #[exp(adjoint)]
    pub fn chebyshev(coefficients: &[f64], x: f64) -> f64 {
        let (mut b1, mut b2) = (0.0, 0.0);
        for c in coefficients.iter().skip(1).rev() {
            (b1, b2) = (c + 2.0 * x * b1 - b2, b1);
        }
        coefficients.first().copied().unwrap_or(0.0) + x * b1 - b2
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::Chebyshev;
    let x = (vec![1.0, -0.5, 0.25, 2.0], 0.3);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::chebyshev(&[1.0, -0.5, 0.25, 2.0], 0.3));
    ad::testing::check(&e, &x).unwrap();
}
