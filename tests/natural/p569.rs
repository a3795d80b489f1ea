#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Log probability of the most likely state path.
    #[exp(adjoint)]
    pub fn viterbi(initial: &[f64], transition: &[Vec<f64>], emission: &[Vec<f64>], observations: &[usize]) -> f64 {
        let states = initial.len();
        let Some((&first, rest)) = observations.split_first() else {
            return 0.0;
        };
        let mut score: Vec<f64> = (0..states).map(|s| initial[s].ln() + emission[s][first].ln()).collect();
        for &o in rest {
            score = (0..states)
                .map(|s| {
                    let best = score
                        .iter()
                        .zip(transition)
                        .map(|(p, row)| p + row[s].ln())
                        .max_by(|a, b| a.total_cmp(b))
                        .unwrap();
                    best + emission[s][o].ln()
                })
                .collect();
        }
        score.into_iter().fold(f64::NEG_INFINITY, |a, b| a.max(b))
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Viterbi { observations: &[0, 2, 1, 1, 0] };
    let x = (vec![0.6, 0.4], vec![vec![0.7, 0.3], vec![0.4, 0.6]], vec![vec![0.5, 0.4, 0.1], vec![0.15, 0.3, 0.55]]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::viterbi(&vec![0.6, 0.4], &vec![vec![0.7, 0.3], vec![0.4, 0.6]], &vec![vec![0.5, 0.4, 0.1], vec![0.15, 0.3, 0.55]], &[0, 2, 1, 1, 0]));
    ad::testing::check(&e, &x).unwrap();
}
