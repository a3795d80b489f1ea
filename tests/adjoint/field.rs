//! Programs of the field: Gaussian mixtures, bundle adjustment, a recurrent network, k-means, least squares, an ODE.

use crate::check;
use ad::prelude::*;

#[exp(adjoint)]
fn logsumexp(x: &[f64]) -> f64 {
    let m = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    x.iter().map(|v| (v - m).exp()).sum::<f64>().ln() + m
}

/// The weights, the means, the logarithms of the diagonals, and the entries below the diagonals, of a mixture.
#[exp(adjoint)]
fn gmm(
    d: usize,
    k: usize,
    #[fixed] x: &[f64],
    #[fixed] gamma: f64,
    alpha: &[f64],
    mu: &[f64],
    q: &[f64],
    l: &[f64],
) -> f64 {
    let n = x.len() / d;
    let below = d * (d - 1) / 2;
    let mut diagonal = vec![0.0; k * d];
    let mut sums = vec![0.0; k];
    for i in 0..k {
        for j in 0..d {
            diagonal[i * d + j] = q[i * d + j].exp();
            sums[i] += q[i * d + j];
        }
    }
    let mut total = 0.0;
    let mut terms = vec![0.0; k];
    let mut centred = vec![0.0; d];
    let mut product = vec![0.0; d];
    for i in 0..n {
        for c in 0..k {
            for j in 0..d {
                centred[j] = x[i * d + j] - mu[c * d + j];
            }
            for j in 0..d {
                product[j] = diagonal[c * d + j] * centred[j];
            }
            let mut p = 0;
            for a in 0..d {
                for b in a + 1..d {
                    product[b] += l[c * below + p] * centred[a];
                    p += 1;
                }
            }
            let mut square = 0.0;
            for j in 0..d {
                square += product[j] * product[j];
            }
            terms[c] = alpha[c] + sums[c] - 0.5 * square;
        }
        total += logsumexp(&terms);
    }
    let mut prior = 0.0;
    for i in 0..k {
        for j in 0..d {
            prior += diagonal[i * d + j] * diagonal[i * d + j];
        }
    }
    for v in l {
        prior += v * v;
    }
    total - n as f64 * logsumexp(alpha) - 0.5 * gamma * gamma * prior
}

#[test]
fn gaussian_mixture() {
    for (d, k, n) in [(1, 1, 1), (2, 3, 1), (2, 3, 4), (4, 2, 3)] {
        let number = |i: usize| ((i * 7919 + 13) % 101) as f64 / 101.0 - 0.4;
        let list = |m: usize, s: usize| (0..m).map(|i| number(i + s)).collect::<Vec<f64>>();
        let x = list(n * d, 5);
        let e = Gmm { d, k, x: &x, gamma: 1.3 };
        let point = (list(k, 1), list(k * d, 20), list(k * d, 40), list(k * d * (d - 1) / 2, 60));
        check::gradient(e, point.clone());
        check::hessian(e, point);
    }
}

#[exp(adjoint)]
fn rodrigues(r: &[f64; 3], y: &[f64; 3]) -> [f64; 3] {
    let squared = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
    if squared != 0.0 {
        let angle = squared.sqrt();
        let (s, c) = angle.sin_cos();
        let v = [r[0] / angle, r[1] / angle, r[2] / angle];
        let cross = [v[1] * y[2] - v[2] * y[1], v[2] * y[0] - v[0] * y[2], v[0] * y[1] - v[1] * y[0]];
        let along = (v[0] * y[0] + v[1] * y[1] + v[2] * y[2]) * (1.0 - c);
        [
            y[0] * c + cross[0] * s + v[0] * along,
            y[1] * c + cross[1] * s + v[1] * along,
            y[2] * c + cross[2] * s + v[2] * along,
        ]
    } else {
        [y[0] + r[1] * y[2] - r[2] * y[1], y[1] + r[2] * y[0] - r[0] * y[2], y[2] + r[0] * y[1] - r[1] * y[0]]
    }
}

#[exp(adjoint)]
fn reprojection(#[fixed] feat: [f64; 2], cam: &[f64; 11], x: &[f64; 3], w: f64) -> [f64; 2] {
    let y = [x[0] - cam[3], x[1] - cam[4], x[2] - cam[5]];
    let p = rodrigues(&[cam[0], cam[1], cam[2]], &y);
    let u = [p[0] / p[2], p[1] / p[2]];
    let s = u[0] * u[0] + u[1] * u[1];
    let scale = 1.0 + cam[9] * s + cam[10] * s * s;
    [w * (cam[6] * scale * u[0] + cam[7] - feat[0]), w * (cam[6] * scale * u[1] + cam[8] - feat[1])]
}

#[test]
fn bundle_adjustment() {
    let e = Reprojection { feat: [-525.672849, 161.811929] };
    let cam = [
        1.797201, 0.590697, -0.635786, 90.859550, 29.361415, 28.777534, 211.628116, -0.284531, -14.762924,
        0.058931, 0.069976,
    ];
    check::jacobian(e, (cam, [4.173048, 5.586898, 1.403869], 0.417022));
    let mut straight = cam;
    straight[..3].fill(0.0);
    check::jacobian(e, (straight, [4.173048, 5.586898, 1.403869], 0.417022));
}

#[exp(adjoint)]
fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[exp(adjoint)]
fn lstm(
    layers: usize,
    b: usize,
    #[fixed] state: &[f64],
    #[fixed] seq: &[f64],
    main: &[f64],
    extra: &[f64],
) -> f64 {
    let c = seq.len() / b;
    let mut hidden = vec![0.0; layers * b];
    let mut cell = vec![0.0; layers * b];
    for l in 0..layers {
        for i in 0..b {
            hidden[l * b + i] = state[2 * l * b + i] + 0.0 * main[0];
            cell[l * b + i] = state[(2 * l + 1) * b + i] + 0.0 * main[0];
        }
    }
    let mut total = 0.0;
    let mut x = vec![0.0; b];
    let mut y = vec![0.0; b];
    for t in 0..c - 1 {
        for i in 0..b {
            x[i] = seq[t * b + i] * extra[i];
        }
        for l in 0..layers {
            let w = &main[8 * l * b..8 * (l + 1) * b];
            for i in 0..b {
                let h = hidden[l * b + i];
                let forget = sigmoid(x[i] * w[i] + w[4 * b + i]);
                let ingate = sigmoid(h * w[b + i] + w[5 * b + i]);
                let outgate = sigmoid(x[i] * w[2 * b + i] + w[6 * b + i]);
                let change = (h * w[3 * b + i] + w[7 * b + i]).tanh();
                let state = cell[l * b + i] * forget + ingate * change;
                cell[l * b + i] = state;
                hidden[l * b + i] = outgate * state.tanh();
                x[i] = hidden[l * b + i];
            }
        }
        let mut z = 2.0;
        for i in 0..b {
            y[i] = x[i] * extra[b + i] + extra[2 * b + i];
            z += y[i].exp();
        }
        let z = z.ln();
        for i in 0..b {
            total += seq[(t + 1) * b + i] * (y[i] - z);
        }
    }
    -total / ((c - 1) * b) as f64
}

#[test]
fn recurrent_network() {
    for (layers, b, c) in [(1, 1, 2), (2, 3, 2), (2, 3, 5)] {
        let number = |i: usize| ((i * 7919 + 13) % 101) as f64 / 101.0;
        let list = |m: usize, s: usize| (0..m).map(|i| number(i + s)).collect::<Vec<f64>>();
        let state = list(2 * layers * b, 3);
        let seq: Vec<f64> = (0..c * b).map(|i| f64::from(i as u32 * 5 % 3 % 2)).collect();
        let e = Lstm { layers, b, state: &state, seq: &seq };
        check::gradient(e, (list(8 * layers * b, 9), list(3 * b, 31)));
        check::hessian(e, (list(8 * layers * b, 9), list(3 * b, 31)));
    }
}

#[exp(adjoint)]
fn kmeans(d: usize, #[fixed] points: &[f64], centroids: &[f64]) -> f64 {
    let mut cost = 0.0;
    for p in points.chunks(d) {
        let mut least = f64::INFINITY;
        for c in centroids.chunks(d) {
            let mut distance = 0.0;
            for (a, b) in p.iter().zip(c) {
                distance += (a - b) * (a - b);
            }
            if distance < least {
                least = distance;
            }
        }
        cost += least;
    }
    cost
}

#[test]
fn nearest_centroids() {
    let points = [0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 5.0, 5.0, 6.0, 5.5];
    let e = Kmeans { d: 2, points: &points };
    check::gradient(e, vec![0.5, 0.25, 5.0, 6.0]);
    assert_eq!(adjoint::grad(e).eval(F64, vec![0.5, 0.25, 5.0, 6.0]), [1.0, -0.5, -2.0, 3.0]);
}

#[exp(adjoint)]
fn least_squares(n: usize, x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..n {
        let t = -1.0 + 2.0 * i as f64 / (n as f64 - 1.0);
        let s = if 2 * i + 1 < n {
            -1.0
        } else if 2 * i + 1 > n {
            1.0
        } else {
            0.0
        };
        let mut residual = s;
        let mut power = 1.0;
        for v in x {
            residual -= v * power;
            power = power * t;
        }
        sum += residual * residual;
    }
    0.5 * sum
}

#[test]
fn least_squares_with_running_powers() {
    let e = LeastSquares { n: 5 };
    assert!((e.eval(F64, vec![0.1, 0.7, -0.3]) - 0.558125).abs() < 1e-12);
    check::gradient(e, vec![0.1, 0.7, -0.3]);
    check::hessian(e, vec![0.1, 0.7, -0.3]);
}

#[exp(adjoint)]
fn ode(s: usize, x: &[f64]) -> f64 {
    let n = x.len();
    let h = 2.0 / s as f64;
    let mut y = vec![0.0; n];
    let mut k1 = vec![0.0; n];
    let mut k2 = vec![0.0; n];
    let mut k3 = vec![0.0; n];
    let mut k4 = vec![0.0; n];
    for _ in 0..s {
        k1[0] = x[0];
        k2[0] = x[0];
        k3[0] = x[0];
        k4[0] = x[0];
        for i in 1..n {
            k1[i] = x[i] * y[i - 1];
        }
        for i in 1..n {
            k2[i] = x[i] * (y[i - 1] + 0.5 * h * k1[i - 1]);
        }
        for i in 1..n {
            k3[i] = x[i] * (y[i - 1] + 0.5 * h * k2[i - 1]);
        }
        for i in 1..n {
            k4[i] = x[i] * (y[i - 1] + h * k3[i - 1]);
        }
        for i in 0..n {
            y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
    y[n - 1]
}

#[test]
fn ode_of_gradbench() {
    let x = vec![0.5, 1.5, 2.0, 0.75, 1.25, 3.0];
    check::gradient(Ode { s: 4 }, x.clone());
    check::hessian(Ode { s: 4 }, x.clone());
    let expected =
        [0.736083984375, 0.245361328125, 0.18402099609375, 0.49072265625, 0.29443359375, 0.1226806640625];
    check::close(&adjoint::grad(Ode { s: 4 }).eval(F64, x), &expected, 1e-14);
}
