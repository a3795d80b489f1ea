#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Cox partial log likelihood, Breslow ties; rows are (time, event, covariates).
    pub struct Subject {
        pub time: u32,
        pub event: bool,
        pub covariates: Vec<f64>,
    }

    #[exp(adjoint)]
    pub fn cox(beta: &[f64], #[fixed] subjects: &[Subject]) -> f64 {
        let scores: Vec<f64> = subjects
            .iter()
            .map(|s| s.covariates.iter().zip(beta).map(|(x, b)| x * b).sum())
            .collect();
        let mut total = 0.0;
        for (i, s) in subjects.iter().enumerate() {
            if !s.event {
                continue;
            }
            let at_risk: f64 = subjects
                .iter()
                .zip(&scores)
                .filter(|(other, _)| other.time >= s.time)
                .map(|(_, score)| score.exp())
                .sum();
            total += scores[i] - at_risk.ln();
        }
        total
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Cox { subjects: &[exp::Subject { time: 5, event: true, covariates: vec![0.2, 1.0] }, exp::Subject { time: 8, event: false, covariates: vec![-0.4, 0.0] }, exp::Subject { time: 3, event: true, covariates: vec![1.1, 1.0] }] };
    let x = vec![0.5, -0.3];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::cox(&vec![0.5, -0.3], &[plain::Subject { time: 5, event: true, covariates: vec![0.2, 1.0] }, plain::Subject { time: 8, event: false, covariates: vec![-0.4, 0.0] }, plain::Subject { time: 3, event: true, covariates: vec![1.1, 1.0] }]));
    ad::testing::check(&e, &x).unwrap();
}
