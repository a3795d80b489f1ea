#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod graph {
        use std::cmp::Reverse;
        use std::collections::{BinaryHeap, HashMap, HashSet, VecDeque};

        #[derive(Debug, Clone)]
        struct Edge {
            to: usize,
            weight: f64,
        }

        #[derive(Debug, Default)]
        pub struct Graph {
            adjacency: Vec<Vec<Edge>>,
        }

        impl Graph {
            fn with_nodes(n: usize) -> Self {
                Graph { adjacency: vec![Vec::new(); n] }
            }

            fn connect(&mut self, a: usize, b: usize, weight: f64) {
                self.adjacency[a].push(Edge { to: b, weight });
                self.adjacency[b].push(Edge { to: a, weight });
            }

            /// Dijkstra without a heap.
            fn shortest(&self, from: usize, to: usize) -> Option<f64> {
                let n = self.adjacency.len();
                let mut distance = vec![f64::INFINITY; n];
                let mut done = HashSet::new();
                distance[from] = 0.0;
                while let Some(u) = (0..n)
                    .filter(|u| !done.contains(u) && distance[*u].is_finite())
                    .min_by(|&u, &v| distance[u].partial_cmp(&distance[v]).unwrap())
                {
                    if u == to {
                        return Some(distance[u]);
                    }
                    done.insert(u);
                    for Edge { to, weight } in &self.adjacency[u] {
                        let through = distance[u] + weight;
                        if through < distance[*to] {
                            distance[*to] = through;
                        }
                    }
                }
                None
            }
        }

        pub fn commute(links: &[(usize, usize)], lengths: &[f64], toll: f64) -> f64 {
            let n = links.iter().map(|&(a, b)| a.max(b) + 1).max().unwrap_or(0);
            let mut graph = Graph::with_nodes(n);
            for (&(a, b), length) in links.iter().zip(lengths) {
                let weight = if (a + b) % 2 == 0 { length + toll } else { *length };
                graph.connect(a, b, weight);
            }
            graph.shortest(0, n - 1).map_or(1e6, |d| d * 60.0)
        }
    }
    pub use graph::*;
}

fn main() {
    let links = [(0, 1), (1, 2), (0, 2), (2, 3), (1, 4), (3, 4)];
    let x = (vec![1.0, 2.0, 2.5, 1.1, 5.0, 0.7], 0.4);
    ad::testing::check_function(&exp::Commute { links: &links }, |x| plain::commute(&links, &x.0, x.1), &x).unwrap();
}
