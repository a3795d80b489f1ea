//! The likelihood of a Gaussian mixture, written with iterators.

use super::Random;
use ad::prelude::*;

/// Points in `d` dimensions, the number of components, and the constant terms.
#[derive(Clone)]
pub struct MixtureData {
    pub d: usize,
    pub k: usize,
    pub n: usize,
    pub x: Vec<f64>,
    pub constant: f64,
    pub wishart: f64,
}

/// ln Σ exp vᵢ
#[exp(adjoint, name = LogSumExpOf)]
pub fn log_sum_exp_of(v: &[f64]) -> f64 {
    let max = v.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    max + v.iter().map(|a| (a - max).exp()).sum::<f64>().ln()
}

/// The log-likelihood of the points, with the Wishart prior. The rows of `icf` are the logarithms of a diagonal and the entries
/// below it.
#[exp(adjoint)]
pub fn mixture(#[fixed] g: &MixtureData, alphas: &[f64], means: &[f64], icf: &[f64]) -> f64 {
    let (d, z) = (g.d, g.d * (g.d + 1) / 2);
    let scales: Vec<f64> = icf.chunks(z).flat_map(|c| c[..d].iter().map(|v| v.exp())).collect();
    let sums: Vec<f64> = icf.chunks(z).map(|c| c[..d].iter().sum()).collect();
    let mut centred = vec![0.0; d];
    let mut scaled = vec![0.0; d];
    let mut terms = vec![0.0; g.k];
    let mut total = 0.0;
    for x in g.x.chunks(d) {
        for k in 0..g.k {
            for i in 0..d {
                centred[i] = x[i] - means[k * d + i];
                scaled[i] = scales[k * d + i] * centred[i];
            }
            let mut l = k * z + d;
            for a in 0..d {
                for b in a + 1..d {
                    scaled[b] += icf[l] * centred[a];
                    l += 1;
                }
            }
            let norm: f64 = scaled.iter().map(|q| q * q).sum();
            terms[k] = alphas[k] + sums[k] - 0.5 * norm;
        }
        total += log_sum_exp_of(&terms);
    }
    let mut result = g.constant + total - g.n as f64 * log_sum_exp_of(alphas);
    for (scales, icf) in scales.chunks(d).zip(icf.chunks(z)) {
        let norm = scales.iter().map(|q| q * q).sum::<f64>() + icf[d..].iter().map(|l| l * l).sum::<f64>();
        result += 0.5 * norm;
    }
    result - g.k as f64 * g.wishart
}

/// `n` points, and the weights, means and factors of `k` components.
pub fn mixture_problem(d: usize, k: usize, n: usize) -> (MixtureData, (Vec<f64>, Vec<f64>, Vec<f64>)) {
    let mut random = Random::new();
    let x = random.vec(n * d).into_iter().map(|x| 2.0 * x).collect();
    let means = random.vec(k * d).into_iter().map(|m| 0.5 + 0.5 * m).collect();
    let at = (random.vec(k), means, random.vec(k * d * (d + 1) / 2));
    (MixtureData { d, k, n, x, constant: 1.0, wishart: 0.5 }, at)
}
