#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Ordinal logit: probability of each grade from cutpoints that are the sums of positive gaps.
    #[exp(adjoint)]
    pub fn grade_probabilities(first_cut: f64, log_gaps: &[f64], score: f64) -> Vec<f64> {
        let sigmoid = |z: f64| 1.0 / (1.0 + (-z).exp());
        let mut cut = first_cut;
        let mut cumulative = vec![0.0, sigmoid(cut - score)];
        for gap in log_gaps {
            cut += gap.exp();
            cumulative.push(sigmoid(cut - score));
        }
        cumulative.push(1.0);
        cumulative.windows(2).map(|pair| pair[1] - pair[0]).collect()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::GradeProbabilities;
    let x = (-0.8, vec![-0.2, 0.3], 0.4);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 2.0, 3.0, 4.0]).1);
    println!("value {:?} plain {:?}", value, plain::grade_probabilities(-0.8, &[-0.2, 0.3], 0.4));
    ad::testing::check(&e, &x).unwrap();
}
