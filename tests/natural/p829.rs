#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Total weighted tardiness on parallel machines, when jobs are dispatched by the apparent tardiness cost rule.
    #[exp(adjoint)]
    pub fn weighted_tardiness(machines: usize, duration: &[f64], due: &[f64], weight: &[f64], lookahead: f64) -> f64 {
        let n = duration.len();
        let mean = duration.iter().sum::<f64>() / n as f64;
        let mut free_at = vec![0.0; machines];
        let mut waiting: Vec<usize> = (0..n).collect();
        let mut cost = 0.0;

        while !waiting.is_empty() {
            let (machine, now) = free_at
                .iter()
                .copied()
                .enumerate()
                .min_by(|a, b| a.1.partial_cmp(&b.1).unwrap())
                .unwrap();

            let priority = |j: usize| {
                let slack = (due[j] - duration[j] - now).max(0.0);
                weight[j] / duration[j] * (-slack / (lookahead * mean)).exp()
            };
            let mut best = 0;
            for k in 1..waiting.len() {
                if priority(waiting[k]) > priority(waiting[best]) {
                    best = k;
                }
            }

            let job = waiting.swap_remove(best);
            let finish = now + duration[job];
            free_at[machine] = finish;
            cost += weight[job] * (finish - due[job]).max(0.0);
        }
        cost
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::WeightedTardiness { machines: 2 };
    let x = (
        vec![3.0, 2.0, 5.5, 1.2, 4.1, 2.7],
        vec![4.0, 2.5, 6.0, 3.1, 7.5, 5.2],
        vec![1.0, 2.0, 1.5, 0.8, 2.5, 1.1],
        2.0,
    );
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::weighted_tardiness(2, &x.0, &x.1, &x.2, x.3));
    ad::testing::check(&e, &x).unwrap();
}
