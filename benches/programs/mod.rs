//! The programs that are timed: plain functions with `#[exp]`, and the data that they are timed on.
//!
//! Gaussian mixture (GMM), bundle adjustment (BA) and LSTM are those of GradBench and ADBench, without the terms that
//! are constant. Data are pseudo-random numbers of a fixed seed.

#![allow(dead_code, unreachable_pub, reason = "not every bench times every program")]
#![allow(
    clippy::needless_range_loop,
    clippy::if_not_else,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "the code is that of the formulas, and the numbers are small"
)]

use ad::prelude::*;
use ad::{Num, Of, OrderedDict, Real, RealDict, Signature, terms};

/// The generator of D. Lehmer, with the multiplier of S. Park and K. Miller.
pub struct Random(u32);

impl Random {
    pub fn new() -> Self {
        Random(31_337)
    }

    /// Uniform in [-1, 1).
    pub fn next(&mut self) -> f64 {
        self.0 = (u64::from(self.0) * 48_271 % 2_147_483_647) as u32;
        f64::from(self.0) / 1_073_741_823.5 - 1.0
    }

    pub fn vec(&mut self, n: usize) -> Vec<f64> {
        (0..n).map(|_| self.next()).collect()
    }
}

// ---------------------------------------------------------------------------------------------- Rosenbrock

/// Σ 100 (xᵢ₊₁ - xᵢ²)² + (1 - xᵢ)²
#[exp(adjoint)]
pub fn rosenbrock(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() - 1 {
        let a = x[i + 1] - x[i] * x[i];
        let b = 1.0 - x[i];
        sum += 100.0 * a * a + b * b;
    }
    sum
}

/// The same by an iterator.
#[exp(adjoint, name = RosenbrockByWindows)]
pub fn rosenbrock_by_windows(x: &[f64]) -> f64 {
    x.windows(2).map(|w| 100.0 * (w[1] - w[0] * w[0]).powi(2) + (1.0 - w[0]).powi(2)).sum()
}

/// The same for an array.
#[exp(adjoint, name = RosenbrockOf)]
pub fn rosenbrock_of<const N: usize>(x: [f64; N]) -> f64 {
    rosenbrock(&x)
}

/// A term of it, a call of which is one step.
#[exp(adjoint, step)]
pub fn rosenbrock_term(x: f64, next: f64) -> f64 {
    let a = next - x * x;
    let b = 1.0 - x;
    100.0 * a * a + b * b
}

/// The same by its terms.
#[exp(name = RosenbrockBySteps)]
pub fn rosenbrock_by_steps(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() - 1 {
        sum += rosenbrock_term(x[i], x[i + 1]);
    }
    sum
}

/// A point with no symmetry.
pub fn rosenbrock_point(n: usize) -> Vec<f64> {
    (0..n).map(|i| (i as f64).sin()).collect()
}

// -------------------------------------------------------------------------------------------------- Lorenz

/// The right-hand side of the system of E. Lorenz.
#[exp(adjoint)]
pub fn lorenz_rate(u: [f64; 3], p: [f64; 3]) -> [f64; 3] {
    let [x, y, z] = u;
    let [sigma, rho, beta] = p;
    [sigma * (y - x), x * (rho - z) - y, x * y - beta * z]
}

/// u + h·k
#[exp(adjoint)]
pub fn lorenz_ahead(u: [f64; 3], h: f64, k: [f64; 3]) -> [f64; 3] {
    [u[0] + h * k[0], u[1] + h * k[1], u[2] + h * k[2]]
}

/// The sum of the coordinates after so many steps of the classical method of Runge and Kutta, from the first three
/// numbers, with the other three as parameters.
#[exp(adjoint)]
pub fn lorenz(steps: usize, x: [f64; 6]) -> f64 {
    let mut u = [x[0], x[1], x[2]];
    let p = [x[3], x[4], x[5]];
    for _ in 0..steps {
        let k1 = lorenz_rate(u, p);
        let k2 = lorenz_rate(lorenz_ahead(u, 0.00005, k1), p);
        let k3 = lorenz_rate(lorenz_ahead(u, 0.00005, k2), p);
        let k4 = lorenz_rate(lorenz_ahead(u, 0.0001, k3), p);
        for i in 0..3 {
            u[i] += (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]) * (0.0001 / 6.0);
        }
    }
    u[0] + u[1] + u[2]
}

/// The same by the method of Euler.
#[exp(adjoint, name = LorenzByEuler)]
pub fn lorenz_by_euler(steps: usize, x: [f64; 6]) -> f64 {
    let (mut a, mut b, mut c) = (x[0], x[1], x[2]);
    for _ in 0..steps {
        let da = x[3] * (b - a);
        let db = a * (x[4] - c) - b;
        let dc = a * b - x[5] * c;
        a += 0.0001 * da;
        b += 0.0001 * db;
        c += 0.0001 * dc;
    }
    a + b + c
}

pub const LORENZ_POINT: [f64; 6] = [1.0, 1.0, 1.0, 10.0, 28.0, 8.0 / 3.0];

// ----------------------------------------------------------------------------------------------------- GMM

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

/// The logarithm of the likelihood of `points` under a mixture of `k` normal distributions in `d` dimensions: weights
/// `alpha`, means `mu`, and of the inverse square roots of the covariances the logarithms `q` of the diagonals and the
/// entries `l` below them. With the Wishart prior for γ = 1, m = 0.
#[exp(adjoint)]
pub fn gmm(d: usize, k: usize, points: &Points, alpha: &[f64], mu: &[f64], q: &[f64], l: &[f64]) -> f64 {
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

/// What one point contributes to it: the diagonals, and what its sums begin with, are computed once for all points.
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

/// Points that are not differentiated, `d` numbers each.
#[derive(Clone, Debug)]
pub struct Points(pub Vec<f64>);

/// The arguments for `n` points: the mixture, and where.
pub fn gmm_problem(d: usize, k: usize, n: usize) -> (Gmm<'static>, (Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>)) {
    let mut random = Random::new();
    let points = Box::leak(Box::new(Points(random.vec(n * d))));
    let at = (random.vec(k), random.vec(k * d), random.vec(k * d), random.vec(k * d * (d - 1) / 2));
    (Gmm { d, k, points }, at)
}

// ------------------------------------------------------------------------------------- bundle adjustment

#[path = "../../examples/gradbench/programs/ba.rs"]
mod ba;

pub use ba::{Reprojection, reprojection};

/// The first of ADBench's observations.
pub const OBSERVATION: ([f64; 2], ([f64; 11], [f64; 3], f64)) = (
    [-525.672_849, 161.811_929],
    (
        [
            1.797_201,
            0.590_697,
            -0.635_786,
            90.859_550,
            29.361_415,
            28.777_534,
            211.628_116,
            -0.284_531,
            -14.762_924,
            0.058_931,
            0.069_976,
        ],
        [4.173_048, 5.586_898, 1.403_869],
        0.417_022,
    ),
);

// ---------------------------------------------------------------------------------------------------- LSTM

#[exp(adjoint)]
pub fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The loss of a diagonal LSTM of two layers that predicts each element of a sequence from those before: weights and
/// biases of the gates, eight times the width for each layer; then those of the input and of the output.
#[exp(adjoint)]
pub fn lstm(b: usize, sequence: &Points, main: &[f64], extra: &[f64]) -> f64 {
    let layers = main.len() / (8 * b);
    let steps = sequence.0.len() / b;
    let mut h = vec![0.0; layers * b];
    let mut cell = vec![0.0; layers * b];
    let mut x = vec![0.0; b];
    let mut y = vec![0.0; b];
    let mut total = 0.0;
    for t in 0..steps - 1 {
        for i in 0..b {
            x[i] = sequence.0[t * b + i] * extra[i];
        }
        for layer in 0..layers {
            let at = layer * 8 * b;
            for i in 0..b {
                let s = layer * b + i;
                let forget = sigmoid(x[i] * main[at + i] + main[at + 4 * b + i]);
                let ingate = sigmoid(h[s] * main[at + b + i] + main[at + 5 * b + i]);
                let outgate = sigmoid(x[i] * main[at + 2 * b + i] + main[at + 6 * b + i]);
                let change = (h[s] * main[at + 3 * b + i] + main[at + 7 * b + i]).tanh();
                cell[s] = cell[s] * forget + ingate * change;
                h[s] = outgate * cell[s].tanh();
                x[i] = h[s];
            }
        }
        let mut sum = 2.0;
        for i in 0..b {
            y[i] = x[i] * extra[b + i] + extra[2 * b + i];
            sum += y[i].exp();
        }
        let z = sum.ln();
        for i in 0..b {
            total += sequence.0[(t + 1) * b + i] * (y[i] - z);
        }
    }
    -total / ((steps - 1) * b) as f64
}

/// A gate, a call of which is one step.
#[exp(adjoint, step)]
pub fn gate(x: f64, weight: f64, bias: f64) -> f64 {
    1.0 / (1.0 + (-(x * weight + bias)).exp())
}

/// What a cell is changed by, as one step.
#[exp(adjoint, step)]
pub fn change_of_cell(h: f64, weight: f64, bias: f64) -> f64 {
    (h * weight + bias).tanh()
}

/// A cell that is changed, as one step.
#[exp(adjoint, step)]
pub fn changed_cell(cell: f64, forget: f64, ingate: f64, change: f64) -> f64 {
    cell * forget + ingate * change
}

/// What a cell gives, as one step.
#[exp(adjoint, step)]
pub fn output_of_cell(outgate: f64, cell: f64) -> f64 {
    outgate * cell.tanh()
}

/// The same by these.
#[exp(name = LstmBySteps)]
pub fn lstm_by_steps(b: usize, sequence: &Points, main: &[f64], extra: &[f64]) -> f64 {
    let layers = main.len() / (8 * b);
    let steps = sequence.0.len() / b;
    let mut h = vec![0.0; layers * b];
    let mut cell = vec![0.0; layers * b];
    let mut x = vec![0.0; b];
    let mut y = vec![0.0; b];
    let mut total = 0.0;
    for t in 0..steps - 1 {
        for i in 0..b {
            x[i] = sequence.0[t * b + i] * extra[i];
        }
        for layer in 0..layers {
            let at = layer * 8 * b;
            for i in 0..b {
                let s = layer * b + i;
                let forget = gate(x[i], main[at + i], main[at + 4 * b + i]);
                let ingate = gate(h[s], main[at + b + i], main[at + 5 * b + i]);
                let outgate = gate(x[i], main[at + 2 * b + i], main[at + 6 * b + i]);
                let change = change_of_cell(h[s], main[at + 3 * b + i], main[at + 7 * b + i]);
                cell[s] = changed_cell(cell[s], forget, ingate, change);
                h[s] = output_of_cell(outgate, cell[s]);
                x[i] = h[s];
            }
        }
        let mut sum = 2.0;
        for i in 0..b {
            y[i] = x[i] * extra[b + i] + extra[2 * b + i];
            sum += y[i].exp();
        }
        let z = sum.ln();
        for i in 0..b {
            total += sequence.0[(t + 1) * b + i] * (y[i] - z);
        }
    }
    -total / ((steps - 1) * b) as f64
}

/// Two layers of width 14 and 1024 elements: the least of ADBench's problems.
pub fn lstm_problem() -> (Lstm<'static>, (Vec<f64>, Vec<f64>)) {
    let (b, layers, steps) = (14, 2, 1024);
    let mut random = Random::new();
    let bits = (0..steps * b).map(|_| f64::from(u8::from(random.next() > 0.0))).collect();
    let sequence = Box::leak(Box::new(Points(bits)));
    let mut uniform = |n| random.vec(n).into_iter().map(f64::abs).collect();
    (Lstm { b, sequence }, (uniform(layers * 8 * b), uniform(3 * b)))
}

// ----------------------------------------------------------------------------------------------------- RNN

/// h ← tanh(W·h + b), so many times; Σ hᵢ². A matrix with a row for each number of the state.
#[exp(adjoint)]
pub fn rnn(steps: usize, w: &[f64], bias: &[f64], h: &[f64]) -> f64 {
    let n = h.len();
    let mut h = h.to_vec();
    let mut next = h.clone();
    for _ in 0..steps {
        for i in 0..n {
            let mut sum = bias[i];
            for j in 0..n {
                sum += w[i * n + j] * h[j];
            }
            next[i] = sum.tanh();
        }
        h.copy_from_slice(&next);
    }
    let mut sum = 0.0;
    for i in 0..n {
        sum += h[i] * h[i];
    }
    sum
}

/// The same, by scalar products.
#[exp]
pub fn rnn_by_dot(steps: usize, w: &[f64], bias: &[f64], h: &[f64]) -> f64 {
    let n = h.len();
    let mut h = h.to_vec();
    let mut next = h.clone();
    for _ in 0..steps {
        for i in 0..n {
            next[i] = (bias[i] + ad::dot(&w[i * n..(i + 1) * n], &h)).tanh();
        }
        h.copy_from_slice(&next);
    }
    ad::dot(&h, &h)
}

pub fn rnn_problem() -> (Rnn, (Vec<f64>, Vec<f64>, Vec<f64>)) {
    let n = 32;
    let mut random = Random::new();
    let w = random.vec(n * n).into_iter().map(|w| 0.3 * w).collect();
    (Rnn { steps: 10 }, (w, random.vec(n), random.vec(n)))
}
