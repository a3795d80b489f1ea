#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    /// Romberg integration of exp(-k x²) over [0, b].
    #[exp(adjoint)]
    pub fn romberg(k: f64, b: f64, levels: usize) -> f64 {
        let f = |x: f64| (-k * x * x).exp();
        let mut table: Vec<Vec<f64>> = vec![vec![0.5 * b * (f(0.0) + f(b))]];
        let mut h = b;
        for i in 1..levels {
            h /= 2.0;
            let midpoints: f64 = (0..1 << (i - 1)).map(|j| f((2 * j + 1) as f64 * h)).sum();
            let mut row = vec![0.5 * table[i - 1][0] + h * midpoints];
            let mut power = 1.0;
            for j in 1..=i {
                power *= 4.0;
                row.push(row[j - 1] + (row[j - 1] - table[i - 1][j - 1]) / (power - 1.0));
            }
            table.push(row);
        }
        *table.last().and_then(|row| row.last()).unwrap()
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::Romberg { levels: 4 };
    let x = (0.5, 2.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::romberg(0.5, 2.0, 4));
    ad::testing::check(&e, &x).unwrap();
}
