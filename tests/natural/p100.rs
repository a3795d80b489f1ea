#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Lower triangular factor; `None` if the matrix is not positive definite.
    #[exp(adjoint)]
    fn cholesky(a: &Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
        let n = a.len();
        let mut l = vec![vec![0.0; n]; n];
        for i in 0..n {
            for j in 0..=i {
                let s: f64 = (0..j).map(|k| l[i][k] * l[j][k]).sum();
                if i == j {
                    let d = a[i][i] - s;
                    if d <= 0.0 {
                        return None;
                    }
                    l[i][i] = d.sqrt();
                } else {
                    l[i][j] = (a[i][j] - s) / l[j][j];
                }
            }
        }
        Some(l)
    }

    /// Log marginal likelihood of a Gaussian process with a squared exponential kernel.
    #[exp(adjoint)]
    pub fn gp_evidence(#[fixed] xs: &[f64], ys: &[f64], length: f64, amplitude: f64, noise: f64) -> f64 {
        let kernel = |a: f64, b: f64| amplitude.powi(2) * (-0.5 * ((a - b) / length).powi(2)).exp();
        let mut k: Vec<Vec<f64>> = xs.iter().map(|&a| xs.iter().map(|&b| kernel(a, b)).collect()).collect();
        for i in 0..xs.len() {
            k[i][i] += noise * noise;
        }
        let Some(l) = cholesky(&k) else {
            return f64::NEG_INFINITY;
        };
        let mut z = ys.to_vec();
        for i in 0..z.len() {
            for j in 0..i {
                z[i] = z[i] - l[i][j] * z[j];
            }
            z[i] /= l[i][i];
        }
        let log_det: f64 = (0..z.len()).map(|i| l[i][i].ln()).sum();
        -0.5 * z.iter().map(|v| v * v).sum::<f64>() - log_det
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::GpEvidence { xs: &[0.0, 0.7, 1.5] };
    let x = (vec![0.1, 0.5, -0.2], 0.8, 1.1, 0.3);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::gp_evidence(&[0.0, 0.7, 1.5], &[0.1, 0.5, -0.2], 0.8, 1.1, 0.3));
    ad::testing::check(&e, &x).unwrap();
}
