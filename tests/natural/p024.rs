#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    const NODES: [(f64, f64); 5] = [
        (-0.906179845938664, 0.236926885056189),
        (-0.538469310105683, 0.478628670499366),
        (0.0, 0.568888888888889),
        (0.538469310105683, 0.478628670499366),
        (0.906179845938664, 0.236926885056189),
    ];

    /// Period of a pendulum with the amplitude `theta0`.
    #[exp(adjoint)]
    pub fn pendulum_period(length: f64, gravity: f64, theta0: f64) -> f64 {
        let k = (theta0 / 2.0).sin();
        let quarter = std::f64::consts::FRAC_PI_4;
        let elliptic: f64 = NODES
            .iter()
            .map(|(node, weight)| {
                let phi = quarter * (node + 1.0);
                weight * quarter / (1.0 - (k * phi.sin()).powi(2)).sqrt()
            })
            .sum();
        4.0 * (length / gravity).sqrt() * elliptic
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::PendulumPeriod;
    let x = (1.0, 9.81, 0.8);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::pendulum_period(1.0, 9.81, 0.8));
    ad::testing::check(&e, &x).unwrap();
}
