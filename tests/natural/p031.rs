#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    use std::collections::VecDeque;

    /// Aitken acceleration of the fixed point of x = exp(-k x).
    #[exp(adjoint)]
    pub fn accelerated_fixed_point(k: f64, start: f64, steps: usize) -> f64 {
        let mut window: VecDeque<f64> = VecDeque::with_capacity(3);
        window.push_back(start);
        let mut best = start;
        for _ in 0..steps {
            let last = *window.back().unwrap();
            window.push_back((-k * last).exp());
            if window.len() > 3 {
                window.pop_front();
            }
            if let (Some(a), Some(b), Some(c)) = (window.get(0), window.get(1), window.get(2)) {
                let curvature = c - 2.0 * b + a;
                if curvature.abs() > 1e-12 {
                    best = a - (b - a).powi(2) / curvature;
                }
            }
        }
        best
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::AcceleratedFixedPoint { steps: 6 };
    let x = (1.2, 0.5);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::accelerated_fixed_point(1.2, 0.5, 6));
    ad::testing::check(&e, &x).unwrap();
}
