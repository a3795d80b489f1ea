#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Catmull-Rom value between `p[1]` and `p[2]`.
    #[exp(adjoint)]
    fn catmull_rom(p: [f64; 4], t: f64) -> f64 {
        let [a, b, c, d] = p;
        b + 0.5 * t * (c - a + t * (2.0 * a - 5.0 * b + 4.0 * c - d + t * (3.0 * (b - c) + d - a)))
    }

    /// Resample to `count` samples; the read position moves with a warp between 0 and 1.
    #[exp(adjoint)]
    pub fn resample(signal: &[f64], warp: f64, count: usize) -> Vec<f64> {
        let last = signal.len() - 1;
        let at = |i: isize| signal[i.clamp(0, last as isize) as usize];
        (0..count)
            .map(|n| {
                let u = n as f64 / (count - 1) as f64;
                let position = (u + warp * u * (1.0 - u)) * last as f64;
                let base = position.floor();
                let i = base as isize;
                catmull_rom([at(i - 1), at(i), at(i + 1), at(i + 2)], position - base)
            })
            .collect()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Resample { count: 4 };
    let x = (vec![0.0, 1.0, 0.5, -0.5, 0.2], 0.3);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 2.0, 3.0, 4.0]).1);
    println!("value {:?} plain {:?}", value, plain::resample(&[0.0, 1.0, 0.5, -0.5, 0.2], 0.3, 4));
    ad::testing::check(&e, &x).unwrap();
}
