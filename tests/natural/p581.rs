#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub fn dct(block: &[[f64; 4]; 4]) -> [[f64; 4]; 4] {
        let n = 4;
        let mut out = [[0.0; 4]; 4];
        for u in 0..n {
            for v in 0..n {
                let cu = if u == 0 { (1.0 / n as f64).sqrt() } else { (2.0 / n as f64).sqrt() };
                let cv = if v == 0 { (1.0 / n as f64).sqrt() } else { (2.0 / n as f64).sqrt() };
                let mut sum = 0.0;
                for (i, row) in block.iter().enumerate() {
                    for (j, pixel) in row.iter().enumerate() {
                        let a = std::f64::consts::PI * (2 * i + 1) as f64 * u as f64 / (2 * n) as f64;
                        let b = std::f64::consts::PI * (2 * j + 1) as f64 * v as f64 / (2 * n) as f64;
                        sum += pixel * a.cos() * b.cos();
                    }
                }
                out[u][v] = cu * cv * sum;
            }
        }
        out
    }

    /// Rate estimate of a block: entropy-like cost of its scaled coefficients.
    #[exp(adjoint)]
    pub fn rate(block: &[[f64; 4]; 4], quality: f64) -> f64 {
        dct(block)
            .iter()
            .flatten()
            .enumerate()
            .map(|(k, c)| {
                let step = quality * (1.0 + k as f64 / 4.0);
                (1.0 + (c / step).powi(2)).log2()
            })
            .sum()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Rate;
    let x = ([[0.1, 0.5, 0.9, 0.3], [0.2, 0.4, 0.8, 0.6], [0.7, 0.15, 0.35, 0.55], [0.25, 0.45, 0.65, 0.85]], 0.3);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::rate(&[[0.1, 0.5, 0.9, 0.3], [0.2, 0.4, 0.8, 0.6], [0.7, 0.15, 0.35, 0.55], [0.25, 0.45, 0.65, 0.85]], 0.3));
    ad::testing::check(&e, &x).unwrap();
}
