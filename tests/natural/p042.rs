#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    use std::collections::{HashMap, VecDeque};

    /// Critical path of tasks with dependencies: earliest end of each task.
    #[exp(adjoint)]
    pub fn earliest_ends(durations: &[f64], dependencies: &[(usize, usize)]) -> Vec<f64> {
        let mut followers: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut missing = vec![0; durations.len()];
        for &(before, after) in dependencies {
            followers.entry(before).or_default().push(after);
            missing[after] += 1;
        }
        let mut ready: VecDeque<usize> = (0..durations.len()).filter(|&t| missing[t] == 0).collect();
        let mut start = vec![0.0; durations.len()];
        let mut end = vec![0.0; durations.len()];
        while let Some(task) = ready.pop_front() {
            end[task] = start[task] + durations[task];
            for &next in followers.get(&task).map(Vec::as_slice).unwrap_or(&[]) {
                start[next] = f64::max(start[next], end[task]);
                missing[next] -= 1;
                if missing[next] == 0 {
                    ready.push_back(next);
                }
            }
        }
        end
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::EarliestEnds { dependencies: &[(0, 2), (1, 2), (2, 3), (1, 3)] };
    let x = vec![2.0, 3.0, 1.5, 1.0];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 2.0, 3.0, 4.0]).1);
    println!("value {:?} plain {:?}", value, plain::earliest_ends(&[2.0, 3.0, 1.5, 1.0], &[(0, 2), (1, 2), (2, 3), (1, 3)]));
    ad::testing::check(&e, &x).unwrap();
}
