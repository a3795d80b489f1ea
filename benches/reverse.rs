//! The cost of a derivative by the tape and by forward mode, as a multiple of the value: `cargo bench --bench reverse`. `README.md` discusses the numbers. With
//! arguments, it prints only the rows whose names contain one of them.
//!
//! A ratio is the time of the derivative to that of the plain function over `f64`, from the same source, in the same run. Both
//! are processor times of the thread, in turn, and the least of many rounds counts.

use std::hint::black_box;
use std::{env, fs, process};

use ad::prelude::*;

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
    let group = prepared!("Rosenbrock by a loop, gradient, n = 100", Rosenbrock, x.clone(), plain);
    by_steps!(group, RosenbrockBySteps, x)
}

fn rosenbrock_gradient_of_many() -> Group {
    let plain = |_: &Rosenbrock, x: &Vec<f64>| rosenbrock(x);
    let x = rosenbrock_point(10_000);
    let group = prepared!("Rosenbrock by a loop, gradient, n = 10 000", Rosenbrock, x.clone(), plain);
    by_steps!(group, RosenbrockBySteps, x)
}

fn lorenz_gradient() -> Group {
    let e = || Lorenz { steps: 100_000 };
    let mut group = prepared!(
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
    by_terms(prepared!("GMM, d = 2, k = 5, n = 1000, gradient", e, x.clone(), mixture), &e, x)
}

fn gmm_large() -> Group {
    let (e, x) = gmm_problem(10, 25, 1000);
    by_terms(prepared!("GMM, d = 10, k = 25, n = 1000, gradient", e, x.clone(), mixture), &e, x)
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
    let group = prepared!("LSTM, 2 layers, 1024 × 14, gradient", e, x.clone(), |e: &Lstm<'_>,
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
    prepared!(
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
    let (list, mut by_terms) = (rosenbrock_point(6), Prepared::new(Rosenbrock));
    let (mut slopes, mut matrix) = ([0.0; 6], [0.0; 36]);
    Group {
        name: "Rosenbrock, Hessian, n = 6",
        value: run(move || rosenbrock(&black_box(x))),
        derivatives: vec![
            ("hessian(…).at", run(move || hessian(RosenbrockOf::<6>).at(black_box(x)))),
            ("call::hessian", run(move || call::hessian(&RosenbrockOf::<6>, &black_box(x)))),
            ("call::hessian, of its terms", run(move || call::hessian(&RosenbrockOfSix, &black_box(x)))),
            (
                "Prepared, tape",
                run(move || prepared.value_grad_hessian_into(&black_box(x), &mut gradient, &mut rows)),
            ),
            (
                "Prepared, of a slice",
                run(move || {
                    by_terms.value_grad_hessian_into(black_box(&list[..]), &mut slopes[..], &mut matrix)
                }),
            ),
        ],
    }
}

fn hessian_of_twenty() -> Group {
    let x = rosenbrock_point(20);
    let (at, again, prepared_at) = (x.clone(), x.clone(), x.clone());
    let mut prepared = Prepared::new(Rosenbrock).mode(Mode::Tape);
    let (mut gradient, mut rows) = (vec![0.0; 20], vec![0.0; 400]);
    let (list, mut by_terms) = (x.clone(), Prepared::new(Rosenbrock));
    let (mut slopes, mut matrix) = (vec![0.0; 20], vec![0.0; 400]);
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
            (
                "Prepared",
                run(move || by_terms.value_grad_hessian_into(black_box(&list), &mut slopes, &mut matrix)),
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

/// Here the value is the prepared gradient.
fn call_against_prepared() -> Group {
    let x = rosenbrock_point(12_500);
    let (at, mut gradient) = (x.clone(), x.clone());
    let mut prepared = Prepared::new(Rosenbrock);
    Group {
        name: "gradient by 12 500 inputs, prepared",
        value: run(move || prepared.value_and_grad_into(black_box(&at), &mut gradient)),
        derivatives: vec![("call::grad", run(move || call::grad(&Rosenbrock, black_box(&x))))],
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

/// A term of Rosenbrock's function.
#[exp(adjoint)]
fn bend(x: f64, y: f64) -> f64 {
    let (a, b) = (y - x * x, 1.0 - x);
    100.0 * (a * a) + b * b
}

/// The same without a program.
#[exp]
fn recorded_bend(x: f64, y: f64) -> f64 {
    let (a, b) = (y - x * x, 1.0 - x);
    100.0 * (a * a) + b * b
}

/// The same with its gradient, by hand.
fn bend_by_hand(x: f64, y: f64) -> (f64, [f64; 2]) {
    let (a, b) = (y - x * x, 1.0 - x);
    (100.0 * (a * a) + b * b, [-400.0 * a * x - 2.0 * b, 200.0 * a])
}

fn small_calls() -> Group {
    let x = (0.7, 0.4);
    let (mut prepared, mut gradient) = (Prepared::new(Bend), (0.0, 0.0));
    Group {
        name: "term, gradient by 2",
        value: run(move || {
            let (x, y) = black_box(x);
            bend(x, y)
        }),
        derivatives: vec![
            (
                "by hand",
                run(move || {
                    let (x, y) = black_box(x);
                    bend_by_hand(x, y)
                }),
            ),
            ("call::value_and_grad, with a program", run(move || call::value_and_grad(&Bend, &black_box(x)))),
            (
                "call::value_and_grad, without",
                run(move || call::value_and_grad(&RecordedBend, &black_box(x))),
            ),
            ("prepared", run(move || prepared.value_and_grad_into(&black_box(x), &mut gradient))),
            ("call::hessian, with a program", run(move || call::hessian(&Bend, &black_box(x)))),
        ],
    }
}

const GROUPS: [fn() -> Group; 16] = [
    small_calls,
    option_greeks,
    rosenbrock_gradient,
    rosenbrock_gradient_of_many,
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

/// Operations of a step of the Lorenz system. Each of the four rates has eight operations, and each of the three states ahead has
/// six. In the end, each of the three coordinates has seven.
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
