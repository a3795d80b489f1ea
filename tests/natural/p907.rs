#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod queue {
        use std::collections::VecDeque;

        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Job {
            pub arrival: f64,
            pub service: f64,
        }

        #[derive(Debug, Clone, PartialEq)]
        pub struct Report {
            pub mean_wait: f64,
            pub busy: Vec<f64>,
            pub served: usize,
        }

        /// First come, first served, on several servers; each job goes to the server that is free first.
        pub fn simulate_queue(jobs: &[Job], servers: usize) -> Report {
            let mut free_at = vec![0.0; servers];
            let mut busy = vec![0.0; servers];
            let mut pending: VecDeque<Job> = jobs.iter().copied().collect();
            let mut total_wait = 0.0;
            let mut served = 0;

            while let Some(Job { arrival, service }) = pending.pop_front() {
                let (server, &free) = free_at
                    .iter()
                    .enumerate()
                    .min_by(|(_, a), (_, b)| a.partial_cmp(b).unwrap())
                    .unwrap();
                let start = if free > arrival { free } else { arrival };
                total_wait += start - arrival;
                free_at[server] = start + service;
                busy[server] += service;
                served += 1;
            }

            let horizon = free_at.iter().cloned().fold(0.0, f64::max);
            Report {
                mean_wait: total_wait / served as f64,
                busy: busy.into_iter().map(|b: f64| b / horizon).collect(),
                served,
            }
        }
    }
    pub use queue::*;
}

fn main() {
    use ad::prelude::*;
    macro_rules! jobs {
        ($m:ident) => {
            [(0.0, 2.1), (0.3, 1.4), (0.9, 3.0), (1.2, 0.7), (2.0, 1.1), (2.2, 0.4)]
                .into_iter()
                .map(|(arrival, service)| $m::Job { arrival, service })
                .collect::<Vec<_>>()
        };
    }
    let e = exp::SimulateQueue { servers: 2 };
    let x = jobs!(exp);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::simulate_queue(&jobs!(plain), 2));
    ad::testing::check(&e, &x).unwrap();
}
