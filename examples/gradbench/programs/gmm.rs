//! The likelihood of a mixture of normal distributions.

use ad::prelude::*;

use super::lse::log_sum_exp;

/// The data, which are not differentiated.
#[derive(Clone, Debug, Default)]
pub struct Data {
    /// The dimension.
    pub d: usize,
    /// How many normal distributions.
    pub k: usize,
    /// The points, `d` numbers each.
    pub points: Vec<f64>,
    /// The parameters of the Wishart prior.
    pub gamma: f64,
    pub m: f64,
}

/// Σⱼ ln Γ(a + (1 - j)/2) and further terms, for the prior's constant.
fn ln_gamma_multivariate(a: f64, d: usize) -> f64 {
    let terms: f64 = (1..=d).map(|j| ad::special::ln_gamma(a + 0.5 * (1.0 - j as f64))).sum();
    0.25 * (d * (d - 1)) as f64 * std::f64::consts::PI.ln() + terms
}

impl Data {
    fn n(&self) -> usize {
        self.points.len() / self.d
    }

    /// The constant term of the likelihood.
    fn constant(&self) -> f64 {
        let (d, k) = (self.d as f64, self.k as f64);
        let n = d + self.m + 1.0;
        let c =
            n * d * (self.gamma.ln() - 0.5 * std::f64::consts::LN_2) - ln_gamma_multivariate(0.5 * n, self.d);
        k * c - 0.5 * d * self.n() as f64 * (2.0 * std::f64::consts::PI).ln()
    }
}

/// The log-likelihood. The parameters are weights `alpha` and means `mu`. The inverse square roots of the covariances have the
/// logarithms `q` on their diagonals and the entries `l` below, column by column.
#[exp(adjoint)]
#[allow(clippy::too_many_arguments, reason = "four are parameters, and four are data")]
pub fn gmm(
    d: usize,
    k: usize,
    #[fixed] points: &[f64],
    #[fixed] prior: (f64, f64, f64),
    alpha: &[f64],
    mu: &[f64],
    q: &[f64],
    l: &[f64],
) -> f64 {
    let (gamma, m, constant) = prior;
    let below = d * (d - 1) / 2;
    let n = points.len() / d;
    let mut diagonals = vec![0.0; k * d];
    let mut logarithms = vec![0.0; k];
    let mut squares = 0.0;
    let mut sums = 0.0;
    for c in 0..k {
        let mut sum = 0.0;
        for i in 0..d {
            let e = q[c * d + i].exp();
            squares += e * e;
            diagonals[c * d + i] = e;
            sum += q[c * d + i];
        }
        sums += sum;
        logarithms[c] = alpha[c] + sum;
        for i in 0..below {
            squares += l[c * below + i] * l[c * below + i];
        }
    }
    let mut total = 0.0;
    let mut terms = vec![0.0; k];
    let mut z = vec![0.0; d];
    let mut w = vec![0.0; d];
    for point in 0..n {
        for c in 0..k {
            for i in 0..d {
                z[i] = points[point * d + i] - mu[c * d + i];
            }
            for i in 0..d {
                w[i] = diagonals[c * d + i] * z[i];
            }
            let mut p = c * below;
            for i in 0..d {
                for j in i + 1..d {
                    w[j] += l[p] * z[i];
                    p += 1;
                }
            }
            let mut square = 0.0;
            for i in 0..d {
                square += w[i] * w[i];
            }
            terms[c] = logarithms[c] - 0.5 * square;
        }
        total += log_sum_exp(&terms);
    }
    total - n as f64 * log_sum_exp(alpha) - (0.5 * gamma * gamma) * squares + m * sums + constant
}

/// `alpha`, `mu`, `q`, `l`, one distribution after the other.
pub type Parameters = (Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>);

fn expression(data: &Data) -> Gmm<'_> {
    Gmm { d: data.d, k: data.k, points: &data.points, prior: (data.gamma, data.m, data.constant()) }
}

pub fn objective(data: &Data, (alpha, mu, q, l): &Parameters) -> f64 {
    let e = expression(data);
    gmm(e.d, e.k, e.points, e.prior, alpha, mu, q, l)
}

pub fn gradient(data: &Data, x: &Parameters) -> Parameters {
    adjoint::grad(expression(data)).at(x.clone())
}
