#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Expected cost of an optimal binary search tree (Cormen et al., section 15.5): `p[i]` is the probability
    /// of key `i`, and `q[i]` the probability of a search between the keys `i - 1` and `i`.
    #[exp(adjoint)]
    pub fn optimal_bst_cost(p: &[f64], q: &[f64]) -> f64 {
        let n = p.len();
        let mut cost = vec![vec![0.0; n + 1]; n + 1];
        let mut weight = vec![vec![0.0; n + 1]; n + 1];
        for i in 0..=n {
            cost[i][i] = q[i];
            weight[i][i] = q[i];
        }
        for len in 1..=n {
            for i in 0..=n - len {
                let j = i + len;
                weight[i][j] = weight[i][j - 1] + p[j - 1] + q[j];
                let mut best = f64::MAX;
                for root in i..j {
                    let t = cost[i][root] + cost[root + 1][j] + weight[i][j];
                    if t < best {
                        best = t;
                    }
                }
                cost[i][j] = best;
            }
        }
        cost[0][n]
    }
}

fn main() {
    let e = exp::OptimalBstCost;
    let x = (vec![0.15, 0.10, 0.05, 0.10, 0.20], vec![0.05, 0.10, 0.05, 0.05, 0.05, 0.10]);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::optimal_bst_cost(&x.0, &x.1));
    ad::testing::check(&e, &x).unwrap();
}
