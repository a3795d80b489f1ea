#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum KernelKind {
        Gaussian,
        Epanechnikov,
        Tricube,
    }

    #[exp(adjoint)]
    pub fn kernel(kind: KernelKind, u: f64) -> f64 {
        match kind {
            KernelKind::Gaussian => (-0.5 * u * u).exp() / (2.0 * std::f64::consts::PI).sqrt(),
            KernelKind::Epanechnikov if u.abs() < 1.0 => 0.75 * (1.0 - u * u),
            KernelKind::Tricube if u.abs() < 1.0 => 70.0 / 81.0 * (1.0 - u.abs().powi(3)).powi(3),
            _ => 0.0,
        }
    }

    /// Leave-one-out error of a Nadaraya–Watson regression, with a Gaussian fallback where no neighbour is near.
    #[exp(adjoint)]
    pub fn loo_regression(kind: KernelKind, xs: &[f64], ys: &[f64], bandwidth: f64) -> f64 {
        let n = xs.len();
        let estimate = |i: usize, kind: KernelKind| {
            let (mut num, mut den) = (0.0, 0.0);
            for j in (0..n).filter(|&j| j != i) {
                let w = kernel(kind, (xs[i] - xs[j]) / bandwidth);
                num += w * ys[j];
                den += w;
            }
            if den > 0.0 { Some(num / den) } else { None }
        };
        let errors: Vec<f64> = (0..n)
            .map(|i| {
                let fit = estimate(i, kind).or_else(|| estimate(i, KernelKind::Gaussian)).unwrap_or(0.0);
                (ys[i] - fit).powi(2)
            })
            .collect();
        errors.iter().sum::<f64>() / n as f64
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::LooRegression { kind: exp::KernelKind::Tricube };
    let x = (vec![0.0, 0.4, 0.9, 1.3, 3.1], vec![0.1, 0.5, 0.7, 0.4, -0.2], 0.8);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::loo_regression(plain::KernelKind::Tricube, &x.0, &x.1, x.2));
    ad::testing::check(&e, &x).unwrap();
}
