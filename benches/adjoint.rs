//! The cost of derivatives by adjoint programs: `cargo bench --bench adjoint` prints the table of `README.md`. With arguments, it
//! prints only the rows whose names contain one of them.
//!
//! Each row divides the time of a derivative by the time of another function. This is the plain function over `f64`, if the row
//! does not say otherwise. Both functions are timed in turn, in one run.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::duplicate_mod,
    clippy::needless_range_loop,
    clippy::cast_precision_loss,
    clippy::unreadable_literal,
    reason = "programs are shared with other benches and an example"
)]

use std::env;
use std::fs;
use std::hint::black_box;

use ad::prelude::*;
use ad::{call, iterate, replay, terms};

#[path = "../examples/gradbench/programs/mod.rs"]
mod gradbench;
mod programs;
mod timing;
use programs::*;
use timing::{Run, nanoseconds, run};

/// A derivative, its divisor, and the targets of the project for the ratio.
struct Row {
    name: &'static str,
    value: Run,
    derivative: Run,
    must: f64,
    goal: f64,
}

/// The value and the gradient of `e` at `x` by its adjoint program, in reused memory; and the value, by `plain`.
macro_rules! gradient {
    ($name:literal, $e:expr, $x:expr, $plain:expr, $must:literal, $goal:literal) => {{
        let (e, x) = ($e, $x);
        let (at, mut gradient) = (x.clone(), x.clone());
        let mut prepared = Prepared::new(e.clone()).mode(Mode::Program);
        let plain = $plain;
        Row {
            name: $name,
            value: run(move || plain(&e, black_box(&x))),
            derivative: run(move || prepared.value_and_grad_into(black_box(&at), &mut gradient)),
            must: $must,
            goal: $goal,
        }
    }};
}

fn rosenbrocks() -> Vec<Row> {
    let plain = |_: &Rosenbrock, x: &Vec<f64>| rosenbrock(x);
    let by_windows = |_: &RosenbrockByWindows, x: &Vec<f64>| rosenbrock_by_windows(x);
    let x = rosenbrock_point(1000);
    vec![
        gradient!("Rosenbrock by a loop, n = 1000, gradient", Rosenbrock, x.clone(), plain, 2.9, 2.0),
        gradient!(
            "Rosenbrock by `windows`, n = 1000, gradient",
            RosenbrockByWindows,
            x,
            by_windows,
            2.9,
            2.0
        ),
    ]
}

type Parameters = (Vec<f64>, Vec<f64>, Vec<f64>);

fn mixtures() -> Vec<Row> {
    let problem = |d, k| {
        let (data, x) = mixture_problem(d, k, 1000);
        (Mixture { g: Box::leak(Box::new(data)) }, x)
    };
    let plain = |e: &Mixture<'_>, (alphas, means, icf): &Parameters| mixture(e.g, alphas, means, icf);
    let ((e, x), (large, y)) = (problem(2, 5), problem(10, 25));
    vec![
        gradient!("GMM, d = 2, k = 5, n = 1000, gradient", e, x, plain, 2.1, 1.7),
        gradient!("GMM, d = 10, k = 25, n = 1000, gradient", large, y, plain, 2.9, 2.2),
    ]
}

fn bundles() -> Vec<Row> {
    let all = observations(1000);
    let again = all.clone();
    vec![Row {
        name: "bundle adjustment, 1000 Jacobians 2 × 15",
        value: run(move || {
            for (feature, (camera, point, weight)) in black_box(&all) {
                black_box(residual(*feature, *camera, *point, *weight));
            }
        }),
        derivative: run(move || {
            for (feature, x) in black_box(&again) {
                black_box(adjoint::jacobian(Residual { feature: *feature }).at(*x));
            }
        }),
        must: 5.0,
        goal: 3.0,
    }]
}

fn recurrent() -> Vec<Row> {
    let (e, x) = lstm_problem();
    let plain = |e: &Lstm<'_>, (main, extra): &(Vec<f64>, Vec<f64>)| lstm(e.b, e.sequence, main, extra);
    let (network, w) = rnn_problem();
    let by_loops = |e: &Rnn, (w, bias, h): &Parameters| rnn(e.steps, w, bias, h);
    vec![
        gradient!("LSTM, 2 layers, 1024 × 14, gradient", e, x, plain, 1.55, 1.3),
        gradient!("RNN, 32 × 32, 10 steps, by loops, gradient", network, w, by_loops, 3.0, 2.2),
    ]
}

fn equations() -> Vec<Row> {
    let plain = |e: &Lorenz, x: &[f64; 6]| lorenz(e.steps, *x);
    let euler = |e: &LorenzByEuler, x: &[f64; 6]| lorenz_by_euler(e.steps, *x);
    let predators = |e: &LotkaVolterra, x: &[f64; 6]| lotka_volterra(e.steps, *x);
    let steps = iterate(LotkaVolterraStep, 100_000).snapshots(50);
    vec![
        gradient!(
            "Lorenz, RK4, 10⁵ steps, gradient by 6",
            Lorenz { steps: 100_000 },
            LORENZ_POINT,
            plain,
            2.4,
            2.0
        ),
        gradient!(
            "Lorenz, Euler, 10⁵ steps, gradient by 6",
            LorenzByEuler { steps: 100_000 },
            LORENZ_POINT,
            euler,
            2.5,
            2.2
        ),
        gradient!(
            "Lotka–Volterra, RK4, 10⁵ steps, gradient by 6",
            LotkaVolterra { steps: 100_000 },
            LOTKA_VOLTERRA_POINT,
            predators,
            3.0,
            2.4
        ),
        Row {
            name: "the same by `iterate`, 50 snapshots",
            value: run(|| lotka_volterra(100_000, black_box(LOTKA_VOLTERRA_POINT))),
            derivative: run(move || {
                call::vjp(&steps, black_box(&LOTKA_VOLTERRA_POINT), &[1.0, 1.0, 0.0, 0.0, 0.0, 0.0])
            }),
            must: 9.0,
            goal: 6.0,
        },
    ]
}

fn paths() -> Vec<Row> {
    let paths = heston_paths(1000, 100);
    let again = paths.clone();
    vec![Row {
        name: "Heston, `terms`, 1000 paths of 100 steps, gradient by 5",
        value: run(move || {
            paths.iter().map(|path| heston_payoff(path, black_box(HESTON_POINT))).sum::<f64>()
        }),
        derivative: run(move || {
            call::value_and_grad(&terms(&again, |path| HestonPayoff { path }), black_box(&HESTON_POINT))
        }),
        must: 2.5,
        goal: 1.8,
    }]
}

fn hessians() -> Vec<Row> {
    let (h, x) = dense(20);
    let h: &'static Dense = Box::leak(Box::new(h));
    let (at, mut rows) = (x.clone(), [0.0; 400]);
    let mut prepared = Prepared::new(LogSumExpQuadratic { h });
    let product = |name, n: u32| {
        let x = rosenbrock_point(n as usize);
        let v: Vec<f64> = (0..n).map(|i| f64::from(i).cos()).collect();
        let (at, mut gradient, mut product) = (x.clone(), x.clone(), x.clone());
        let mut prepared = Prepared::new(Rosenbrock);
        Row {
            name,
            value: run(move || rosenbrock(black_box(&x))),
            derivative: run(move || {
                prepared.hvp_into(black_box(&at), black_box(&v), &mut gradient, &mut product);
            }),
            must: 6.0,
            goal: 4.0,
        }
    };
    let steps = || Lorenz { steps: 10_000 };
    let (by_terms, parameters) = gmm_problem(2, 5, 1000);
    let (first, second) = (parameters.clone(), (parameters.clone(), parameters));
    vec![
        Row {
            name: "Lorenz, RK4, 10⁴ steps, Hessian: six tangents over the program",
            value: run(|| lorenz(10_000, black_box(LORENZ_POINT))),
            derivative: run(move || {
                forward::jacobian(adjoint::grad(steps())).width::<6>().at(black_box(LORENZ_POINT))
            }),
            must: 22.0,
            goal: f64::NAN,
        },
        Row {
            name: "Lorenz, RK4, 1000 steps, Hessian: `call`",
            value: run(|| lorenz(1000, black_box(LORENZ_POINT))),
            derivative: run(|| call::hessian(&Lorenz { steps: 1000 }, black_box(&LORENZ_POINT))),
            must: 10.0,
            goal: 8.0,
        },
        Row {
            name: "Lorenz, RK4, 10⁴ steps: H·v ÷ gradient",
            value: run(move || adjoint::grad(steps()).at(black_box(LORENZ_POINT))),
            derivative: run(move || {
                forward::jvp(adjoint::grad(steps()))
                    .at(black_box((LORENZ_POINT, [1.0, -1.0, 0.5, 0.25, 2.0, -0.5])))
            }),
            must: 3.5,
            goal: f64::NAN,
        },
        Row {
            name: "GMM, d = 2, k = 5: H·v ÷ gradient",
            value: run(move || adjoint::grad(by_terms).at(black_box(first.clone()))),
            derivative: run(move || forward::jvp(adjoint::grad(by_terms)).at(black_box(second.clone()))),
            must: 3.5,
            goal: f64::NAN,
        },
        Row {
            name: "dense function, n = 20, Hessian",
            value: run(move || log_sum_exp_quadratic(h, black_box(&x))),
            derivative: run(move || prepared.hessian_into(black_box(&at), &mut rows)),
            must: 26.0,
            goal: 12.0,
        },
        product("Rosenbrock by a loop, n = 100, H·v", 100),
        product("Rosenbrock by a loop, n = 1000, H·v", 1000),
    ]
}

/// The option price as a function of the spot price.
#[exp]
fn by_spot(x: f64) -> f64 {
    option_price(100.0, x, 0.05, 0.2, 0.5)
}

fn orders() -> Vec<Row> {
    let second = || run(|| forward::diff(forward::diff(BySpot)).at(black_box(103.0)));
    vec![
        Row {
            name: "option price: third derivative ÷ second, nested `forward`",
            value: second(),
            derivative: run(|| forward::diff(forward::diff(forward::diff(BySpot))).at(black_box(103.0))),
            must: 2.2,
            goal: 1.8,
        },
        Row {
            name: "option price: `taylor::derivatives::<4>` ÷ second derivative",
            value: second(),
            derivative: run(|| taylor::derivatives::<4, _>(BySpot).at(black_box(103.0))),
            must: f64::NAN,
            goal: f64::NAN,
        },
    ]
}

/// A small gradient by the tape, in memory that a large one has used before, and in its own memory.
fn tapes() -> Vec<Row> {
    let (small, large) = (rosenbrock_point(10), rosenbrock_point(10_000));
    let (at, mut gradient, mut found, mut much) =
        (small.clone(), small.clone(), small.clone(), large.clone());
    let mut fresh = Prepared::new(Rosenbrock).mode(Mode::Tape);
    let mut used = Prepared::new(Rosenbrock).mode(Mode::Tape);
    used.value_and_grad_into(&large, &mut much);
    vec![Row {
        name: "tape: gradient by 10 inputs after one by 10 000 ÷ before",
        value: run(move || fresh.value_and_grad_into(black_box(&small), &mut gradient)),
        derivative: run(move || used.value_and_grad_into(black_box(&at), &mut found)),
        must: 1.05,
        goal: 1.0,
    }]
}

/// Uniform in [0, 1).
fn uniform(n: usize) -> Vec<f64> {
    Random::new().vec(n).into_iter().map(|x| 0.5 * x + 0.5).collect()
}

/// Programs of GradBench, as the example evaluates them, in fresh memory.
fn gradbench_programs() -> Vec<Row> {
    use gradbench::{ba, llsq, ode};
    let seen = |i: usize| ba::Observation { camera: i % 49, point: i % 776, feature: OBSERVATION.0 };
    let seen: Vec<_> = (0..3184).map(seen).collect();
    let (camera, point, weight) = OBSERVATION.1;
    let x = (vec![camera; 49], vec![point; 776], vec![weight; 3184]);
    let (seen_again, x_again) = (seen.clone(), x.clone());
    let start: Vec<f64> = uniform(1000).into_iter().map(|x| 1.0 + x).collect();
    let coefficients = uniform(128);
    let (start_again, coefficients_again) = (start.clone(), coefficients.clone());
    vec![
        Row {
            name: "GradBench: ba, 3184 observations, Jacobian",
            value: run(move || ba::objective(&seen, black_box(&x))),
            derivative: run(move || ba::jacobian(&seen_again, black_box(&x_again))),
            must: 6.0,
            goal: 4.0,
        },
        Row {
            name: "GradBench: ode, n = 1000, 10 steps, gradient",
            value: run(move || ode::ode(10, black_box(&start))),
            derivative: run(move || ode::gradient(black_box(&start_again), 10)),
            must: 3.2,
            goal: 2.5,
        },
        Row {
            name: "GradBench: llsq, 128 coefficients, 1024 points, gradient",
            value: run(move || llsq::primal(black_box(&coefficients), 1024)),
            derivative: run(move || llsq::gradient(black_box(&coefficients_again), 1024)),
            must: 1.8,
            goal: 1.5,
        },
    ]
}

/// Gradients of a perceptron, each ÷ that by hand.
fn perceptrons() -> Vec<Row> {
    let (inputs, targets, layers) = perceptron_problem(32);
    let of_rows: &'static [Vec<f64>] =
        inputs.rows().into_iter().map(|row| row.to_vec()).collect::<Vec<_>>().leak();
    let targets: &'static [f64] = targets.leak();
    let by_hand = || {
        let (inputs, layers) = (inputs.clone(), layers.clone());
        let mut gradient = layers.clone();
        run(move || perceptron_by_hand(&inputs, targets, black_box(&layers), &mut gradient))
    };
    macro_rules! row {
        ($name:literal, $e:expr, $layers:expr, $must:expr, $goal:expr) => {{
            let layers = $layers;
            let (mut gradient, mut prepared) = (layers.clone(), Prepared::new($e));
            Row {
                name: $name,
                value: by_hand(),
                derivative: run(move || prepared.value_and_grad_into(black_box(&layers), &mut gradient)),
                must: $must,
                goal: $goal,
            }
        }};
    }
    let (rows, columns) = (perceptron_rows(&layers, false), perceptron_rows(&layers, true));
    let none = f64::NAN;
    vec![
        row!(
            "perceptron, batch of 32, `affine` and `map` of ndarray's arrays ÷ by hand",
            Perceptron { targets }.given(inputs.clone()),
            layers.clone(),
            3.0,
            1.5
        ),
        row!("the same of lists of rows", PerceptronOfRows { inputs: of_rows, targets }, rows, 3.0, 1.5),
        row!(
            "the same, `matvec` for each input",
            PerceptronByVectors { inputs: of_rows, targets },
            columns.clone(),
            none,
            none
        ),
        row!("the same by loops", PerceptronByLoops { inputs: of_rows, targets }, columns, none, none),
        row!(
            "the same by ndarray's `dot` and `replay`",
            replay(PerceptronByDot { targets }).given(inputs.clone()),
            layers.clone(),
            none,
            none
        ),
    ]
}

/// `linear::affine` ÷ loops in each mode, for a batch and for small products.
fn layers() -> Vec<Row> {
    macro_rules! rows {
        ($size:literal, $x:expr) => {{
            let row = |name, mode: fn(&Problem, bool)| {
                let timed = |by_loops| {
                    let x = $x;
                    run(move || mode(black_box(&x), by_loops))
                };
                Row { name, value: timed(true), derivative: timed(false), must: 1.0, goal: 0.5 }
            };
            vec![
                row(concat!("affine, ", $size, ", ÷ loops: value"), |(x, w, bias), by_loops| {
                    black_box(if by_loops { layer_by_loops(x, w, bias) } else { layer(x, w, bias) });
                }),
                row(concat!("affine, ", $size, ", ÷ loops: forward mode"), |x, by_loops| {
                    black_box(if by_loops {
                        call::jvp(&LayerByLoops, x, x)
                    } else {
                        call::jvp(&Layer, x, x)
                    });
                }),
                row(concat!("affine, ", $size, ", ÷ loops: gradient"), |x, by_loops| {
                    black_box(if by_loops { call::grad(&LayerByLoops, x) } else { call::grad(&Layer, x) });
                }),
                row(concat!("affine, ", $size, ", ÷ loops: tape"), |x, by_loops| {
                    let x = x.clone();
                    black_box(if by_loops {
                        stack::grad(LayerByLoops).eval(F64, x)
                    } else {
                        stack::grad(Layer).eval(F64, x)
                    });
                }),
            ]
        }};
    }
    type Problem = (Vec<Vec<f64>>, Vec<Vec<f64>>, Vec<f64>);
    [
        rows!("120 × 9 · 9 × 16", layer_problem(120, 9, 16)),
        rows!("8 × 8 · 8 × 8", layer_problem(8, 8, 8)),
        rows!("4 × 4 · 4 × 4", layer_problem(4, 4, 4)),
        rows!("3 × 3 · 3 × 3", layer_problem(3, 3, 3)),
        rows!("2 × 2 · 2 × 2", layer_problem(2, 2, 2)),
        rows!("1 × 1 · 1 × 1", layer_problem(1, 1, 1)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

const TABLE: [fn() -> Vec<Row>; 12] = [
    rosenbrocks,
    mixtures,
    bundles,
    recurrent,
    equations,
    paths,
    hessians,
    orders,
    tapes,
    gradbench_programs,
    perceptrons,
    layers,
];

/// The processor, as far as the system tells. Its name may not say which one it is, so family and model follow.
fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let entry = |key: &str| {
        let line = text.lines().find(|line| line.split(':').next().is_some_and(|name| name.trim() == key));
        line.and_then(|line| Some(line.split_once(':')?.1.trim().to_owned())).unwrap_or("?".to_owned())
    };
    format!("{}, family {}, model {}", entry("model name"), entry("cpu family"), entry("model"))
}

fn main() {
    let parts: Vec<String> = env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let target = |bound: f64| if bound.is_nan() { String::new() } else { bound.to_string() };
    println!("{}\n\n| | value, ns | ratio | must | goal |\n|---|---:|---:|---:|---:|", processor());
    for rows in TABLE {
        for Row { name, mut value, mut derivative, must, goal } in rows() {
            if !parts.is_empty() && !parts.iter().any(|part| name.contains(&**part)) {
                continue;
            }
            let times = nanoseconds([&mut value, &mut derivative]);
            let ratio = times[1] / times[0];
            let digits = usize::from(ratio < 10.0) + usize::from(ratio < 3.0);
            let bold = if ratio <= must { "**" } else { "" };
            println!(
                "| {name} | {:.0} | {bold}{ratio:.digits$}{bold} | {} | {} |",
                times[0],
                target(must),
                target(goal)
            );
        }
    }
}
