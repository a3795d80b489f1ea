#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    /// Expected cost of the optimal binary search tree, with memoized recursion.
    #[exp(adjoint)]
    pub fn optimal_tree(weights: &[f64]) -> f64 {
        let n = weights.len();
        let mut memo = vec![vec![None; n + 1]; n + 1];
        best(weights, 0, n, &mut memo)
    }

    #[exp(adjoint)]
    fn best(weights: &[f64], lo: usize, hi: usize, memo: &mut Vec<Vec<Option<f64>>>) -> f64 {
        if lo >= hi {
            return 0.0;
        }
        if let Some(cost) = memo[lo][hi] {
            return cost;
        }
        let mut cheapest = f64::INFINITY;
        for root in lo..hi {
            let cost = best(weights, lo, root, memo) + best(weights, root + 1, hi, memo);
            cheapest = cheapest.min(cost);
        }
        let cost = cheapest + weights[lo..hi].iter().sum::<f64>();
        memo[lo][hi] = Some(cost);
        cost
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::OptimalTree;
    let x = vec![0.25, 0.125, 0.5, 0.375];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::optimal_tree(&[0.25, 0.125, 0.5, 0.375]));
    ad::testing::check(&e, &x).unwrap();
}
