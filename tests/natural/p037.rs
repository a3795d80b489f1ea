#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub mod dijkstra {
        use std::cmp::Ordering;
        use std::collections::BinaryHeap;

        #[derive(Clone, Copy, PartialEq)]
        struct Visit {
            cost: f64,
            node: usize,
        }

        impl Eq for Visit {}

        impl PartialOrd for Visit {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for Visit {
            fn cmp(&self, other: &Self) -> Ordering {
                other.cost.total_cmp(&self.cost).then_with(|| self.node.cmp(&other.node))
            }
        }

        pub fn shortest(graph: &[Vec<(usize, f64)>], start: usize, goal: usize) -> Option<f64> {
            let mut best: Vec<f64> = vec![f64::INFINITY; graph.len()];
            let mut heap = BinaryHeap::new();
            best[start] = 0.0;
            heap.push(Visit { cost: 0.0, node: start });
            while let Some(Visit { cost, node }) = heap.pop() {
                if node == goal {
                    return Some(cost);
                }
                if cost > best[node] {
                    continue;
                }
                for &(next, weight) in &graph[node] {
                    let next_cost = cost + weight;
                    if next_cost < best[next] {
                        best[next] = next_cost;
                        heap.push(Visit { cost: next_cost, node: next });
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
    let e = exp::Shortest { start: 0, goal: 3 };
    let x = vec![vec![(1, 1.0), (2, 4.0)], vec![(2, 2.0), (3, 6.0)], vec![(3, 1.5)], vec![]];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &Some(1.0)).1);
    println!("value {:?} plain {:?}", value, plain::shortest(&[vec![(1, 1.0), (2, 4.0)], vec![(2, 2.0), (3, 6.0)], vec![(3, 1.5)], vec![]], 0, 3));
    ad::testing::check(&e, &x).unwrap();
}
