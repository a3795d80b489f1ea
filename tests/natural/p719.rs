#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Integral of `f` over `[a, b]` by the composite five-point Gauss–Legendre rule.
    #[exp(adjoint)]
    pub fn gauss_legendre(f: impl Fn(f64) -> f64, a: f64, b: f64, panels: usize) -> f64 {
        const NODES: [f64; 3] = [0.0, 0.538_469_310_105_683_1, 0.906_179_845_938_664];
        const WEIGHTS: [f64; 3] = [0.568_888_888_888_888_9, 0.478_628_670_499_366_47, 0.236_926_885_056_189_08];
        let h = (b - a) / panels as f64;
        let mut total = 0.0;
        for p in 0..panels {
            let mid = a + (p as f64 + 0.5) * h;
            total += WEIGHTS[0] * f(mid);
            for (node, weight) in NODES.iter().zip(WEIGHTS.iter()).skip(1) {
                let dx = 0.5 * h * node;
                total += weight * (f(mid - dx) + f(mid + dx));
            }
        }
        0.5 * h * total
    }

    /// Period of a pendulum released at the angle `amplitude`, by the complete elliptic integral.
    #[exp(adjoint)]
    pub fn pendulum_period(length: f64, gravity: f64, amplitude: f64) -> f64 {
        let k2 = (0.5 * amplitude).sin().powi(2);
        let elliptic = gauss_legendre(|t| 1.0 / (1.0 - k2 * t.sin().powi(2)).sqrt(), 0.0, std::f64::consts::FRAC_PI_2, 4);
        4.0 * (length / gravity).sqrt() * elliptic
    }
}

fn main() {
    let e = exp::PendulumPeriod;
    let x = (1.2, 9.81, 0.8);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::pendulum_period(x.0, x.1, x.2));
    ad::testing::check(&e, &x).unwrap();
}
