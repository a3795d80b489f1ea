#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    /// Floyd-Warshall: all shortest distances of a directed graph.
    #[exp(adjoint)]
    pub fn all_pairs(n: usize, edges: &[(usize, usize)], weights: &[f64]) -> Vec<Vec<f64>> {
        let mut dist = vec![vec![1000.0; n]; n];
        for i in 0..n {
            dist[i][i] = 0.0;
        }
        for (&(from, to), &w) in edges.iter().zip(weights.iter()) {
            dist[from][to] = w;
        }
        for k in 0..n {
            for i in 0..n {
                for j in 0..n {
                    let via = dist[i][k] + dist[k][j];
                    if via < dist[i][j] {
                        dist[i][j] = via;
                    }
                }
            }
        }
        dist
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::AllPairs { n: 3, edges: &[(0, 1), (1, 2), (0, 2), (2, 0)] };
    let x = vec![1.0, 2.0, 4.0, 1.5];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![vec![1.0, 2.0, 3.0], vec![4.0, 5.0, 6.0], vec![7.0, 8.0, 9.0]]).1);
    println!("value {:?} plain {:?}", value, plain::all_pairs(3, &[(0, 1), (1, 2), (0, 2), (2, 0)], &[1.0, 2.0, 4.0, 1.5]));
    ad::testing::check(&e, &x).unwrap();
}
