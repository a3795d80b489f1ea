#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod dijkstra {
        use std::cmp::Ordering;
        use std::collections::BinaryHeap;

        #[derive(Debug, Clone)]
        pub struct Edge {
            pub to: usize,
            pub weight: f64,
        }

        #[derive(Debug, Clone, Copy, PartialEq)]
        struct State {
            cost: f64,
            node: usize,
        }

        impl Eq for State {}

        impl PartialOrd for State {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for State {
            // Reversed, so that the heap is a min-heap.
            fn cmp(&self, other: &Self) -> Ordering {
                other.cost.total_cmp(&self.cost).then_with(|| self.node.cmp(&other.node))
            }
        }

        /// The length of the shortest path, if there is any.
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

        /// How much longer the way back is than the way there.
        pub fn asymmetry(graph: &[Vec<Edge>], a: usize, b: usize) -> f64 {
            match (shortest_path(graph, a, b), shortest_path(graph, b, a)) {
                (Some(there), Some(back)) => (back / there).ln(),
                _ => 0.0,
            }
        }
    }
    pub use dijkstra::*;
}

fn main() {
    macro_rules! graph {
        ($m:ident) => {
            vec![
                vec![$m::Edge { to: 1, weight: 1.5 }, $m::Edge { to: 2, weight: 4.2 }],
                vec![$m::Edge { to: 2, weight: 2.1 }, $m::Edge { to: 3, weight: 6.0 }],
                vec![$m::Edge { to: 3, weight: 1.3 }],
                vec![$m::Edge { to: 0, weight: 7.0 }, $m::Edge { to: 1, weight: 2.5 }],
            ]
        };
    }
    let e = exp::Asymmetry { a: 0, b: 3 };
    let x = graph!(exp);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::asymmetry(&graph!(plain), 0, 3));
    ad::testing::check(&e, &x).unwrap();
}
