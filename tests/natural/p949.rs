#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Lower Cholesky factor, or `None` if the matrix is not positive definite.
    #[exp(adjoint)]
    fn cholesky(a: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
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

    #[exp(adjoint)]
    fn solve_lower(l: &[Vec<f64>], b: &[f64]) -> Vec<f64> {
        let mut x = Vec::with_capacity(b.len());
        for (row, &bi) in l.iter().zip(b) {
            let i = x.len();
            let s = row[..i].iter().zip(x.iter()).fold(bi, |acc, (l, x)| acc - l * x);
            x.push(s / row[i]);
        }
        x
    }

    #[exp(adjoint)]
    fn try_nll(sites: &[f64], y: &[f64], amplitude: f64, length: f64, noise: f64) -> Option<f64> {
        let kernel = |a: f64, b: f64| {
            let r = (a - b) / length;
            amplitude.powi(2) * (-0.5 * r * r).exp()
        };
        let cov: Vec<Vec<f64>> = sites
            .iter()
            .enumerate()
            .map(|(i, &a)| {
                sites.iter().enumerate().map(|(j, &b)| kernel(a, b) + if i == j { noise.powi(2) } else { 0.0 }).collect()
            })
            .collect();
        let l = cholesky(&cov)?;
        let z = solve_lower(&l, y);
        let quad = z.iter().map(|z| z * z).sum::<f64>();
        let log_det = l.iter().enumerate().map(|(i, row)| row[i].ln()).sum::<f64>();
        Some(0.5 * quad + log_det)
    }

    /// Negative marginal likelihood of a Gaussian process.
    #[exp(adjoint)]
    pub fn gp_nll(#[fixed] sites: &[f64], y: &[f64], amplitude: f64, length: f64, noise: f64) -> f64 {
        try_nll(sites, y, amplitude, length, noise).unwrap_or(1e10)
    }
}

fn main() {
    let sites = [0.0, 0.4, 1.1, 1.9, 2.3];
    let y = vec![0.2, 0.5, 0.9, 0.3, -0.1];
    let e = exp::GpNll { sites: &sites };
    let x = (y.clone(), 0.8, 0.7, 0.15);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::gp_nll(&sites, &y, 0.8, 0.7, 0.15));
    ad::testing::check(&e, &x).unwrap();
}
