//! GradBench's programs: `cargo bench --bench gradbench`. `README.md` discusses the numbers. A ratio is the time of the
//! derivative to that of the value, as the example evaluates them, including all conversions.

#![allow(dead_code, unreachable_pub, reason = "the example has more than is timed")]
#![allow(
    clippy::needless_range_loop,
    clippy::cast_precision_loss,
    clippy::unreadable_literal,
    reason = "see the example"
)]

use std::hint::black_box;

#[path = "../examples/gradbench/programs/mod.rs"]
mod programs;
mod timing;

use programs::ht::{Bone, Correspondence, Model, Vertex};
use programs::{ba, det, gmm, ht, kmeans, llsq, lse, lstm, ode, particle, saddle};
use timing::{Group, print, run};

/// Uniform in [0, 1): the generator of D. Lehmer, with the multiplier of S. Park and K. Miller.
fn uniform(n: usize) -> Vec<f64> {
    let mut state = 31_337_u64;
    let mut next = || {
        state = state * 48_271 % 2_147_483_647;
        state as f64 / 2_147_483_647.0
    };
    (0..n).map(|_| next()).collect()
}

fn chunks(all: &[f64], n: usize) -> Vec<Vec<f64>> {
    all.chunks(n).map(<[f64]>::to_vec).collect()
}

/// A value and its derivative, of the same input.
fn group<X: Clone + 'static, Y, D>(
    name: &'static str,
    derivative: &'static str,
    x: X,
    value: impl Fn(&X) -> Y + 'static,
    slope: impl Fn(&X) -> D + 'static,
) -> Group {
    let again = x.clone();
    Group {
        name,
        value: run(move || value(black_box(&x))),
        derivatives: vec![(derivative, run(move || slope(black_box(&again))))],
    }
}

fn least_squares() -> Group {
    group(
        "llsq, 128 coefficients, 1024 points",
        "gradient",
        uniform(128),
        move |x| llsq::primal(x, 1024),
        move |x| llsq::gradient(x, 1024),
    )
}

fn log_sum_exp() -> Group {
    group("lse, n = 10 000", "gradient", uniform(10_000), move |x| lse::log_sum_exp(x), |x| lse::gradient(x))
}

fn determinant() -> Group {
    group("det, 7 × 7", "gradient", uniform(49), move |a| det::primal(a, 7), move |a| det::gradient(a, 7))
}

fn mixture(name: &'static str, d: usize, k: usize) -> Group {
    let data = gmm::Data { d, k, points: uniform(1000 * d), gamma: 1.0, m: 0.0 };
    let again = data.clone();
    let x = (uniform(k), uniform(k * d), uniform(k * d), uniform(k * d * (d - 1) / 2));
    group(name, "gradient", x, move |x| gmm::objective(&data, x), move |x| gmm::gradient(&again, x))
}

fn small_mixture() -> Group {
    mixture("gmm, d = 2, k = 5, n = 1000", 2, 5)
}

fn large_mixture() -> Group {
    mixture("gmm, d = 10, k = 25, n = 1000", 10, 25)
}

fn bundle() -> Group {
    let (n, m, p) = (49, 776, 3184);
    let seen = |i| ba::Observation { camera: i % n, point: i % m, feature: [-525.672_849, 161.811_929] };
    let observations: Vec<_> = (0..p).map(seen).collect();
    let again = observations.clone();
    let camera = [
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
    ];
    let x = (vec![camera; n], vec![[4.173_048, 5.586_898, 1.403_869]; m], vec![0.417_022; p]);
    let mut problem = ba::problem(&observations, &x);
    let at = problem.start().to_vec();
    let mut entries = vec![0.0; problem.jacobian_pattern().nonzeros()];
    let prepared =
        run(move || problem.jacobian_into(black_box(&at), &mut entries).expect("no number is compared"));
    let mut group = group(
        "ba, 3184 observations",
        "sparse Jacobian",
        x,
        move |x| ba::objective(&observations, x),
        move |x| ba::jacobian(&again, x),
    );
    group.derivatives.push(("in the same memory", prepared));
    group
}

fn clusters() -> Group {
    let points = chunks(&uniform(8 * 1000), 8);
    let centroids = points[990..].to_vec();
    let again = points.clone();
    group(
        "kmeans, 10 of 1000 in 8 dimensions",
        "dir",
        centroids,
        move |c| kmeans::cost(&points, c),
        move |c| kmeans::direction(&again, c),
    )
}

fn recurrent() -> Group {
    let (b, layers, steps) = (14, 2, 1024);
    let sequence = uniform(b * steps).into_iter().map(f64::round).collect();
    let data = lstm::Data { b, state: vec![0.0; 2 * layers * b], sequence };
    let again = data.clone();
    let x = (uniform(layers * 8 * b), uniform(3 * b));
    group(
        "lstm, 2 layers, 1024 characters",
        "gradient",
        x,
        move |x| lstm::objective(&data, x),
        move |x| lstm::gradient(&again, x),
    )
}

fn equations() -> Group {
    let x = uniform(1000).into_iter().map(|x| 1.0 + x).collect::<Vec<_>>();
    group("ode, n = 1000, 10 steps", "gradient", x, move |x| ode::ode(10, x), move |x| ode::gradient(x, 10))
}

fn hand() -> Group {
    let r = uniform(4000);
    let affine = |i: usize| [0, 1, 2].map(|j| [0, 1, 2, 3].map(|k| r[16 * i + 4 * j + k] - 0.5));
    let bone = |i: usize| Bone {
        parent: if i == 0 { None } else { Some(if i % 4 == 2 { 0 } else { i - 1 }) },
        base_relative: affine(i),
        inverse_base_absolute: affine(i + 22),
    };
    let vertex = |i: usize| Vertex {
        base: [r[i], r[i + 1], r[i + 2]],
        weights: (0..4).map(|k| ((i + 5 * k) % 22, r[i + k])).collect(),
    };
    let model = Model {
        bones: (0..22).map(bone).collect(),
        vertices: (0..1000).map(vertex).collect(),
        triangles: Vec::new(),
        is_mirrored: false,
    };
    let points: Vec<_> =
        (0..1000).map(|i| Correspondence { index: i, point: [r[i], r[i + 7], r[i + 9]] }).collect();
    let (model_again, points_again) = (model.clone(), points.clone());
    let theta: [f64; 26] = std::array::from_fn(|i| r[i]);
    group(
        "ht, 1000 correspondences",
        "Jacobian",
        theta,
        move |x| ht::simple(&model, &points, *x),
        move |x| ht::simple_jacobian(&model_again, &points_again, *x),
    )
}

/// Descents have no value without derivatives: here the ratio is to the first mode.
fn particles() -> Group {
    Group {
        name: "particle, ff",
        value: run(|| particle::ff(black_box(0.0))),
        derivatives: vec![
            ("fr", run(|| particle::fr(black_box(0.0)))),
            ("rf", run(|| particle::rf(black_box(0.0)))),
            ("rr", run(|| particle::rr(black_box(0.0)))),
        ],
    }
}

fn saddles() -> Group {
    let start = [1.0, 1.0];
    Group {
        name: "saddle, ff",
        value: run(move || saddle::ff(black_box(start))),
        derivatives: vec![
            ("fr", run(move || saddle::fr(black_box(start)))),
            ("rf", run(move || saddle::rf(black_box(start)))),
            ("rr", run(move || saddle::rr(black_box(start)))),
        ],
    }
}

const GROUPS: [fn() -> Group; 12] = [
    least_squares,
    log_sum_exp,
    determinant,
    small_mixture,
    large_mixture,
    bundle,
    clusters,
    recurrent,
    equations,
    hand,
    particles,
    saddles,
];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    print(&GROUPS, |name| wanted.is_empty() || wanted.iter().any(|part| name.contains(&**part)));
}
