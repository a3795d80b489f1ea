#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub fn barycentric_weights(nodes: &[f64]) -> Vec<f64> {
        nodes
            .iter()
            .enumerate()
            .map(|(i, xi)| {
                nodes
                    .iter()
                    .enumerate()
                    .filter(|&(j, _)| j != i)
                    .map(|(_, xj)| 1.0 / (xi - xj))
                    .product()
            })
            .collect()
    }

    #[exp(adjoint)]
    pub fn barycentric(nodes: &[f64], values: &[f64], x: f64) -> f64 {
        let weights = barycentric_weights(nodes);
        let (mut numerator, mut denominator) = (0.0, 0.0);
        for ((&xi, &yi), &wi) in nodes.iter().zip(values).zip(&weights) {
            let diff = x - xi;
            if diff == 0.0 {
                return yi;
            }
            let w = wi / diff;
            numerator += w * yi;
            denominator += w;
        }
        numerator / denominator
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Barycentric;
    let x = (vec![-1.0, -0.3, 0.4, 1.1], vec![0.5, 1.5, -0.5, 2.0], 0.15);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::barycentric(&vec![-1.0, -0.3, 0.4, 1.1], &vec![0.5, 1.5, -0.5, 2.0], 0.15));
    ad::testing::check(&e, &x).unwrap();
}
