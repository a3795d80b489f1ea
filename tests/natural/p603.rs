#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Romberg integration of the error function's integrand, scaled.
    #[exp(adjoint)]
    pub fn romberg_erf(x: f64, sharpness: f64) -> f64 {
        let f = |t: f64| (-(sharpness * t).powi(2)).exp();
        let mut table: Vec<Vec<f64>> = vec![vec![0.5 * x * (f(0.0) + f(x))]];
        for level in 1..5 {
            let n = 1usize << (level - 1);
            let h = x / n as f64;
            let middle: f64 = (0..n).map(|k| f((k as f64 + 0.5) * h)).sum();
            let mut row = vec![0.5 * (table[level - 1][0] + h * middle)];
            for m in 1..=level {
                let factor = 4f64.powi(m as i32);
                let better = (factor * row[m - 1] - table[level - 1][m - 1]) / (factor - 1.0);
                row.push(better);
            }
            table.push(row);
        }
        let best = table.last().and_then(|row| row.last()).copied().unwrap_or_default();
        2.0 / std::f64::consts::PI.sqrt() * best
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::RombergErf;
    let x = (0.8, 1.1);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::romberg_erf(0.8, 1.1));
    ad::testing::check(&e, &x).unwrap();
}
