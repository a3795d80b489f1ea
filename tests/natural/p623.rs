#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Dominant eigenvalue and its deflated successor.
    #[exp(adjoint)]
    fn multiply(a: &[Vec<f64>], x: &[f64]) -> Vec<f64> {
        a.iter().map(|row| row.iter().zip(x).map(|(a, x)| a * x).sum()).collect()
    }

    #[exp(adjoint)]
    fn dominant(a: &[Vec<f64>], iterations: usize) -> (f64, Vec<f64>) {
        let mut x = vec![1.0; a.len()];
        let mut lambda = 0.0;
        for _ in 0..iterations {
            let y = multiply(a, &x);
            let norm = y.iter().map(|v| v * v).sum::<f64>().sqrt();
            lambda = x.iter().zip(&y).map(|(a, b)| a * b).sum::<f64>() / x.iter().map(|v| v * v).sum::<f64>();
            x = y.iter().map(|v| v / norm).collect();
        }
        (lambda, x)
    }

    #[exp(adjoint)]
    pub fn spectral_gap(a: &[Vec<f64>]) -> f64 {
        let (first, v) = dominant(a, 15);
        let mut deflated = a.to_vec();
        for (i, row) in deflated.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                *entry -= first * v[i] * v[j];
            }
        }
        let (second, _) = dominant(&deflated, 15);
        first - second
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::SpectralGap;
    let x = vec![vec![4.0, 1.0, 0.5], vec![1.0, 2.5, -0.3], vec![0.5, -0.3, 1.0]];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::spectral_gap(&vec![vec![4.0, 1.0, 0.5], vec![1.0, 2.5, -0.3], vec![0.5, -0.3, 1.0]]));
    ad::testing::check(&e, &x).unwrap();
}
