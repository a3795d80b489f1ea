#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub fn normalize(v: &[f64]) -> Vec<f64> {
        let norm = v.iter().map(|x| x * x).sum::<f64>().sqrt().max(1e-12);
        v.iter().map(|x| x / norm).collect()
    }

    /// Symmetric InfoNCE loss between two views of a batch, with a learned temperature.
    #[exp(adjoint)]
    pub fn info_nce(images: &[Vec<f64>], texts: &[Vec<f64>], log_scale: f64) -> f64 {
        let a: Vec<Vec<f64>> = images.iter().map(|v| normalize(v)).collect();
        let b: Vec<Vec<f64>> = texts.iter().map(|v| normalize(v)).collect();
        let scale = log_scale.exp().min(100.0);
        let n = a.len();

        let mut logits = vec![vec![0.0; n]; n];
        for (row, u) in logits.iter_mut().zip(&a) {
            for (cell, v) in row.iter_mut().zip(&b) {
                *cell = scale * u.iter().zip(v).map(|(x, y)| x * y).sum::<f64>();
            }
        }

        let cross_entropy = |at: &dyn Fn(usize, usize) -> f64| -> f64 {
            let mut loss = 0.0;
            for i in 0..n {
                let max = (0..n).map(|j| at(i, j)).fold(f64::NEG_INFINITY, f64::max);
                let z: f64 = (0..n).map(|j| (at(i, j) - max).exp()).sum();
                loss += max + z.ln() - at(i, i);
            }
            loss / n as f64
        };
        let rows = cross_entropy(&|i, j| logits[i][j]);
        let columns = cross_entropy(&|i, j| logits[j][i]);
        0.5 * (rows + columns)
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::InfoNce;
    let x = (
        vec![vec![0.5, 0.1, -0.3], vec![-0.2, 0.9, 0.4], vec![0.7, -0.6, 0.2]],
        vec![vec![0.4, 0.3, -0.5], vec![0.1, 0.8, 0.1], vec![0.6, -0.2, 0.5]],
        1.1,
    );
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::info_nce(&x.0, &x.1, x.2));
    ad::testing::check(&e, &x).unwrap();
}
