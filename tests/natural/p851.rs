#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Length of the shortest path between two nodes of a directed graph (Bellman–Ford).
    /// `edges[k]` is (from, to), `weights[k]` its length. Returns infinity if there is no path.
    #[exp(adjoint)]
    pub fn shortest_path(nodes: usize, edges: &[(usize, usize)], source: usize, target: usize, weights: &[f64]) -> f64 {
        let mut dist = vec![f64::INFINITY; nodes];
        dist[source] = 0.0;
        for _ in 1..nodes {
            let mut changed = false;
            for (&(u, v), &w) in edges.iter().zip(weights) {
                let candidate = dist[u] + w;
                if candidate < dist[v] {
                    dist[v] = candidate;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        dist[target]
    }
}

fn main() {
    use ad::prelude::*;
    let edges = [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (2, 4), (3, 4)];
    let e = exp::ShortestPath { nodes: 5, edges: &edges, source: 0, target: 4 };
    let x = vec![1.5, 4.0, 2.0, 5.5, 1.25, 4.75, 2.5];
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::shortest_path(5, &edges, 0, 4, &x));
    ad::testing::check(&e, &x).unwrap();
}
