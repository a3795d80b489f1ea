//! The likelihood of a Gaussian mixture.

use super::{Points, Random};
use ad::prelude::*;
use ad::{Num, Of, OrderedDict, Real, RealDict, Signature, terms};

/// ln Σ exp vᵢ
#[exp(adjoint)]
pub fn log_sum_exp(v: &[f64]) -> f64 {
    let mut most = v[0];
    for i in 1..v.len() {
        if v[i] > most {
            most = v[i];
        }
    }
    let mut sum = 0.0;
    for i in 0..v.len() {
        sum += (v[i] - most).exp();
    }
    sum.ln() + most
}

/// The log-likelihood of `points` under a mixture of `k` normal distributions in `d` dimensions, with the Wishart prior for γ =
/// 1, m = 0. The parameters are weights `alpha` and means `mu`. The inverse square roots of the covariances have the logarithms
/// `q` on their diagonals and the entries `l` below.
#[exp(adjoint)]
pub fn gmm(
    d: usize,
    k: usize,
    #[fixed] points: &Points,
    alpha: &[f64],
    mu: &[f64],
    q: &[f64],
    l: &[f64],
) -> f64 {
    let below = d * (d - 1) / 2;
    let mut diagonals = vec![0.0; k * d];
    let mut logarithms = vec![0.0; k];
    let mut squares = 0.0;
    for c in 0..k {
        let mut sum = alpha[c];
        for i in 0..d {
            let e = q[c * d + i].exp();
            squares += e * e;
            diagonals[c * d + i] = e;
            sum += q[c * d + i];
        }
        logarithms[c] = sum;
        for i in 0..below {
            squares += l[c * below + i] * l[c * below + i];
        }
    }
    let mut total = 0.0;
    let mut terms = vec![0.0; k];
    let mut z = vec![0.0; d];
    let mut w = vec![0.0; d];
    for n in 0..points.0.len() / d {
        for c in 0..k {
            for i in 0..d {
                z[i] = points.0[n * d + i] - mu[c * d + i];
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
    total - (points.0.len() / d) as f64 * log_sum_exp(alpha) - 0.5 * squares
}

/// The contribution of one point. The diagonals and the initial values of its sums are computed once for all points.
#[exp]
pub fn gmm_point(
    d: usize,
    k: usize,
    #[fixed] point: &[f64],
    logarithms: &[f64],
    diagonals: &[f64],
    mu: &[f64],
    l: &[f64],
) -> f64 {
    let below = d * (d - 1) / 2;
    let mut terms = vec![0.0; k];
    let mut z = vec![0.0; d];
    let mut w = vec![0.0; d];
    for c in 0..k {
        for i in 0..d {
            z[i] = point[i] - mu[c * d + i];
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
    log_sum_exp(&terms)
}

/// The same likelihood as a sum of terms.
#[derive(Clone)]
pub struct GmmByTerms {
    d: usize,
    k: usize,
    points: Vec<Vec<f64>>,
}

impl GmmByTerms {
    pub fn of(Gmm { d, k, points }: &Gmm<'_>) -> Self {
        GmmByTerms { d: *d, k: *k, points: points.0.chunks_exact(*d).map(<[f64]>::to_vec).collect() }
    }
}

impl Signature for GmmByTerms {
    type In = (Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>);
    type Out = f64;
}

impl<D: RealDict + OrderedDict> Exp<D> for GmmByTerms {
    fn apply(&self, dict: D, (alpha, mu, q, l): &Of<Self::In, Num<D>>) -> Num<D> {
        let (d, k) = (self.d, self.k);
        let diagonals: Vec<_> = q.iter().map(|q| q.exp()).collect();
        let logarithms: Vec<_> =
            alpha.iter().zip(q.chunks_exact(d)).map(|(alpha, q)| alpha + q.iter().sum::<Num<D>>()).collect();
        let squares = diagonals.iter().chain(l).map(|x| x * x).sum::<Num<D>>();
        let common = (logarithms, diagonals, mu.clone(), l.clone());
        let points = terms(&self.points, |point| GmmPoint { d, k, point });
        points.apply(dict, &common) - log_sum_exp(alpha) * (self.points.len() as f64) - squares * 0.5
    }
}

/// The arguments for `n` points: the mixture, and where.
pub fn gmm_problem(d: usize, k: usize, n: usize) -> (Gmm<'static>, (Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>)) {
    let mut random = Random::new();
    let points = Box::leak(Box::new(Points(random.vec(n * d))));
    let at = (random.vec(k), random.vec(k * d), random.vec(k * d), random.vec(k * d * (d - 1) / 2));
    (Gmm { d, k, points }, at)
}
