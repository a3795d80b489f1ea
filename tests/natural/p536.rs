#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod flow {
        use std::collections::VecDeque;

        pub struct Network {
            capacity: Vec<Vec<f64>>,
        }

        impl Network {
            pub fn new(n: usize) -> Self {
                Network { capacity: vec![vec![0.0; n]; n] }
            }

            pub fn add_edge(&mut self, from: usize, to: usize, capacity: f64) {
                self.capacity[from][to] += capacity;
            }

            fn augmenting_path(&self, source: usize, sink: usize) -> Option<Vec<usize>> {
                let n = self.capacity.len();
                let mut parent: Vec<Option<usize>> = vec![None; n];
                let mut queue = VecDeque::from([source]);
                while let Some(u) = queue.pop_front() {
                    for v in 0..n {
                        if v != source && parent[v].is_none() && self.capacity[u][v] > 1e-12 {
                            parent[v] = Some(u);
                            queue.push_back(v);
                        }
                    }
                }
                let mut path = vec![sink];
                let mut node = sink;
                while node != source {
                    node = parent[node]?;
                    path.push(node);
                }
                path.reverse();
                Some(path)
            }

            /// Edmonds–Karp.
            pub fn max_flow(&mut self, source: usize, sink: usize) -> f64 {
                let mut flow = 0.0;
                while let Some(path) = self.augmenting_path(source, sink) {
                    let bottleneck = path.windows(2).map(|w| self.capacity[w[0]][w[1]]).fold(f64::INFINITY, |a, b| a.min(b));
                    for w in path.windows(2) {
                        self.capacity[w[0]][w[1]] -= bottleneck;
                        self.capacity[w[1]][w[0]] += bottleneck;
                    }
                    flow += bottleneck;
                }
                flow
            }
        }

        pub fn throughput(edges: &[(usize, usize, f64)], nodes: usize) -> f64 {
            let mut network = Network::new(nodes);
            for &(from, to, capacity) in edges {
                network.add_edge(from, to, capacity);
            }
            network.max_flow(0, nodes - 1)
        }
    }
    pub use flow::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Throughput { nodes: 4 };
    let x = vec![(0, 1, 3.0), (0, 2, 2.1), (1, 2, 0.5), (1, 3, 1.9), (2, 3, 4.2)];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::throughput(&vec![(0, 1, 3.0), (0, 2, 2.1), (1, 2, 0.5), (1, 3, 1.9), (2, 3, 4.2)], 4));
    ad::testing::check(&e, &x).unwrap();
}
