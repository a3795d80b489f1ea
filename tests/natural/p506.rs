#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod dijkstra {
        use std::cmp::Ordering;
        use std::collections::BinaryHeap;

        #[derive(Clone, Copy, PartialEq)]
        struct State {
            cost: f64,
            node: usize,
        }

        impl Eq for State {}

        impl Ord for State {
            fn cmp(&self, other: &Self) -> Ordering {
                other.cost.partial_cmp(&self.cost).unwrap_or(Ordering::Equal).then_with(|| self.node.cmp(&other.node))
            }
        }

        impl PartialOrd for State {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        pub struct Edge {
            pub to: usize,
            pub weight: f64,
        }

        pub fn shortest_path(graph: &[Vec<Edge>], start: usize, goal: usize) -> Option<f64> {
            let mut dist = vec![f64::INFINITY; graph.len()];
            let mut heap = BinaryHeap::new();
            dist[start] = 0.0;
            heap.push(State { cost: 0.0, node: start });
            while let Some(State { cost, node }) = heap.pop() {
                if node == goal {
                    return Some(cost);
                }
                if cost > dist[node] {
                    continue;
                }
                for edge in &graph[node] {
                    let next = State { cost: cost + edge.weight, node: edge.to };
                    if next.cost < dist[next.node] {
                        dist[next.node] = next.cost;
                        heap.push(next);
                    }
                }
            }
            None
        }
    }
    pub use dijkstra::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::ShortestPath { start: 0, goal: 3 };
    let x = vec![vec![exp::Edge { to: 1, weight: 1.5 }, exp::Edge { to: 2, weight: 4.0 }], vec![exp::Edge { to: 2, weight: 1.25 }, exp::Edge { to: 3, weight: 6.0 }], vec![exp::Edge { to: 3, weight: 2.0 }], vec![]];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &Some(1.0)).1);
    println!("value {:?} plain {:?}", value, plain::shortest_path(&vec![vec![plain::Edge { to: 1, weight: 1.5 }, plain::Edge { to: 2, weight: 4.0 }], vec![plain::Edge { to: 2, weight: 1.25 }, plain::Edge { to: 3, weight: 6.0 }], vec![plain::Edge { to: 3, weight: 2.0 }], vec![]], 0, 3));
    ad::testing::check(&e, &x).unwrap();
}
