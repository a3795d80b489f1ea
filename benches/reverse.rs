//! The cost of a derivative, as a multiple of the value: `cargo bench --bench reverse`. `README.md` discusses the numbers. With
//! arguments, it prints only the rows whose names contain one of them.
//!
//! A ratio is the time of the derivative to that of the plain function over `f64`, from the same source, in the same run. Both
//! are processor times of the thread, in turn, and the least of many rounds counts.

use std::hint::black_box;
use std::{env, fs, process};

use ad::prelude::*;
use ad::{iterate, terms};

mod programs;
mod timing;
use programs::*;
use timing::{Group, print, run};

/// The gradient of `e` at `x`, in reused memory, and the value, by `plain`.
macro_rules! prepared {
    ($name:literal, $e:expr, $x:expr, $plain:expr) => {{
        let (e, x) = ($e, $x);
        let mut gradient = x.clone();
        let at = x.clone();
        let mut prepared = Prepared::new(e.clone()).mode(Mode::Tape);
        let plain = $plain;
        Group {
            name: $name,
            value: run(move || plain(&e, black_box(&x))),
            derivatives: vec![(
                "stack, prepared",
                run(move || prepared.value_and_grad_into(black_box(&at), &mut gradient)),
            )],
        }
    }};
}

/// The same, and by the adjoint program of `e`.
macro_rules! programmed {
    ($name:literal, $e:expr, $x:expr, $plain:expr) => {{
        let (e, x) = ($e, $x);
        let (at, mut gradient) = (x.clone(), x.clone());
        let mut prepared = Prepared::new(e.clone()).mode(Mode::Program);
        let mut group = prepared!($name, e, x, $plain);
        let program = run(move || prepared.value_and_grad_into(black_box(&at), &mut gradient));
        group.derivatives.push(("adjoint, prepared", program));
        group
    }};
}

/// The group with the gradient of the same function, parts of which are one step each.
macro_rules! by_steps {
    ($group:expr, $e:expr, $x:expr) => {{
        let (mut group, x) = ($group, $x);
        let mut gradient = x.clone();
        let mut prepared = Prepared::new($e).mode(Mode::Tape);
        let run = run(move || prepared.value_and_grad_into(black_box(&x), &mut gradient));
        group.derivatives.push(("stack, parts as steps, prepared", run));
        group
    }};
}

fn rosenbrock_gradient() -> Group {
    let plain = |_: &Rosenbrock, x: &Vec<f64>| rosenbrock(x);
    let x = rosenbrock_point(100);
    let group = programmed!("Rosenbrock by a loop, gradient, n = 100", Rosenbrock, x.clone(), plain);
    by_steps!(group, RosenbrockBySteps, x)
}

fn rosenbrock_gradient_of_many() -> Group {
    let plain = |_: &Rosenbrock, x: &Vec<f64>| rosenbrock(x);
    let x = rosenbrock_point(10_000);
    let group = programmed!("Rosenbrock by a loop, gradient, n = 10 000", Rosenbrock, x.clone(), plain);
    by_steps!(group, RosenbrockBySteps, x)
}

fn rosenbrock_gradient_by_windows() -> Group {
    let plain = |_: &RosenbrockByWindows, x: &Vec<f64>| rosenbrock_by_windows(x);
    programmed!("Rosenbrock by windows, gradient, n = 100", RosenbrockByWindows, rosenbrock_point(100), plain)
}

fn rosenbrock_gradient_of_many_by_windows() -> Group {
    let (x, e) = (rosenbrock_point(10_000), RosenbrockByWindows);
    let plain = |_: &RosenbrockByWindows, x: &Vec<f64>| rosenbrock_by_windows(x);
    programmed!("Rosenbrock by windows, gradient, n = 10 000", e, x, plain)
}

fn euler_gradient() -> Group {
    let e = LorenzByEuler { steps: 100_000 };
    let plain = |e: &LorenzByEuler, x: &[f64; 6]| lorenz_by_euler(e.steps, *x);
    programmed!("Lorenz, Euler, 100 000 steps, gradient by 6", e, LORENZ_POINT, plain)
}

fn lotka_volterra_gradient() -> Group {
    let e = LotkaVolterra { steps: 100_000 };
    let plain = |e: &LotkaVolterra, x: &[f64; 6]| lotka_volterra(e.steps, *x);
    let mut group =
        programmed!("Lotka–Volterra, RK4, 100 000 steps, gradient by 6", e, LOTKA_VOLTERRA_POINT, plain);
    let steps = iterate(LotkaVolterraStep, 100_000).snapshots(50);
    let ends = [1.0, 1.0, 0.0, 0.0, 0.0, 0.0];
    let run = run(move || ad::call::vjp(&steps, black_box(&LOTKA_VOLTERRA_POINT), &ends));
    group.derivatives.push(("iterate by the step's program, 50 snapshots", run));
    group
}

fn heston_by_terms() -> Group {
    let paths = heston_paths(1000, 100);
    let again = paths.clone();
    let sum = move || {
        ad::call::value_and_grad(&terms(&again, |path| HestonPayoff { path }), black_box(&HESTON_POINT))
    };
    Group {
        name: "Heston, 1000 paths of 100 steps, gradient by 5",
        value: run(move || {
            paths.iter().map(|path| heston_payoff(path, black_box(HESTON_POINT))).sum::<f64>()
        }),
        derivatives: vec![("terms", run(sum))],
    }
}

/// The option price as a function of the spot price.
#[exp]
fn by_spot(x: f64) -> f64 {
    option_price(100.0, x, 0.05, 0.2, 0.5)
}

/// Here the value is the second derivative.
fn third_derivative() -> Group {
    let (second, third) =
        (forward::diff(forward::diff(BySpot)), forward::diff(forward::diff(forward::diff(BySpot))));
    Group {
        name: "option price, second derivative in one variable",
        value: run(move || second.at(black_box(103.0))),
        derivatives: vec![
            ("third, forward nested three times", run(move || third.at(black_box(103.0)))),
            ("taylor::derivatives::<4>", run(|| taylor::derivatives::<4, _>(BySpot).at(black_box(103.0)))),
        ],
    }
}

/// Forward mode over the adjoint program; as a multiple of the value, and of the gradient.
fn second_derivatives_by_programs() -> Group {
    let x = rosenbrock_point(100);
    let v: Vec<f64> = (0..100).map(|i| f64::from(i).cos()).collect();
    let (at, here, direction) = (x.clone(), x.clone(), v.clone());
    let (mut gradient, mut product) = (x.clone(), x.clone());
    let mut prepared = Prepared::new(Rosenbrock);
    Group {
        name: "adjoint programs: Rosenbrock, H·v, n = 100",
        value: run(move || rosenbrock(black_box(&x))),
        derivatives: vec![
            (
                "forward over adjoint",
                run(move || forward::jvp(adjoint::grad(Rosenbrock)).at(black_box((at.clone(), v.clone())))),
            ),
            (
                "forward over adjoint, prepared",
                run(move || {
                    prepared.hvp_into(black_box(&here), black_box(&direction), &mut gradient, &mut product);
                }),
            ),
        ],
    }
}

fn hessian_of_lorenz() -> Group {
    let e = || Lorenz { steps: 10_000 };
    Group {
        name: "adjoint programs: Lorenz, RK4, whole Hessian",
        value: run(move || lorenz(10_000, black_box(LORENZ_POINT))),
        derivatives: vec![(
            "forward, six at once, over adjoint",
            run(move || forward::jacobian(adjoint::grad(e())).width::<6>().at(black_box(LORENZ_POINT))),
        )],
    }
}

/// Here the value is the gradient by the adjoint program.
fn product_against_gradient() -> Group {
    let e = || Lorenz { steps: 10_000 };
    let direction = [1.0, -1.0, 0.5, 0.25, 2.0, -0.5];
    Group {
        name: "adjoint programs: Lorenz, RK4, gradient",
        value: run(move || adjoint::grad(e()).at(black_box(LORENZ_POINT))),
        derivatives: vec![(
            "H·v ÷ gradient",
            run(move || forward::jvp(adjoint::grad(e())).at(black_box((LORENZ_POINT, direction)))),
        )],
    }
}

fn mixture_product_against_gradient() -> Group {
    let (e, x) = gmm_problem(2, 5, 1000);
    let (at, v) = (x.clone(), x.clone());
    Group {
        name: "adjoint programs: GMM, d = 2, k = 5, gradient",
        value: run(move || adjoint::grad(e).at(black_box(x.clone()))),
        derivatives: vec![(
            "H·v ÷ gradient",
            run(move || forward::jvp(adjoint::grad(e)).at(black_box((at.clone(), v.clone())))),
        )],
    }
}

fn lorenz_gradient() -> Group {
    let e = || Lorenz { steps: 100_000 };
    let mut group = programmed!(
        "Lorenz, RK4, 100 000 steps, gradient by 6",
        e(),
        LORENZ_POINT,
        |e: &Lorenz, x: &[f64; 6]| { lorenz(e.steps, *x) }
    );
    let forward = run(move || forward::value_and_grad(e()).width::<6>().at(black_box(LORENZ_POINT)));
    group.derivatives.push(("forward, six at once", forward));
    group
}

type Mixture = (Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>);

fn mixture(e: &Gmm<'_>, (alpha, mu, q, l): &Mixture) -> f64 {
    gmm(e.d, e.k, e.points, alpha, mu, q, l)
}

fn gmm_small() -> Group {
    let (e, x) = gmm_problem(2, 5, 1000);
    by_terms(programmed!("GMM, d = 2, k = 5, n = 1000, gradient", e, x.clone(), mixture), &e, x)
}

fn gmm_large() -> Group {
    let (e, x) = gmm_problem(10, 25, 1000);
    by_terms(programmed!("GMM, d = 10, k = 25, n = 1000, gradient", e, x.clone(), mixture), &e, x)
}

/// The group with the gradient of the sum over points, term by term.
fn by_terms(mut group: Group, e: &Gmm<'_>, x: Mixture) -> Group {
    let mut gradient = x.clone();
    let mut prepared = Prepared::new(GmmByTerms::of(e)).mode(Mode::Tape);
    let expected = call::grad(e, &x);
    prepared.value_and_grad_into(&x, &mut gradient);
    let close = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-9 * b.abs().max(1.0));
    assert!(close(&gradient.0, &expected.0) && close(&gradient.1, &expected.1));
    assert!(close(&gradient.2, &expected.2) && close(&gradient.3, &expected.3));
    let run = run(move || prepared.value_and_grad_into(black_box(&x), &mut gradient));
    group.derivatives.push(("stack, term by term, prepared", run));
    group
}

fn lstm_gradient() -> Group {
    let (e, x) = lstm_problem();
    let group = programmed!("LSTM, 2 layers, 1024 × 14, gradient", e, x.clone(), |e: &Lstm<'_>,
                                                                                   (main, extra): &(
        Vec<f64>,
        Vec<f64>
    )| {
        lstm(e.b, e.sequence, main, extra)
    });
    by_steps!(group, LstmBySteps { b: e.b, sequence: e.sequence }, x)
}

fn rnn_gradient() -> Group {
    let (e, x) = rnn_problem();
    programmed!(
        "RNN, 32 × 32, 10 steps, gradient",
        e,
        x,
        |e: &Rnn, (w, b, h): &(Vec<f64>, Vec<f64>, Vec<f64>)| { rnn(e.steps, w, b, h) }
    )
}

fn rnn_gradient_by_dot() -> Group {
    let (e, x) = rnn_problem();
    prepared!("RNN by `dot`, 32 × 32, 10 steps, gradient", RnnByDot { steps: e.steps }, x, |e: &RnnByDot,
                                                                                             (w, b, h): &(
        Vec<f64>,
        Vec<f64>,
        Vec<f64>
    )| rnn_by_dot(
        e.steps, w, b, h
    ))
}

fn bundle_adjustment() -> Group {
    let (feature, x) = OBSERVATION;
    let e = move || Reprojection { feature };
    let at = move || black_box(x);
    Group {
        name: "bundle adjustment, Jacobian 2 × 15",
        value: run(move || {
            let (camera, x, w) = at();
            reprojection(black_box(feature), camera, x, w)
        }),
        derivatives: vec![
            ("forward, as it comes", run(move || forward::value_and_jacobian(e()).at(at()))),
            ("forward, 15 at once", run(move || forward::value_and_jacobian(e()).width::<15>().at(at()))),
            ("stack", run(move || stack::jacobian(e()).at(at()))),
            ("adjoint", run(move || adjoint::jacobian(e()).at(at()))),
        ],
    }
}

fn hessian_of_six() -> Group {
    let x: [f64; 6] = rosenbrock_point(6).try_into().expect("six");
    let mut prepared = Prepared::new(RosenbrockOf::<6>).mode(Mode::Tape);
    let (mut gradient, mut rows) = ([0.0; 6], [0.0; 36]);
    Group {
        name: "Rosenbrock, Hessian, n = 6",
        value: run(move || rosenbrock(&black_box(x))),
        derivatives: vec![
            ("hessian(…).at", run(move || hessian(RosenbrockOf::<6>).at(black_box(x)))),
            ("call::hessian", run(move || call::hessian(&RosenbrockOf::<6>, &black_box(x)))),
            (
                "Prepared, tape",
                run(move || prepared.value_grad_hessian_into(&black_box(x), &mut gradient, &mut rows)),
            ),
        ],
    }
}

fn hessian_of_twenty() -> Group {
    let x = rosenbrock_point(20);
    let (at, again, prepared_at) = (x.clone(), x.clone(), x.clone());
    let mut prepared = Prepared::new(Rosenbrock).mode(Mode::Tape);
    let (mut gradient, mut rows) = (vec![0.0; 20], vec![0.0; 400]);
    Group {
        name: "Rosenbrock, Hessian, n = 20",
        value: run(move || rosenbrock(black_box(&x))),
        derivatives: vec![
            ("hessian(…).at", run(move || hessian(Rosenbrock).at(black_box(at.clone())))),
            ("call::hessian", run(move || call::hessian(&Rosenbrock, black_box(&again)))),
            (
                "Prepared, tape",
                run(move || {
                    prepared.value_grad_hessian_into(black_box(&prepared_at), &mut gradient, &mut rows)
                }),
            ),
        ],
    }
}

fn dense_hessian() -> Group {
    let (h, x) = dense(20);
    let h: &'static Dense = Box::leak(Box::new(h));
    let (at, again, mut rows, mut others) = (x.clone(), x.clone(), [0.0; 400], [0.0; 400]);
    let mut by_program = Prepared::new(LogSumExpQuadratic { h });
    let mut by_tape = Prepared::new(LogSumExpQuadratic { h }).mode(Mode::Tape);
    Group {
        name: "dense function, Hessian, n = 20",
        value: run(move || log_sum_exp_quadratic(h, black_box(&x))),
        derivatives: vec![
            ("Prepared, by the program", run(move || by_program.hessian_into(black_box(&at), &mut rows))),
            ("Prepared, tape", run(move || by_tape.hessian_into(black_box(&again), &mut others))),
        ],
    }
}

fn hessian_vector_product() -> Group {
    let x = rosenbrock_point(100);
    let v: Vec<f64> = (0..100).map(|i| f64::from(i).cos()).collect();
    let at = x.clone();
    let (again, w) = (x.clone(), v.clone());
    let (prepared_at, direction) = (x.clone(), v.clone());
    let (mut gradient, mut product) = (x.clone(), v.clone());
    let mut prepared = Prepared::new(Rosenbrock).mode(Mode::Tape);
    Group {
        name: "Rosenbrock, H·v, n = 100",
        value: run(move || rosenbrock(black_box(&x))),
        derivatives: vec![
            ("hvp(…).at", run(move || hvp(Rosenbrock).at(black_box((at.clone(), v.clone()))).1)),
            ("call::hvp", run(move || call::hvp(&Rosenbrock, black_box(&again), black_box(&w)).1)),
            (
                "Prepared, tape",
                run(move || {
                    prepared.hvp_into(
                        black_box(&prepared_at),
                        black_box(&direction),
                        &mut gradient,
                        &mut product,
                    );
                }),
            ),
        ],
    }
}

/// Here the value is the prepared gradient: about 100 000 steps.
fn call_against_prepared() -> Group {
    let x = rosenbrock_point(12_500);
    let (at, mut gradient) = (x.clone(), x.clone());
    let mut prepared = Prepared::new(Rosenbrock).mode(Mode::Tape);
    Group {
        name: "gradient of 100 000 steps, prepared",
        value: run(move || prepared.value_and_grad_into(black_box(&at), &mut gradient)),
        derivatives: vec![("call::grad", run(move || call::grad(&Rosenbrock, black_box(&x))))],
    }
}

/// A small gradient in memory that a large one has used before. The value is the same gradient in its own memory.
fn small_after_large() -> Group {
    let (small, large) = (rosenbrock_point(10), rosenbrock_point(10_000));
    let (at, here) = (small.clone(), small.clone());
    let (mut gradient, mut found, mut much) = (small.clone(), small.clone(), large.clone());
    let mut fresh = Prepared::new(Rosenbrock).mode(Mode::Tape);
    let mut used = Prepared::new(Rosenbrock).mode(Mode::Tape);
    used.value_and_grad_into(&large, &mut much);
    Group {
        name: "tape: Rosenbrock, n = 10; value: its gradient",
        value: run(move || fresh.value_and_grad_into(black_box(&at), &mut gradient)),
        derivatives: vec![(
            "after n = 10 000",
            run(move || used.value_and_grad_into(black_box(&here), &mut found)),
        )],
    }
}

/// The calls that name no strategy, with and without an adjoint program, and the strategies.
fn option_greeks() -> Group {
    let x = (100.0, 0.05, 0.2, 1.0);
    let (e, recorded) = (OptionPrice { strike: 110.0 }, RecordedOptionPrice { strike: 110.0 });
    Group {
        name: "option price, gradient by 4",
        value: run(move || {
            let (spot, rate, volatility, time) = black_box(x);
            option_price(110.0, spot, rate, volatility, time)
        }),
        derivatives: vec![
            ("call::value_and_grad, with a program", run(move || call::value_and_grad(&e, &black_box(x)))),
            ("call::value_and_grad, without", run(move || call::value_and_grad(&recorded, &black_box(x)))),
            ("adjoint", run(move || adjoint::value_and_grad(e).at(black_box(x)))),
            ("forward", run(move || forward::value_and_grad(e).width::<4>().at(black_box(x)))),
            ("stack", run(move || stack::value_and_grad(e).at(black_box(x)))),
            ("call::hessian, with a program", run(move || call::hessian(&e, &black_box(x)))),
        ],
    }
}

const GROUPS: [fn() -> Group; 26] = [
    option_greeks,
    rosenbrock_gradient,
    rosenbrock_gradient_of_many,
    rosenbrock_gradient_by_windows,
    rosenbrock_gradient_of_many_by_windows,
    euler_gradient,
    lotka_volterra_gradient,
    heston_by_terms,
    third_derivative,
    second_derivatives_by_programs,
    hessian_of_lorenz,
    product_against_gradient,
    mixture_product_against_gradient,
    lorenz_gradient,
    gmm_small,
    gmm_large,
    lstm_gradient,
    bundle_adjustment,
    rnn_gradient,
    rnn_gradient_by_dot,
    hessian_of_six,
    hessian_of_twenty,
    dense_hessian,
    hessian_vector_product,
    call_against_prepared,
    small_after_large,
];

// -----------------------------------------------------------------------------------------------------------

/// y ↦ y·x + 1, n times, from 1: two steps each.
#[exp]
fn affine(n: u32, x: f64) -> f64 {
    let mut y = 1.0;
    for _ in 0..n {
        y = y * x + 1.0;
    }
    y
}

/// Derivatives of a number of steps, whose memory is measured.
const MEMORY: [(&str, fn(u32) -> f64); 4] = [
    ("stack, y ← y·x + 1", |steps| stack::diff(Affine { n: steps / 2 }).at(black_box(0.5))),
    ("effects, y ← y·x + 1", |steps| effects::diff(Affine { n: steps / 2 }).at(black_box(0.5))),
    ("stack, Lorenz", |steps| {
        stack::grad(Lorenz { steps: steps as usize / LORENZ_STEP }).at(LORENZ_POINT)[0]
    }),
    ("effects, Lorenz", |steps| {
        effects::grad(Lorenz { steps: steps as usize / LORENZ_STEP }).at(LORENZ_POINT)[0]
    }),
];

/// Operations of a step of the Lorenz system: four rates of eight each, three states ahead of six each, and seven for
/// each of the three coordinates in the end.
const LORENZ_STEP: usize = 4 * 8 + 3 * 6 + 3 * 7;

/// The peak of this process's resident memory so far, where the system tells.
fn peak() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<f64>().ok()? * 1024.0)
}

/// The rise of the peak while a separate process evaluates derivative number `index` once.
fn rise(index: usize, steps: u32) -> Option<f64> {
    let this = env::current_exe().ok()?;
    let arguments = ["--memory".to_owned(), index.to_string(), steps.to_string()];
    let output = process::Command::new(this).args(arguments).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

/// The code of such a process.
fn measure_memory(index: usize, steps: u32) {
    let (_, derivative) = MEMORY[index];
    derivative(1000);
    let before = peak();
    black_box(derivative(steps));
    if let (Some(before), Some(after)) = (before, peak()) {
        println!("{}", after - before);
    }
}

/// Between one and two million steps, so that memory for the first use does not count.
fn bytes_a_step() {
    const STEPS: u32 = 1_000_000;
    println!("\nbytes a step");
    for (index, (name, _)) in MEMORY.iter().enumerate() {
        if let (Some(once), Some(twice)) = (rise(index, STEPS), rise(index, 2 * STEPS)) {
            println!("  {name:<28}{:>10.1}", (twice - once) / f64::from(STEPS));
        }
    }
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [flag, index, steps] = &arguments[..]
        && flag == "--memory"
    {
        let number = |text: &String| text.parse().expect("a number");
        return measure_memory(number(index) as usize, number(steps));
    }
    let wanted = |name: &str| arguments.is_empty() || arguments.iter().any(|part| name.contains(&**part));
    print(&GROUPS, wanted);
    if wanted("bytes a step") {
        bytes_a_step();
    }
}
