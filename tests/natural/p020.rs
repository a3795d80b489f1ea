#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    /// Neville's scheme, recursively on sub-slices.
    #[exp(adjoint)]
    pub fn neville(points: &[(f64, f64)], x: f64) -> f64 {
        match points {
            [] => 0.0,
            [(_, y)] => *y,
            [(first, _), .., (last, _)] => {
                let left = neville(&points[..points.len() - 1], x);
                let right = neville(&points[1..], x);
                ((x - last) * left - (x - first) * right) / (first - last)
            }
        }
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::Neville;
    let x = (vec![(0.0, 1.0), (1.0, 3.0), (3.0, 2.0)], 2.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::neville(&[(0.0, 1.0), (1.0, 3.0), (3.0, 2.0)], 2.0));
    ad::testing::check(&e, &x).unwrap();
}
