//! Gradients, Hessians and Taylor series by this crate and by its peers, side by side in one run.
//!
//! `cargo run --release --manifest-path benches/peers/Cargo.toml`

use std::hint::black_box;
use std::time::Instant;

use ad::prelude::*;

/// A row of the table: the measured function, and the method.
struct Row {
    name: String,
    run: Box<dyn FnMut()>,
}

fn row(name: impl Into<String>, mut run: impl FnMut() + 'static) -> Row {
    let name = name.into();
    run();
    Row { name, run: Box::new(move || run()) }
}

/// Times all rows in turn, many times, and prints the fastest of each in nanoseconds and as a multiple of the first.
fn compare(title: &str, mut rows: Vec<Row>) {
    const ROUNDS: usize = 25;
    const NANOSECONDS: f64 = 4e6;
    println!("\n{title}");
    let repetitions: Vec<u32> = rows
        .iter_mut()
        .map(|row| {
            let mut repetitions = 1;
            loop {
                let start = Instant::now();
                (0..repetitions).for_each(|_| (row.run)());
                let elapsed = start.elapsed().as_nanos() as f64;
                if elapsed > NANOSECONDS / 4.0 {
                    break ((f64::from(repetitions) * NANOSECONDS / elapsed) as u32).max(1);
                }
                repetitions *= 2;
            }
        })
        .collect();
    let mut best = vec![f64::INFINITY; rows.len()];
    for _ in 0..ROUNDS {
        for (i, row) in rows.iter_mut().enumerate() {
            let start = Instant::now();
            (0..repetitions[i]).for_each(|_| (row.run)());
            best[i] = best[i].min(start.elapsed().as_nanos() as f64 / f64::from(repetitions[i]));
        }
    }
    for (row, time) in rows.iter().zip(&best) {
        println!("  {:<34}{time:>12.1} ns {:>9.2} ×", row.name, time / best[0]);
    }
}

// ------------------------------------------------------------------------------------- the functions, for us

// Inlined, as the macro below is for the others.
#[exp(adjoint)]
#[inline(always)]
fn rosenbrock(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() - 1 {
        let a = x[i + 1] - x[i] * x[i];
        let b = 1.0 - x[i];
        sum += 100.0 * a * a + b * b;
    }
    sum
}

/// A term of it, whose call is one step.
#[exp(adjoint, step)]
fn term(x: f64, next: f64) -> f64 {
    let a = next - x * x;
    let b = 1.0 - x;
    100.0 * a * a + b * b
}

#[exp]
fn rosenbrock_by_steps(x: &[f64]) -> f64 {
    x.windows(2).map(|w| term(w[0], w[1])).sum()
}

#[exp(name = RosenbrockOf)]
#[inline(always)]
fn rosenbrock_of<const N: usize>(x: [f64; N]) -> f64 {
    rosenbrock(&x)
}

#[exp]
fn power(k: u32, x: f64) -> f64 {
    let mut result = 1.0;
    for _ in 0..k {
        result *= x;
    }
    result
}

/// As good as it gets: each number of the gradient is written once.
fn rosenbrock_gradient(x: &[f64], gradient: &mut [f64]) -> f64 {
    let n = x.len();
    let (mut sum, mut from_the_left) = (0.0, 0.0);
    for ((x, next), gradient) in x.iter().zip(&x[1..]).zip(&mut *gradient) {
        let (a, b) = (next - x * x, 1.0 - x);
        sum += 100.0 * a * a + b * b;
        *gradient = from_the_left - 400.0 * a * x - 2.0 * b;
        from_the_left = 200.0 * a;
    }
    gradient[n - 1] = from_the_left;
    sum
}

/// The same for a number type of another crate, which takes `f64` on the right and needs no other literals.
macro_rules! rosenbrock {
    ($x:expr, $zero:expr) => {{
        let x = $x;
        let mut sum = $zero;
        for i in 0..x.len() - 1 {
            let a = x[i + 1] - x[i] * x[i];
            let b = -(x[i] - 1.0);
            sum = sum + a * a * 100.0 + b * b;
        }
        sum
    }};
}

fn point(n: usize) -> Vec<f64> {
    (0..n).map(|i| (i as f64).sin()).collect()
}

fn array<const N: usize>() -> [f64; N] {
    std::array::from_fn(|i| (i as f64).sin())
}

fn small<const N: usize>() {
    let x = array::<N>();
    compare(
        &format!("Rosenbrock, gradient, n = {N}, forward"),
        vec![
            row("plain value", move || {
                black_box(rosenbrock(&black_box(x)));
            }),
            row("by hand", move || {
                let mut gradient = [0.0; N];
                black_box(rosenbrock_gradient(&black_box(x), &mut gradient));
                black_box(gradient);
            }),
            row("ad forward::value_and_grad", move || {
                black_box(forward::value_and_grad(RosenbrockOf::<N>).eval(F64, black_box(x)));
            }),
            row("ad forward, width n", move || {
                black_box(forward::value_and_grad(RosenbrockOf::<N>).width::<N>().eval(F64, black_box(x)));
            }),
            row("ad stack::value_and_grad", move || {
                black_box(stack::value_and_grad(RosenbrockOf::<N>).eval(F64, black_box(x)));
            }),
            row("hyperjet", move || {
                black_box(hyperjet::differentiate::differentiate1(black_box(x), |x| {
                    rosenbrock!(x, hyperjet::jets::Jet1::<N>::constant(0.0))
                }));
            }),
            row("num-dual", move || {
                use num_dual::DualSVec64;
                let x = nalgebra::SVector::<f64, N>::from(black_box(x));
                black_box(num_dual::gradient(|x| rosenbrock!(x, DualSVec64::<N>::from(0.0)), &x));
            }),
        ],
    );
}

fn large(n: usize) {
    let x = &*point(n).leak();
    let mut prepared = Prepared::new(Rosenbrock).mode(Mode::Tape);
    let mut gradient = vec![0.0; n];
    let mut program = Prepared::new(Rosenbrock).mode(Mode::Program);
    let mut by_program = vec![0.0; n];
    let vector = x.to_vec();
    let by_hand = vec![0.0; n];
    let mut tape = xad_rs::Tape::new(true);
    compare(
        &format!("Rosenbrock, gradient, n = {n}, reverse"),
        vec![
            row("plain value", move || {
                black_box(rosenbrock(black_box(x)));
            }),
            row("by hand", {
                let mut gradient = by_hand;
                move || {
                    black_box(rosenbrock_gradient(black_box(x), &mut gradient));
                }
            }),
            row("ad Prepared, program", {
                let vector = vector.clone();
                move || {
                    black_box(program.value_and_grad_into(black_box(&vector), &mut by_program));
                }
            }),
            row("ad Prepared, tape", {
                let vector = vector.clone();
                move || {
                    black_box(prepared.value_and_grad_into(black_box(&vector), &mut gradient));
                }
            }),
            row("ad Prepared, tape, terms as steps", {
                let vector = vector.clone();
                let mut prepared = Prepared::new(RosenbrockBySteps).mode(Mode::Tape);
                let mut gradient = vector.clone();
                move || {
                    black_box(prepared.value_and_grad_into(black_box(&vector), &mut gradient));
                }
            }),
            row("ad call::value_and_grad", {
                let vector = vector.clone();
                move || {
                    black_box(call::value_and_grad(&Rosenbrock, black_box(&vector)));
                }
            }),
            row("ad effects::value_and_grad", move || {
                black_box(effects::value_and_grad(Rosenbrock).eval(F64, black_box(vector.clone())));
            }),
            row("xad-rs, tape reused", move || {
                black_box(xad_rs::compute_gradient_rev_with(&mut tape, black_box(x), |x| {
                    let mut sum = xad_rs::AReal::from(0.0);
                    for i in 0..x.len() - 1 {
                        let a = &x[i + 1] - &x[i] * &x[i];
                        let b = -(&x[i] - 1.0);
                        sum = sum + &a * &a * 100.0 + &b * &b;
                    }
                    sum
                }));
            }),
            row("reverse", move || {
                let tape = reverse::Tape::new();
                let x = tape.add_vars(black_box(x));
                use reverse::Gradient;
                black_box(rosenbrock!(&x, tape.add_var(0.0)).grad().wrt(&x));
            }),
            row("echidna grad", move || {
                black_box(echidna::grad(
                    |x: &[echidna::Reverse<f64>]| rosenbrock!(x, echidna::Reverse::constant(0.0)),
                    black_box(x),
                ));
            }),
            row("echidna replay", {
                let (mut tape, _) = echidna::record(
                    |x: &[echidna::BReverse<f64>]| rosenbrock!(x, echidna::BReverse::constant(0.0)),
                    x,
                );
                let mut buffer = Vec::new();
                move || {
                    black_box(tape.gradient_with_buf(black_box(x), &mut buffer));
                }
            }),
        ],
    );
}

fn main() {
    let only = std::env::args().nth(1);
    let wanted = |group: &str| only.as_deref().is_none_or(|only| only == group);
    if wanted("power") {
        powers();
    }
    if wanted("forward") {
        small::<2>();
        small::<8>();
        small::<32>();
    }
    if wanted("reverse") {
        large(100);
        large(10_000);
    }
    if wanted("second") {
        second();
    }
    if wanted("taylor") {
        taylor_series();
    }
}

fn powers() {
    let (k, x) = (1000, 0.999);
    compare(
        "x^1000 by a loop, derivative, forward",
        vec![
            row("plain value", move || {
                black_box(power(black_box(k), black_box(x)));
            }),
            row("by hand", move || {
                let (mut v, mut d, x) = (1.0, 0.0, black_box(x));
                for _ in 0..black_box(k) {
                    d = d * x + v;
                    v *= x;
                }
                black_box((v, d));
            }),
            row("ad forward::diff", move || {
                black_box(forward::diff(Power { k: black_box(k) }).eval(F64, black_box(x)));
            }),
            row("num-dual", move || {
                let f = |x: num_dual::Dual64| {
                    let mut result = num_dual::Dual64::from(1.0);
                    for _ in 0..black_box(k) {
                        result *= x;
                    }
                    result
                };
                black_box(num_dual::first_derivative(f, black_box(x)));
            }),
        ],
    );
}

fn second() {
    let x = array::<6>();
    compare(
        "Rosenbrock, value, gradient and Hessian, n = 6",
        vec![
            row("plain value", move || {
                black_box(rosenbrock(&black_box(x)));
            }),
            row("ad hessian (forward over stack)", move || {
                black_box(hessian(RosenbrockOf::<6>).eval(F64, black_box(x)));
            }),
            row("ad call::value_grad_hessian", move || {
                black_box(call::value_grad_hessian(&RosenbrockOf::<6>, &black_box(x)));
            }),
            row("ad Prepared, tape", {
                let mut prepared = Prepared::new(RosenbrockOf::<6>).mode(Mode::Tape);
                let (mut gradient, mut rows) = ([0.0; 6], [0.0; 36]);
                move || {
                    black_box(prepared.value_grad_hessian_into(&black_box(x), &mut gradient, &mut rows));
                }
            }),
            row("ad forward over forward", move || {
                black_box(
                    forward::value_and_jacobian(forward::value_and_grad(RosenbrockOf::<6>).width::<6>())
                        .width::<6>()
                        .eval(F64, black_box(x)),
                );
            }),
            row("hyperjet", move || {
                black_box(hyperjet::differentiate::differentiate2_6(black_box(x), |x| {
                    rosenbrock!(x, hyperjet::jets::Jet2::constant(0.0))
                }));
            }),
            row("num-dual", move || {
                let x = nalgebra::SVector::<f64, 6>::from(black_box(x));
                black_box(num_dual::hessian(|x| rosenbrock!(x, num_dual::Dual2SVec64::<6>::from(0.0)), &x));
            }),
        ],
    );

    let x = point(100);
    let v: Vec<f64> = (0..100).map(|i| (i as f64).cos()).collect();
    let (x2, v2) = (x.clone(), v.clone());
    compare(
        "Rosenbrock, Hessian-vector product, n = 100",
        vec![
            row("plain value", {
                let x = x.clone();
                move || {
                    black_box(rosenbrock(black_box(&x)));
                }
            }),
            row("ad hvp (forward over stack)", {
                move || {
                    black_box(hvp(Rosenbrock).eval(F64, black_box((x.clone(), v.clone()))).1);
                }
            }),
            row("ad Prepared, tape", {
                let mut prepared = Prepared::new(Rosenbrock).mode(Mode::Tape);
                let (x, v) = (x2.clone(), v2.clone());
                let (mut gradient, mut product) = (vec![0.0; 100], vec![0.0; 100]);
                move || {
                    prepared.hvp_into(black_box(&x), black_box(&v), &mut gradient, &mut product);
                }
            }),
            row("ad forward over adjoint", {
                let (x, v) = (x2.clone(), v2.clone());
                move || {
                    black_box(
                        forward::jvp(adjoint::grad(Rosenbrock)).eval(F64, black_box((x.clone(), v.clone()))),
                    );
                }
            }),
            row("echidna replay", {
                let (tape, _) = echidna::record(
                    |x: &[echidna::BReverse<f64>]| rosenbrock!(x, echidna::BReverse::constant(0.0)),
                    &x2,
                );
                move || {
                    black_box(tape.hvp(black_box(&x2), black_box(&v2)));
                }
            }),
        ],
    );
}

/// exp(sin x) / (1 + x²)
#[exp]
fn bump(x: f64) -> f64 {
    x.sin().exp() / (1.0 + x * x)
}

fn taylor_series() {
    let x = 0.7;
    compare(
        "exp(sin x) / (1 + x²), Taylor series of order 10",
        vec![
            row("plain value", move || {
                black_box(bump(black_box(x)));
            }),
            row("ad taylor::coefficients", move || {
                black_box(taylor::coefficients::<11, _>(Bump).eval(F64, black_box(x)));
            }),
            row("echidna", move || {
                let x = echidna::Taylor::<f64, 11>::variable(black_box(x));
                black_box(x.sin().exp() / (x * x + echidna::Taylor::constant(1.0)));
            }),
        ],
    );
}
