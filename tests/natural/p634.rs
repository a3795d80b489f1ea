#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Time at which a Catmull–Rom path crosses a height, by bisection.
    #[exp(adjoint)]
    fn catmull_rom(p: &[f64; 4], t: f64) -> f64 {
        let [a, b, c, d] = p;
        0.5 * (2.0 * b + (c - a) * t + (2.0 * a - 5.0 * b + 4.0 * c - d) * t.powi(2) + (3.0 * b - a - 3.0 * c + d) * t.powi(3))
    }

    #[exp(adjoint)]
    pub fn crossing_time(keys: &[f64], height: f64) -> Option<f64> {
        for (i, w) in keys.windows(4).enumerate() {
            let segment = [w[0], w[1], w[2], w[3]];
            if (w[1] - height) * (w[2] - height) > 0.0 {
                continue;
            }
            let rising = w[2] > w[1];
            let (mut lo, mut hi) = (0.0, 1.0);
            for _ in 0..10 {
                let mid = (lo + hi) / 2.0;
                if (catmull_rom(&segment, mid) < height) == rising {
                    lo = mid;
                } else {
                    hi = mid;
                }
            }
            // secant polish keeps the dependence on the keys
            let (f0, f1) = (catmull_rom(&segment, lo), catmull_rom(&segment, hi));
            return Some(i as f64 + lo + (height - f0) / (f1 - f0) * (hi - lo));
        }
        None
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::CrossingTime;
    let x = (vec![0.0, 0.3, 0.8, 1.7, 1.4, 0.9], 1.1);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &Some(1.0)).1);
    println!("value {:?} plain {:?}", value, plain::crossing_time(&vec![0.0, 0.3, 0.8, 1.7, 1.4, 0.9], 1.1));
    ad::testing::check(&e, &x).unwrap();
}
