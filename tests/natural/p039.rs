#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    /// Prim's algorithm on a dense matrix of costs.
    #[exp(adjoint)]
    pub fn prim<const N: usize>(cost: &[[f64; N]; N]) -> f64 {
        let mut in_tree = [false; N];
        let mut key = [f64::MAX; N];
        key[0] = 0.0;
        let mut total = 0.0;
        for _ in 0..N {
            let mut u = None;
            for v in 0..N {
                if !in_tree[v] && u.map_or(true, |u: usize| key[v] < key[u]) {
                    u = Some(v);
                }
            }
            let u = u.unwrap();
            in_tree[u] = true;
            total += key[u];
            for v in (0..N).filter(|&v| !in_tree[v]) {
                key[v] = key[v].min(cost[u][v]);
            }
        }
        total
    }

    #[exp(adjoint)]
    pub fn network_cost(cost: [[f64; 4]; 4]) -> f64 {
        prim(&cost)
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::NetworkCost;
    let x = [[0.0, 1.0, 4.0, 3.0], [1.0, 0.0, 2.0, 5.0], [4.0, 2.0, 0.0, 1.5], [3.0, 5.0, 1.5, 0.0]];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::network_cost([[0.0, 1.0, 4.0, 3.0], [1.0, 0.0, 2.0, 5.0], [4.0, 2.0, 0.0, 1.5], [3.0, 5.0, 1.5, 0.0]]));
    ad::testing::check(&e, &x).unwrap();
}
