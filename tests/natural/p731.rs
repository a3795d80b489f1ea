#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod flow {
        use std::collections::VecDeque;

        #[derive(Clone)]
        struct Arc {
            to: usize,
            residual: f64,
            reverse: usize,
        }

        pub struct Network {
            arcs: Vec<Vec<Arc>>,
        }

        impl Network {
            pub fn with_nodes(n: usize) -> Self {
                Network { arcs: vec![Vec::new(); n] }
            }

            pub fn add(&mut self, from: usize, to: usize, capacity: f64) {
                let (f, t) = (self.arcs[from].len(), self.arcs[to].len());
                self.arcs[from].push(Arc { to, residual: capacity, reverse: t });
                self.arcs[to].push(Arc { to: from, residual: 0.0, reverse: f });
            }

            /// A shortest augmenting path as a list of (node, arc), from the sink backwards.
            fn augmenting_path(&self, source: usize, sink: usize) -> Option<Vec<(usize, usize)>> {
                let mut previous: Vec<Option<(usize, usize)>> = vec![None; self.arcs.len()];
                let mut queue = VecDeque::from([source]);
                while let Some(u) = queue.pop_front() {
                    for (k, arc) in self.arcs[u].iter().enumerate() {
                        if arc.residual > 1e-12 && arc.to != source && previous[arc.to].is_none() {
                            previous[arc.to] = Some((u, k));
                            queue.push_back(arc.to);
                        }
                    }
                }
                let mut path = Vec::new();
                let mut v = sink;
                while v != source {
                    let (u, k) = previous[v]?;
                    path.push((u, k));
                    v = u;
                }
                Some(path)
            }

            /// Edmonds–Karp.
            pub fn max_flow(&mut self, source: usize, sink: usize) -> f64 {
                let mut total = 0.0;
                while let Some(path) = self.augmenting_path(source, sink) {
                    let bottleneck = path.iter().map(|&(u, k)| self.arcs[u][k].residual).fold(f64::INFINITY, f64::min);
                    for &(u, k) in &path {
                        self.arcs[u][k].residual -= bottleneck;
                        let (to, reverse) = (self.arcs[u][k].to, self.arcs[u][k].reverse);
                        self.arcs[to][reverse].residual += bottleneck;
                    }
                    total += bottleneck;
                }
                total
            }
        }

        pub fn max_flow_of(edges: &[(usize, usize)], capacities: &[f64], nodes: usize) -> f64 {
            let mut network = Network::with_nodes(nodes);
            for (&(from, to), &c) in edges.iter().zip(capacities) {
                network.add(from, to, c);
            }
            network.max_flow(0, nodes - 1)
        }
    }
    pub use flow::*;
}

fn main() {
    let edges = [(0, 1), (0, 2), (1, 2), (1, 3), (2, 4), (3, 2), (3, 5), (4, 3), (4, 5)];
    let e = exp::MaxFlowOf { edges: &edges, nodes: 6 };
    let x = vec![1.6, 1.3, 1.0, 1.2, 1.4, 0.9, 2.05, 0.7, 0.4];
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::max_flow_of(&edges, &x, 6));
    ad::testing::check(&e, &x).unwrap();
}
