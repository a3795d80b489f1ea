//! Gradients at many points: `cargo bench --bench lanes`. Nanoseconds a point, as a multiple of the plain function's.

use std::hint::black_box;

use ad::prelude::*;
use ad::{Many, Same};

mod programs;
mod timing;
use programs::*;
use timing::{Group, print, run};

/// The value and the gradient of `$e` at `$points`: alone, and in lanes.
macro_rules! group {
    ($name:literal, $e:expr, $points:expr, $plain:expr) => {{
        let (e, points, plain) = ($e, Vec::leak($points), $plain);
        let points = &*points;
        let gradient = adjoint::value_and_grad(e);
        let n = points.len();
        macro_rules! lanes {
            ($W:literal) => {{
                let many = Many::new(gradient).width::<$W>();
                let mut results: Vec<_> = points.iter().map(|x| (0.0, x.clone())).collect();
                (
                    concat!(stringify!($W), " lanes"),
                    run(move || many.values_into(black_box(points), &mut results)),
                )
            }};
        }
        let mut alone: Vec<_> = points.iter().map(|x| (0.0, x.clone())).collect();
        let mut values = vec![0.0; n];
        let mut together = values.clone();
        let many = Many::new(e);
        let fast = Many::new(gradient).vectorized();
        let mut fast_results = alone.clone();
        let fast_value = Many::new(e).vectorized();
        let mut fast_values = values.clone();
        Group {
            name: $name,
            value: run(move || values.iter_mut().zip(black_box(points)).for_each(|(y, x)| *y = plain(x))),
            derivatives: vec![
                (
                    "adjoint",
                    run(move || {
                        let mut prepared = Prepared::new(e);
                        alone
                            .iter_mut()
                            .zip(black_box(points))
                            .for_each(|((y, g), x)| *y = prepared.value_and_grad_into(x, g));
                    }),
                ),
                ("value, 8 lanes", run(move || many.values_into(black_box(points), &mut together))),
                lanes!(2),
                lanes!(4),
                lanes!(8),
                lanes!(16),
                ("8 lanes, vectorized", run(move || fast.values_into(black_box(points), &mut fast_results))),
                ("value, 8 lanes, vectorized", run(move || fast_value.values_into(black_box(points), &mut fast_values))),
            ],
        }
    }};
}

/// `n` points around `center`.
fn around<const N: usize>(n: usize, center: [f64; N], width: f64) -> Vec<[f64; N]> {
    let mut random = Random::new();
    (0..n).map(|_| center.map(|x| x * (1.0 + width * random.next()))).collect()
}

fn lorenz_() -> Group {
    group!(
        "Lorenz, Euler, 1000 steps, 6 inputs",
        LorenzByEuler { steps: 1000 },
        around(64, LORENZ_POINT, 0.1),
        |x: &[f64; 6]| lorenz_by_euler(1000, *x)
    )
}

fn recurrence_() -> Group {
    group!(
        "rational recurrence, 100 steps, 3 inputs",
        Recurrence { n: 100 },
        around(256, [0.5, 0.7, 1.5], 0.1),
        |x: &[f64; 3]| recurrence(100, *x)
    )
}

fn black_scholes_() -> Group {
    group!(
        "Black–Scholes, 5 inputs",
        BlackScholes,
        around(4096, [100.0, 100.0, 0.03, 0.2, 1.0], 0.2),
        |x: &[f64; 5]| black_scholes(*x)
    )
}

fn kepler_() -> Group {
    let mut random = Random::new();
    let points = (0..4096).map(|_| [3.0 * random.next(), 0.5 + 0.45 * random.next()]).collect();
    group!("Kepler by Newton, scattered", Kepler, points, |x: &[f64; 2]| kepler(*x))
}

fn kepler_sorted() -> Group {
    let mut random = Random::new();
    let mut points: Vec<[f64; 2]> =
        (0..4096).map(|_| [3.0 * random.next(), 0.5 + 0.45 * random.next()]).collect();
    points.sort_by(|a, b| a.partial_cmp(b).unwrap());
    group!("Kepler by Newton, sorted", Kepler, points, |x: &[f64; 2]| kepler(*x))
}

const STEPS: usize = 252;

fn heston_() -> Group {
    let mut random = Random::new();
    let points: Vec<(Vec<f64>, [f64; 5])> =
        (0..256).map(|_| (random.vec(2 * STEPS), [1.0, 0.04, 0.04, 1.5, 0.3])).collect();
    group!("Heston path, 252 steps, 5 inputs", Heston, points, |(noise, x): &(Vec<f64>, [f64; 5])| heston(
        noise, *x
    ))
}

fn gmm_() -> Group {
    let (d, k) = (10, 25);
    let (gmm, (alpha, mu, q, l)) = gmm_problem(d, k, 64);
    let e = GmmDatum { d, k };
    let data: &[[f64; 10]] =
        Vec::leak(gmm.points.0.chunks(d).map(|point| point.try_into().unwrap()).collect());
    let rest = (alpha, q, mu, l);
    let mut values = vec![0.0; data.len()];
    let mut together = values.clone();
    let mut alone: Vec<_> = vec![(0.0, rest.clone()); data.len()];
    let common = Box::leak(Box::new((
        Same(rest.0.clone()),
        Same(rest.1.clone()),
        Same(rest.2.clone()),
        Same(rest.3.clone()),
    )));
    let (a, q, m, l) = (&common.0, &common.1, &common.2, &common.3);
    macro_rules! lanes {
        ($W:literal) => {{
            let many = Many::new(reverse::value_and_grad_given(e)).width::<$W>();
            let mut results = alone.clone();
            (
                concat!(stringify!($W), " lanes"),
                run(move || many.values_into(&(black_box(data), a, q, m, l), &mut results)),
            )
        }};
    }
    let (two, four, eight) = (lanes!(2), lanes!(4), lanes!(8));
    let point = rest.clone();
    let many = Many::new(e);
    Group {
        name: "term of GMM, d = 10, k = 25",
        value: run(move || {
            values
                .iter_mut()
                .zip(black_box(data))
                .for_each(|(y, x)| *y = gmm_datum(d, k, x, &point.0, &point.1, &point.2, &point.3));
        }),
        derivatives: vec![
            (
                "adjoint",
                run(move || {
                    let operator = reverse::value_and_grad_given(e);
                    alone.iter_mut().zip(black_box(data)).for_each(|(y, x)| {
                        *y = ad::call::value(&operator, &(x, &rest.0, &rest.1, &rest.2, &rest.3));
                    });
                }),
            ),
            ("value, 8 lanes", run(move || many.values_into(&(black_box(data), a, q, m, l), &mut together))),
            two,
            four,
            eight,
        ],
    }
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let all: [fn() -> Group; 7] =
        [lorenz_, recurrence_, black_scholes_, heston_, gmm_, kepler_, kepler_sorted];
    print(&all, |name| wanted.is_empty() || wanted.iter().any(|part| name.contains(part)));
}
