#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub fn lagrange(xs: &[f64], ys: &[f64], x: f64) -> f64 {
        assert_eq!(xs.len(), ys.len());
        ys.iter()
            .enumerate()
            .map(|(i, y)| {
                let basis: f64 = xs
                    .iter()
                    .enumerate()
                    .filter(|&(j, _)| j != i)
                    .map(|(_, xj)| (x - xj) / (xs[i] - xj))
                    .product();
                y * basis
            })
            .sum()
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::Lagrange;
    let x = (vec![0.0, 1.0, 3.0], vec![1.0, 2.0, -1.0], 2.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::lagrange(&[0.0, 1.0, 3.0], &[1.0, 2.0, -1.0], 2.0));
    ad::testing::check(&e, &x).unwrap();
}
