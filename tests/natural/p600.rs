#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Cheapest way to multiply a chain of matrices, with a cost per scalar product.
    #[exp(adjoint)]
    pub fn chain_cost(dims: &[f64], overhead: f64) -> f64 {
        let n = dims.len() - 1;
        let mut cost = vec![vec![0.0; n]; n];
        for len in 2..=n {
            for i in 0..=n - len {
                let j = i + len - 1;
                cost[i][j] = (i..j)
                    .map(|k| cost[i][k] + cost[k + 1][j] + dims[i] * dims[k + 1] * dims[j + 1] + overhead)
                    .reduce(f64::min)
                    .unwrap();
            }
        }
        cost[0][n - 1]
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::ChainCost;
    let x = (vec![10.0, 20.5, 5.2, 30.1, 8.7], 3.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::chain_cost(&vec![10.0, 20.5, 5.2, 30.1, 8.7], 3.0));
    ad::testing::check(&e, &x).unwrap();
}
