#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub fn barycentric(nodes: &[f64], values: &[f64], x: f64) -> f64 {
        let mut numerator = 0.0;
        let mut denominator = 0.0;
        for (j, (&xj, &yj)) in nodes.iter().zip(values).enumerate() {
            let diff = x - xj;
            if diff == 0.0 {
                return yj;
            }
            let mut w = 1.0;
            for (k, &xk) in nodes.iter().enumerate() {
                if k != j {
                    w /= xj - xk;
                }
            }
            numerator += w / diff * yj;
            denominator += w / diff;
        }
        numerator / denominator
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::Barycentric;
    let x = (vec![-1.0, 0.0, 1.0, 2.0], vec![2.0, 1.0, 0.0, 3.0], 0.5);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::barycentric(&[-1.0, 0.0, 1.0, 2.0], &[2.0, 1.0, 0.0, 3.0], 0.5));
    ad::testing::check(&e, &x).unwrap();
}
