#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Historical value at risk and expected shortfall of a portfolio at the given confidence.
    #[exp(adjoint)]
    pub fn tail_risk(#[fixed] scenarios: &[[f64; 3]], #[fixed] confidence: f64, holdings: [f64; 3]) -> (f64, f64) {
        let mut losses: Vec<f64> = scenarios
            .iter()
            .map(|s| -s.iter().zip(holdings.iter()).map(|(r, h)| r * h).sum::<f64>())
            .collect();
        losses.sort_by(|a, b| b.partial_cmp(a).unwrap());

        let tail = (1.0 - confidence) * losses.len() as f64;
        let whole = tail.floor() as usize;
        let fraction = tail - whole as f64;

        let value_at_risk = losses[whole];
        let mut shortfall = losses[..whole].iter().sum::<f64>();
        shortfall += fraction * losses[whole];
        (value_at_risk, shortfall / tail)
    }
}

fn main() {
    use ad::prelude::*;
    let scenarios = [
        [0.01, 0.02, -0.01],
        [-0.03, 0.01, 0.00],
        [0.02, -0.04, 0.01],
        [-0.05, -0.02, 0.02],
        [0.00, 0.01, 0.01],
        [0.03, 0.00, -0.02],
        [-0.01, -0.03, 0.01],
    ];
    let e = exp::TailRisk { scenarios: &scenarios, confidence: 0.6 };
    let x = [100.0, 80.0, 50.0];
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::tail_risk(&scenarios, 0.6, x));
    ad::testing::check(&e, &x).unwrap();
}
