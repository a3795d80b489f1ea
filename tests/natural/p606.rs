#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Activity at the end of a decay chain (Bateman equations).
    #[exp(adjoint)]
    pub fn bateman(half_lives: &[f64], n0: f64, time: f64) -> f64 {
        let lambdas: Vec<f64> = half_lives.iter().map(|h| std::f64::consts::LN_2 / h).collect();
        let Some((last, parents)) = lambdas.split_last() else {
            return 0.0;
        };
        let prefactor = n0 * parents.iter().product::<f64>();
        let sum = lambdas.iter().enumerate().fold(0.0, |sum, (i, li)| {
            let denominator: f64 = lambdas
                .iter()
                .enumerate()
                .filter_map(|(j, lj)| if i == j { None } else { Some(lj - li) })
                .product();
            sum + (-li * time).exp() / denominator
        });
        prefactor * sum * last
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Bateman;
    let x = (vec![3.0, 1.1, 7.5], 1000.0, 2.2);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::bateman(&vec![3.0, 1.1, 7.5], 1000.0, 2.2));
    ad::testing::check(&e, &x).unwrap();
}
