#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Historical expected shortfall of a portfolio at a level such as 0.8.
    #[exp(adjoint)]
    pub fn expected_shortfall(#[fixed] scenarios: &[Vec<f64>], #[fixed] level: f64, weights: &[f64]) -> f64 {
        let mut losses: Vec<f64> = scenarios
            .iter()
            .map(|returns| -returns.iter().zip(weights).map(|(r, w)| r * w).sum::<f64>())
            .collect();
        losses.sort_by(|a, b| b.partial_cmp(a).unwrap());
        let tail = ((1.0 - level) * losses.len() as f64).ceil() as usize;
        let tail = tail.max(1);
        losses[..tail].iter().sum::<f64>() / tail as f64
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::ExpectedShortfall { scenarios: &[vec![0.01, -0.02], vec![-0.03, 0.01], vec![0.02, 0.02], vec![-0.05, -0.01], vec![0.0, 0.03]], level: 0.7 };
    let x = vec![0.6, 0.4];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::expected_shortfall(&[vec![0.01, -0.02], vec![-0.03, 0.01], vec![0.02, 0.02], vec![-0.05, -0.01], vec![0.0, 0.03]], 0.7, &[0.6, 0.4]));
    ad::testing::check(&e, &x).unwrap();
}
