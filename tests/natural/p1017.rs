#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod scheduling {
        use std::collections::VecDeque;

        #[derive(Debug, PartialEq, Eq)]
        pub struct Cycle(Vec<usize>);

        fn topological(n: usize, edges: &[(usize, usize)]) -> Result<Vec<usize>, Cycle> {
            let mut indegree = vec![0usize; n];
            for (_, b) in edges {
                indegree[*b] += 1;
            }
            let mut queue: VecDeque<usize> = (0..n).filter(|&i| indegree[i] == 0).collect();
            let mut order = Vec::with_capacity(n);
            while let Some(i) = queue.pop_front() {
                order.push(i);
                for &(_, b) in edges.iter().filter(|(a, _)| *a == i) {
                    indegree[b] -= 1;
                    if indegree[b] == 0 {
                        queue.push_back(b);
                    }
                }
            }
            if order.len() == n { Ok(order) } else { Err(Cycle((0..n).filter(|i| !order.contains(i)).collect())) }
        }

        struct Slot {
            start: f64,
            end: f64,
        }

        fn schedule(edges: &[(usize, usize)], durations: &[f64]) -> Result<Vec<Slot>, Cycle> {
            let order = topological(durations.len(), edges)?;
            let mut slots: Vec<Option<Slot>> = durations.iter().map(|_| None).collect();
            for i in order {
                let start = edges
                    .iter()
                    .filter(|(_, b)| *b == i)
                    .filter_map(|(a, _)| slots[*a].as_ref())
                    .map(|s| s.end)
                    .fold(0.0, f64::max);
                slots[i] = Some(Slot { start, end: start + durations[i] });
            }
            Ok(slots.into_iter().flatten().collect())
        }

        pub fn makespan(edges: &[(usize, usize)], durations: &[f64]) -> f64 {
            match schedule(edges, durations) {
                Err(Cycle(nodes)) => nodes.len() as f64,
                Ok(slots) => {
                    let finish = slots.iter().map(|s| s.end).fold(f64::NEG_INFINITY, f64::max);
                    let waiting: f64 = slots.iter().map(|s| s.start).sum();
                    finish + 0.1 * waiting
                }
            }
        }
    }
    pub use scheduling::*;
}

fn main() {
    ad::testing::check_function(&exp::Makespan { edges: &[(0, 2), (1, 2), (2, 3), (1, 4), (4, 3)] }, |x| plain::makespan(&[(0, 2), (1, 2), (2, 3), (1, 4), (4, 3)], x), &vec![2.0, 3.5, 1.0, 2.5, 0.5]).unwrap();
}
