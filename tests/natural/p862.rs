#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Minimal number of scalar operations to multiply a chain of matrices, for real-valued sizes
    /// (a model of cost per dimension), by interval dynamic programming.
    #[exp(adjoint)]
    pub fn matrix_chain_cost(dims: &[f64]) -> f64 {
        let n = dims.len() - 1;
        let mut cost = vec![vec![0.0; n]; n];
        for len in 2..=n {
            for i in 0..=n - len {
                let j = i + len - 1;
                cost[i][j] = (i..j)
                    .map(|k| cost[i][k] + cost[k + 1][j] + dims[i] * dims[k + 1] * dims[j + 1])
                    .fold(f64::INFINITY, f64::min);
            }
        }
        cost[0][n - 1]
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::MatrixChainCost;
    let x = vec![4.0, 10.0, 3.0, 12.0, 20.0, 7.0];
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::matrix_chain_cost(&x));
    ad::testing::check(&e, &x).unwrap();
}
