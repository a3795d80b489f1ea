#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp]
    #[derive(Debug, Clone)]
    pub struct Task {
        pub optimistic: f64,
        pub likely: f64,
        pub pessimistic: f64,
        pub after: Vec<usize>,
    }

    #[exp(adjoint)]
    impl Task {
        fn mean(&self) -> f64 {
            (self.optimistic + 4.0 * self.likely + self.pessimistic) / 6.0
        }

        fn variance(&self) -> f64 {
            ((self.pessimistic - self.optimistic) / 6.0).powi(2)
        }
    }

    /// PERT: mean and standard deviation of the project's duration along the critical path. Tasks are sorted.
    #[exp(adjoint)]
    pub fn pert(tasks: &[Task]) -> (f64, f64) {
        let mut finish: Vec<(f64, f64)> = Vec::with_capacity(tasks.len());
        for task in tasks {
            let mut start = (0.0, 0.0);
            for &before in &task.after {
                if finish[before].0 > start.0 {
                    start = finish[before];
                }
            }
            finish.push((start.0 + task.mean(), start.1 + task.variance()));
        }
        let (mean, variance) = finish
            .into_iter()
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .unwrap_or((0.0, 0.0));
        (mean, variance.sqrt())
    }
}

macro_rules! tasks {
    ($m:ident) => {{
        let task = |optimistic, likely, pessimistic, after: &[usize]| $m::Task {
            optimistic,
            likely,
            pessimistic,
            after: after.to_vec(),
        };
        vec![
            task(2.0, 4.0, 7.0, &[]),
            task(3.0, 5.0, 9.0, &[]),
            task(4.0, 6.0, 8.5, &[0]),
            task(1.0, 2.0, 4.0, &[0, 1]),
            task(3.0, 4.0, 6.0, &[2, 3]),
        ]
    }};
}

fn main() {
    use ad::prelude::*;
    let e = exp::Pert;
    let x = tasks!(exp);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::pert(&tasks!(plain)));
    ad::testing::check(&e, &x).unwrap();
}
