//! Gradients at many points: `cargo bench --bench lanes`. Nanoseconds a point, as a multiple of the plain function's.

use std::hint::black_box;

use ad::prelude::*;
use ad::{Columns, Many, Same};

mod programs;
mod timing;
use programs::*;
use timing::{Group, print, run};

macro_rules! timed {
    ($name:literal, $points:ident, $results:ident, $many:expr) => {{
        let prepared = $many;
        let mut results = $results.clone();
        ($name, run(move || prepared.values_into(black_box($points), &mut results)))
    }};
}

/// The value and the gradient of `$e`, alone and in lanes. `$points` is a list of points, and `$operator` makes the gradient. `$many` is
/// the same list for lanes, perhaps in another layout.
macro_rules! group {
    ($name:literal, $e:expr, $operator:expr, $points:expr, $many:expr, $results:expr, $plain:expr) => {{
        let (e, operator, points, plain) = ($e, $operator, Vec::leak($points), $plain);
        let points = &*points;
        let many = Box::leak(Box::new($many(points)));
        let many = &*many;
        let results = $results(points);
        let mut values = vec![0.0; points.len()];
        let (mut together, mut fast) = (values.clone(), values.clone());
        let (lanes, vectorized) = (Many::new(e), Many::new(e).vectorized());
        Group {
            name: $name,
            value: run(move || {
                values.iter_mut().zip(black_box(points)).for_each(|(y, x)| *y = plain(x));
            }),
            derivatives: vec![
                ("value, 8 lanes", run(move || lanes.values_into(black_box(many), &mut together))),
                ("value, 8 lanes, vectorized", run(move || vectorized.values_into(black_box(many), &mut fast))),
                timed!("gradient, alone", many, results, Many::new(operator).one_by_one()),
                timed!("gradient, 2 lanes", many, results, Many::new(operator).width::<2>()),
                timed!("gradient, 4 lanes", many, results, Many::new(operator).width::<4>()),
                timed!("gradient, 8 lanes", many, results, Many::new(operator)),
                timed!("gradient, 16 lanes", many, results, Many::new(operator).width::<16>()),
                timed!("gradient, alone, vectorized", many, results, Many::new(operator).vectorized().one_by_one()),
                timed!("gradient, 8 lanes, vectorized", many, results, Many::new(operator).vectorized()),
                timed!("gradient, 16 lanes, vectorized", many, results, Many::new(operator).vectorized().width::<16>()),
            ],
        }
    }};
}

fn list<T: Clone>(points: &[T]) -> Vec<T> {
    points.to_vec()
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
        reverse::value_and_grad(LorenzByEuler { steps: 1000 }),
        around(64, LORENZ_POINT, 0.1),
        list,
        |points: &[_]| points.iter().map(|x| (0.0, *x)).collect::<Vec<_>>(),
        |x: &[f64; 6]| lorenz_by_euler(1000, *x)
    )
}

fn recurrence_() -> Group {
    group!(
        "rational recurrence, 100 steps, 3 inputs",
        Recurrence { n: 100 },
        reverse::value_and_grad(Recurrence { n: 100 }),
        around(256, [0.5, 0.7, 1.5], 0.1),
        list,
        |points: &[_]| points.iter().map(|x| (0.0, *x)).collect::<Vec<_>>(),
        |x: &[f64; 3]| recurrence(100, *x)
    )
}

/// Points and results are columns.
fn black_scholes_() -> Group {
    type Numbers = (f64, f64, f64, f64, f64);
    let points = around(4096, [100.0, 100.0, 0.03, 0.2, 1.0], 0.2);
    let columns = |points: &[Numbers]| {
        let column = |part: fn(&Numbers) -> f64| points.iter().map(part).collect::<Vec<f64>>();
        (column(|x| x.0), column(|x| x.1), column(|x| x.2), column(|x| x.3), column(|x| x.4))
    };
    group!(
        "Black–Scholes, 5 inputs",
        BlackScholes,
        reverse::value_and_grad(BlackScholes),
        points.into_iter().map(|[a, b, c, d, e]| (a, b, c, d, e)).collect::<Vec<_>>(),
        |points: &[Numbers]| Columns(columns(points)),
        |points: &[Numbers]| Columns((vec![0.0; points.len()], columns(points))),
        |x: &Numbers| black_scholes(x.0, x.1, x.2, x.3, x.4)
    )
}

/// The path-wise derivative: the noise differs by path, and the parameters are the same.
fn heston_() -> Group {
    const STEPS: usize = 252;
    const PARAMETERS: [f64; 5] = [1.0, 0.04, 0.04, 1.5, 0.3];
    let mut random = Random::new();
    let paths: Vec<Vec<f64>> = (0..256).map(|_| random.vec(2 * STEPS)).collect();
    let columns = |paths: &[Vec<f64>]| {
        let noise: Vec<Vec<f64>> =
            (0..2 * STEPS).map(|i| paths.iter().map(|path| path[i]).collect()).collect();
        (&*Box::leak(Box::new(Columns(noise))), &*Box::leak(Box::new(Same(PARAMETERS))))
    };
    group!(
        "Heston path, 252 steps, 5 inputs",
        Heston,
        reverse::value_and_grad_given(Heston),
        paths,
        columns,
        |paths: &[_]| vec![(0.0, PARAMETERS); paths.len()],
        |noise: &Vec<f64>| heston(noise, PARAMETERS)
    )
}

fn gmm_() -> Group {
    let (d, k) = (10, 25);
    let (gmm, (alpha, mu, q, l)) = gmm_problem(d, k, 256);
    let e = GmmDatum { d, k };
    let data: Vec<Vec<f64>> = gmm.points.0.chunks(d).map(<[f64]>::to_vec).collect();
    let common = &*Box::leak(Box::new((Same(alpha), Same(q), Same(mu), Same(l))));
    let sums = &*Vec::leak(data.clone());
    let mut group = group!(
        "term of a mixture, d = 10, k = 25",
        e,
        reverse::value_and_grad_given(e),
        data,
        |data: &[Vec<f64>]| (&*Vec::leak(data.to_vec()), &common.0, &common.1, &common.2, &common.3),
        |data: &[_]| vec![
            (
                0.0,
                (common.0.0.clone(), common.1.0.clone(), common.2.0.clone(), common.3.0.clone())
            );
            data.len()
        ],
        move |x: &Vec<f64>| gmm_datum(d, k, x, &common.0.0, &common.1.0, &common.2.0, &common.3.0)
    );
    let x = (common.0.0.clone(), common.1.0.clone(), common.2.0.clone(), common.3.0.clone());
    let x = &*Box::leak(Box::new(x));
    macro_rules! summed {
        ($name:literal, $many:expr) => {{
            let sum = reverse::value_and_grad($many.terms(sums));
            ($name, run(move || sum.at(black_box(x).clone())))
        }};
    }
    group.derivatives.extend([
        summed!("gradient of the sum, 2 lanes", Many::new(e).width::<2>()),
        summed!("gradient of the sum, 4 lanes", Many::new(e).width::<4>()),
        summed!("gradient of the sum, 8 lanes", Many::new(e)),
    ]);
    group
}

fn orbits() -> Vec<[f64; 2]> {
    let mut random = Random::new();
    (0..4096).map(|_| [3.0 * random.next(), 0.5 + 0.45 * random.next()]).collect()
}

fn kepler_scattered() -> Group {
    group!(
        "Kepler by Newton, scattered",
        Kepler,
        reverse::value_and_grad(Kepler),
        orbits(),
        list,
        |points: &[_]| points.iter().map(|x| (0.0, *x)).collect::<Vec<_>>(),
        |x: &[f64; 2]| kepler(*x)
    )
}

fn kepler_sorted() -> Group {
    let mut points = orbits();
    points.sort_by(|a, b| a[0].total_cmp(&b[0]));
    group!(
        "Kepler by Newton, sorted",
        Kepler,
        reverse::value_and_grad(Kepler),
        points,
        list,
        |points: &[_]| points.iter().map(|x| (0.0, *x)).collect::<Vec<_>>(),
        |x: &[f64; 2]| kepler(*x)
    )
}

/// One operation.
#[exp(adjoint)]
fn product(x: f64, y: f64) -> f64 {
    x * y
}

/// 7 operations.
#[exp(adjoint)]
fn bend(x: f64, y: f64) -> f64 {
    let (a, b) = (y - x * x, 1.0 - x);
    100.0 * (a * a) + b * b
}

/// 30 operations.
#[exp(adjoint)]
fn twisted(x: f64, y: f64) -> f64 {
    let (a, b) = (y - x * x, 1.0 - x);
    let c = x * y + a;
    let d = b * c - y;
    let e = d * d + a * b;
    let g = e * c + d * x + b * y;
    let (a, b) = (g - c * x, 1.0 - g);
    let c = g * y + a;
    let d = b * c - x;
    let e = d * d + a * b;
    e * c + d * g + b * x
}

/// Gradients by a loop, and by `Many` in both layouts.
macro_rules! short {
    ($name:literal, $e:ident, $plain:ident) => {{
        let points =
            &*Vec::leak(around(1024, [0.5, 0.5], 0.9).iter().map(|x| (x[0], x[1])).collect::<Vec<_>>());
        let column = |part: fn(&(f64, f64)) -> f64| points.iter().map(part).collect::<Vec<f64>>();
        let columns = &*Box::leak(Box::new(Columns((column(|x| x.0), column(|x| x.1)))));
        let (mut values, mut gradients) = (vec![0.0; points.len()], vec![(0.0, 0.0); points.len()]);
        let (results, of_columns) = (gradients.clone(), Columns((values.clone(), values.clone())));
        Group {
            name: $name,
            value: run(move || {
                values.iter_mut().zip(black_box(points)).for_each(|(y, x)| *y = $plain(x.0, x.1));
            }),
            derivatives: vec![
                (
                    "gradient, loop",
                    run(move || {
                        let gradient = |x: &(f64, f64)| reverse::grad($e).at(*x);
                        gradients.iter_mut().zip(black_box(points)).for_each(|(d, x)| *d = gradient(x));
                    }),
                ),
                timed!("gradient, `Many`", points, results, Many::new(reverse::grad($e))),
                timed!("gradient, `Many`, alone", points, results, Many::new(reverse::grad($e)).one_by_one()),
                timed!("gradient, `Many`, columns", columns, of_columns, Many::new(reverse::grad($e))),
            ],
        }
    }};
}

fn short_1() -> Group {
    short!("1 operation, 2 inputs", Product, product)
}

fn short_7() -> Group {
    short!("7 operations, 2 inputs", Bend, bend)
}

fn short_30() -> Group {
    short!("30 operations, 2 inputs", Twisted, twisted)
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let groups: [fn() -> Group; 10] = [
        short_1,
        short_7,
        short_30,
        lorenz_,
        recurrence_,
        black_scholes_,
        heston_,
        gmm_,
        kepler_scattered,
        kepler_sorted,
    ];
    print(&groups, |name| wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str())));
}
