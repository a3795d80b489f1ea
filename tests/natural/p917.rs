#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod schedule {
        use std::collections::{HashMap, VecDeque};

        #[derive(Debug, Clone)]
        pub struct Estimate {
            pub optimistic: f64,
            pub likely: f64,
            pub pessimistic: f64,
        }

        impl Estimate {
            fn mean(&self) -> f64 {
                (self.optimistic + 4.0 * self.likely + self.pessimistic) / 6.0
            }

            fn variance(&self) -> f64 {
                ((self.pessimistic - self.optimistic) / 6.0).powi(2)
            }
        }

        #[derive(Debug, Clone)]
        pub struct Task {
            pub name: String,
            pub estimate: Estimate,
            pub after: Vec<String>,
        }

        #[derive(Clone, Copy, Default)]
        struct Finish {
            time: f64,
            variance: f64,
        }

        #[derive(Debug)]
        pub enum ScheduleError {
            UnknownTask(String),
            Cycle,
        }

        fn finishes(tasks: &[Task]) -> Result<Vec<Finish>, ScheduleError> {
            let index: HashMap<&str, usize> = tasks.iter().enumerate().map(|(i, t)| (t.name.as_str(), i)).collect();
            let mut successors = vec![Vec::new(); tasks.len()];
            let mut missing = vec![0usize; tasks.len()];
            for (i, task) in tasks.iter().enumerate() {
                for name in &task.after {
                    let &before = index.get(name.as_str()).ok_or_else(|| ScheduleError::UnknownTask(name.clone()))?;
                    successors[before].push(i);
                    missing[i] += 1;
                }
            }
            let mut ready: VecDeque<usize> = (0..tasks.len()).filter(|&i| missing[i] == 0).collect();
            let mut start = vec![Finish::default(); tasks.len()];
            let mut finish: Vec<Option<Finish>> = vec![None; tasks.len()];
            while let Some(i) = ready.pop_front() {
                let estimate = &tasks[i].estimate;
                let done = Finish { time: start[i].time + estimate.mean(), variance: start[i].variance + estimate.variance() };
                for &next in &successors[i] {
                    if done.time > start[next].time {
                        start[next] = done;
                    }
                    missing[next] -= 1;
                    if missing[next] == 0 {
                        ready.push_back(next);
                    }
                }
                finish[i] = Some(done);
            }
            finish.into_iter().collect::<Option<Vec<_>>>().ok_or(ScheduleError::Cycle)
        }

        /// The time that suffices with about 95 % probability.
        pub fn deadline(tasks: &[Task], z: f64) -> f64 {
            let finishes = finishes(tasks).expect("a valid plan");
            let last = finishes.iter().max_by(|a, b| a.time.total_cmp(&b.time)).unwrap();
            last.time + z * last.variance.sqrt()
        }
    }
    pub use schedule::*;
}

fn main() {
    macro_rules! tasks {
        ($m:ident) => {
            [
                ("dig", 2.0, 3.0, 5.0, vec![]),
                ("order", 1.0, 1.5, 4.0, vec![]),
                ("walls", 4.0, 6.5, 9.0, vec!["dig", "order"]),
                ("pipes", 2.5, 3.0, 3.7, vec!["dig"]),
                ("roof", 2.0, 2.2, 3.1, vec!["walls", "pipes"]),
                ("garden", 3.0, 3.5, 8.0, vec!["pipes"]),
            ]
            .into_iter()
            .map(|(name, optimistic, likely, pessimistic, after)| $m::Task {
                name: name.to_string(),
                estimate: $m::Estimate { optimistic, likely, pessimistic },
                after: after.into_iter().map(String::from).collect(),
            })
            .collect::<Vec<_>>()
        };
    }
    let e = exp::Deadline;
    let x = (tasks!(exp), 1.645);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::deadline(&tasks!(plain), 1.645));
    ad::testing::check(&e, &x).unwrap();
}
