#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod quadrature {
        const NODES: [f64; 3] = [0.0, 0.5384693101056831, 0.906179845938664];
        const WEIGHTS: [f64; 3] = [0.5688888888888889, 0.47862867049936647, 0.23692688505618908];

        fn gauss5(f: &impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
            let mid = 0.5 * (a + b);
            let half = 0.5 * (b - a);
            let mut total = WEIGHTS[0] * f(mid);
            for i in 1..3 {
                let dx = half * NODES[i];
                total += WEIGHTS[i] * (f(mid + dx) + f(mid - dx));
            }
            half * total
        }

        pub fn composite(f: impl Fn(f64) -> f64, a: f64, b: f64, panels: usize) -> f64 {
            let h = (b - a) / panels as f64;
            (0..panels)
                .map(|i| {
                    let left = a + i as f64 * h;
                    gauss5(&f, left, left + h)
                })
                .sum()
        }

        /// Arc length of an ellipse with half axes `a` and `b` between two angles.
        pub fn ellipse_arc(a: f64, b: f64, from: f64, to: f64) -> f64 {
            composite(|t| ((a * t.sin()).powi(2) + (b * t.cos()).powi(2)).sqrt(), from, to, 4)
        }
    }
    pub use quadrature::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::EllipseArc;
    let x = (2.0, 1.25, 0.1, 1.4);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::ellipse_arc(2.0, 1.25, 0.1, 1.4));
    ad::testing::check(&e, &x).unwrap();
}
