#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod grid_path {
        use std::cmp::Ordering;
        use std::collections::BinaryHeap;

        #[derive(Debug, Clone, Copy, PartialEq)]
        struct Visit {
            cost: f64,
            node: usize,
        }

        impl Eq for Visit {}

        impl Ord for Visit {
            fn cmp(&self, other: &Self) -> Ordering {
                // reversed, for a min-heap
                other.cost.total_cmp(&self.cost).then_with(|| self.node.cmp(&other.node))
            }
        }

        impl PartialOrd for Visit {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        /// Travel time from the first to the last cell of a grid of slownesses (Dijkstra, four neighbours).
        pub fn travel_time(width: usize, slowness: &[f64]) -> f64 {
            let height = slowness.len() / width;
            let mut best = vec![f64::INFINITY; slowness.len()];
            let mut heap = BinaryHeap::new();
            best[0] = 0.0;
            heap.push(Visit { cost: 0.0, node: 0 });
            while let Some(Visit { cost, node }) = heap.pop() {
                if node == slowness.len() - 1 {
                    return cost;
                }
                if cost > best[node] {
                    continue;
                }
                let (row, column) = (node / width, node % width);
                let mut neighbours = Vec::with_capacity(4);
                if row > 0 {
                    neighbours.push(node - width);
                }
                if row + 1 < height {
                    neighbours.push(node + width);
                }
                if column > 0 {
                    neighbours.push(node - 1);
                }
                if column + 1 < width {
                    neighbours.push(node + 1);
                }
                for next in neighbours {
                    let cost = cost + 0.5 * (slowness[node] + slowness[next]);
                    if cost < best[next] {
                        best[next] = cost;
                        heap.push(Visit { cost, node: next });
                    }
                }
            }
            f64::INFINITY
        }
    }
    pub use grid_path::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::TravelTime { width: 4 };
    let x = vec![1.0, 1.25, 3.0, 2.0, 4.0, 0.5, 5.0, 1.0, 2.0, 0.75, 0.625, 1.5];
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::travel_time(4, &x));
    ad::testing::check(&e, &x).unwrap();
}
