#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Length of the longest path in a project network (critical path method).
    /// `preds[i]` lists the tasks that must be done before task `i`; tasks are in no particular order.
    #[exp(adjoint)]
    pub fn makespan(durations: &[f64], preds: &[Vec<usize>]) -> f64 {
        let n = durations.len();
        let mut missing: Vec<usize> = preds.iter().map(|p| p.len()).collect();
        let mut succs = vec![Vec::new(); n];
        for (task, before) in preds.iter().enumerate() {
            for &p in before {
                succs[p].push(task);
            }
        }

        let mut ready: Vec<usize> = (0..n).filter(|&i| missing[i] == 0).collect();
        let mut start = vec![0.0_f64; n];
        let mut end = 0.0_f64;
        while let Some(task) = ready.pop() {
            let finish = start[task] + durations[task];
            end = end.max(finish);
            for &next in &succs[task] {
                start[next] = start[next].max(finish);
                missing[next] -= 1;
                if missing[next] == 0 {
                    ready.push(next);
                }
            }
        }
        end
    }
}

fn main() {
    use ad::prelude::*;
    let preds = vec![vec![], vec![0], vec![0], vec![1, 2], vec![2], vec![3, 4]];
    let e = exp::Makespan { preds: &preds };
    let x = vec![3.0, 2.5, 4.1, 1.2, 0.9, 2.0];
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::makespan(&x, &preds));
    ad::testing::check(&e, &x).unwrap();
}
