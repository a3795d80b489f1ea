#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub fn cumulative_trapezoid(t: &[f64], y: &[f64]) -> Vec<f64> {
        t.windows(2)
            .zip(y.windows(2))
            .scan(0.0, |total, (t, y)| {
                *total += 0.5 * (t[1] - t[0]) * (y[0] + y[1]);
                Some(*total)
            })
            .collect()
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::CumulativeTrapezoid;
    let x = (vec![0.0, 1.0, 2.5, 3.0], vec![1.0, 2.0, 4.0, 3.0]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 2.0, 3.0]).1);
    println!("value {:?} plain {:?}", value, plain::cumulative_trapezoid(&[0.0, 1.0, 2.5, 3.0], &[1.0, 2.0, 4.0, 3.0]));
    ad::testing::check(&e, &x).unwrap();
}
