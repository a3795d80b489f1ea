#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Romberg's table for the integral of the Planck-like spectrum `x³ / (exp(x/t) - 1)`.
    #[exp(adjoint)]
    pub fn romberg_radiance(lo: f64, hi: f64, temperature: f64, levels: usize) -> f64 {
        let f = |x: f64| x.powi(3) / (x / temperature).exp_m1();
        let mut table: Vec<Vec<f64>> = Vec::with_capacity(levels);
        let mut h = hi - lo;
        table.push(vec![0.5 * h * (f(lo) + f(hi))]);
        for level in 1..levels {
            h *= 0.5;
            let new_points = 1usize << (level - 1);
            let sum: f64 = (0..new_points).map(|k| f(lo + (2 * k + 1) as f64 * h)).sum();
            let mut row = vec![0.5 * table[level - 1][0] + h * sum];
            let mut power = 1.0;
            for j in 1..=level {
                power *= 4.0;
                let next = row[j - 1] + (row[j - 1] - table[level - 1][j - 1]) / (power - 1.0);
                row.push(next);
            }
            table.push(row);
        }
        *table.last().unwrap().last().unwrap()
    }
}

fn main() {
    let e = exp::RombergRadiance { levels: 5 };
    let x = (0.5, 3.0, 0.9);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::romberg_radiance(x.0, x.1, x.2, 5));
    ad::testing::check(&e, &x).unwrap();
}
