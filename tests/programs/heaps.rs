//! Heaps of structs with numbers. Each module is compiled with and without the macro.

use ad::call;

both! {
    mod paths {
        use std::cmp::Ordering;
        use std::collections::BinaryHeap;

        /// Ordered by the costs alone, so that the order of equal elements is that of `std`.
        struct Visit {
            cost: f64,
            node: usize,
        }

        impl PartialEq for Visit {
            fn eq(&self, other: &Self) -> bool {
                self.cost == other.cost
            }
        }
        impl Eq for Visit {}
        impl PartialOrd for Visit {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }
        impl Ord for Visit {
            fn cmp(&self, other: &Self) -> Ordering {
                other.cost.total_cmp(&self.cost)
            }
        }

        pub(crate) fn shortest(graph: &[Vec<(usize, f64)>], goal: usize) -> Option<f64> {
            let mut best = vec![f64::INFINITY; graph.len()];
            let mut heap = BinaryHeap::new();
            best[0] = 0.0;
            heap.push(Visit { cost: 0.0, node: 0 });
            while let Some(Visit { cost, node }) = heap.pop() {
                if node == goal {
                    return Some(cost * cost);
                }
                if cost > best[node] {
                    continue;
                }
                for &(next, weight) in &graph[node] {
                    let through = cost + weight;
                    if through < best[next] {
                        best[next] = through;
                        heap.push(Visit { cost: through, node: next });
                    }
                }
            }
            None
        }

        /// A heap for each item, with equal elements. The greatest is read, some are popped, and the rest is sorted.
        pub(crate) fn mixed(x: &[f64]) -> f64 {
            let mut sum = 0.0;
            for (i, v) in x.iter().enumerate() {
                let mut heap: BinaryHeap<Visit> = BinaryHeap::with_capacity(4);
                for (k, w) in x.iter().enumerate() {
                    heap.push(Visit { cost: w * v, node: k + i });
                    heap.push(Visit { cost: w * v, node: 7 * k });
                }
                if let Some(first) = heap.peek() {
                    sum += first.cost * first.node as f64;
                }
                while heap.len() > 3 {
                    let next = heap.pop().unwrap();
                    sum += next.node as f64 * next.cost * v;
                }
                if i == 1 {
                    heap.clear();
                }
                let mut weight = 1.0;
                for rest in heap.into_sorted_vec() {
                    weight *= rest.cost;
                    sum += weight * rest.node as f64;
                }
            }
            sum
        }
    }
}

#[test]
fn elements_are_popped_as_by_std() {
    use paths::{plain, program};
    let graph = vec![vec![(1, 1.0), (2, 3.0)], vec![(2, 2.0), (3, 6.0)], vec![(3, 1.5)], vec![], vec![]];
    for goal in [3, 4] {
        let e = program::Shortest { goal };
        assert_eq!(call::value(&e, &graph), plain::shortest(&graph, goal));
        crate::check::program(&e, &graph);
    }
    let x = vec![1.5, -0.5, 2.0, 1.5];
    assert_eq!(call::value(&program::Mixed, &x), plain::mixed(&x));
    crate::check::program(&program::Mixed, &x);
}
