//! The cost of a step: `cargo bench --bench steps`. Forward mode is compared with dual numbers written by hand. For the reverse
//! strategies, alone and nested, the time and the memory of a step are measured. `README.md` discusses the numbers. With arguments, it
//! prints only the tables whose titles contain one of them.
//!
//! The entries of a table are timed in turn in one run, and the fastest of many rounds counts. So ratios also hold on a busy
//! machine.

use std::hint::black_box;
use std::ops::{Add, Mul};
use std::time::{Duration, Instant};
use std::{env, fs, process};

use ad::prelude::*;
use ad::{iterate_with, replay};

/// y ↦ y·x + 1, n times, from 1: two steps each.
#[exp]
fn affine(n: u32, x: f64) -> f64 {
    let mut y = 1.0;
    for _ in 0..n {
        y = y * x + 1.0;
    }
    y
}

/// xᵏ, one factor at a time.
#[exp]
fn product(k: u32, x: f64) -> f64 {
    let mut y = 1.0;
    for _ in 0..k {
        y *= x;
    }
    y
}

/// xᵏ, by repeated squaring.
#[exp]
fn squaring(k: u32, x: f64) -> f64 {
    let mut y = 1.0;
    let (mut x, mut k) = (x, k);
    while k > 0 {
        if k % 2 == 1 {
            y *= x;
        }
        x = x * x;
        k /= 2;
    }
    y
}

/// The same by hand.
mod hand {
    use super::Dual;

    pub(crate) fn affine(n: u32, x: Dual) -> Dual {
        let mut y = Dual::ONE;
        for _ in 0..n {
            y = y * x + Dual::ONE;
        }
        y
    }

    pub(crate) fn product(k: u32, x: Dual) -> Dual {
        let mut y = Dual::ONE;
        for _ in 0..k {
            y = y * x;
        }
        y
    }

    pub(crate) fn squaring(mut k: u32, mut x: Dual) -> Dual {
        let mut y = Dual::ONE;
        while k > 0 {
            if k % 2 == 1 {
                y = y * x;
            }
            x = x * x;
            k /= 2;
        }
        y
    }
}

/// A dual number as one writes it without a library.
#[derive(Clone, Copy)]
struct Dual {
    v: f64,
    d: f64,
}

impl Dual {
    const ONE: Dual = Dual { v: 1.0, d: 0.0 };
}

impl Add for Dual {
    type Output = Dual;
    #[inline]
    fn add(self, b: Dual) -> Dual {
        Dual { v: self.v + b.v, d: self.d + b.d }
    }
}

impl Mul for Dual {
    type Output = Dual;
    #[inline]
    fn mul(self, b: Dual) -> Dual {
        Dual { v: self.v * b.v, d: self.d * b.v + self.v * b.d }
    }
}

// -----------------------------------------------------------------------------------------------------------

/// Something to be timed.
type Run = Box<dyn Fn() -> f64>;

/// Nanoseconds that each takes: the fastest round of `rounds`, in which they take turns.
fn nanoseconds(runs: &[Run], rounds: u32) -> Vec<f64> {
    let elapsed = |run: &Run, times: u32| {
        let start = Instant::now();
        (0..times).for_each(|_| _ = black_box(run()));
        start.elapsed()
    };
    // A round lasts a millisecond at least. The first call is a warm-up.
    let millisecond = |run| u32::try_from(2_000_000 / elapsed(run, 2).as_nanos().max(1)).unwrap_or(u32::MAX);
    let times: Vec<u32> = runs.iter().map(|run| millisecond(run).max(1)).collect();
    let mut best = vec![Duration::MAX; runs.len()];
    for _ in 0..rounds {
        for (best, (run, times)) in best.iter_mut().zip(runs.iter().zip(&times)) {
            *best = elapsed(run, *times).min(*best);
        }
    }
    best.iter().zip(times).map(|(best, times)| best.as_secs_f64() * 1e9 / f64::from(times)).collect()
}

/// A derivative, by its name, for a number of steps.
struct Derivative {
    name: &'static str,
    at: fn(u32) -> f64,
}

macro_rules! derivative {
    ($name:literal, $e:ident => $derivative:expr) => {
        Derivative {
            name: $name,
            at: |steps| {
                let $e = Affine { n: steps / 2 };
                $derivative.at(black_box(0.5))
            },
        }
    };
}

const FIRST: [Derivative; 5] = [
    derivative!("plain f64", e => e),
    derivative!("forward", e => forward::diff(e)),
    derivative!("stack", e => stack::diff(e)),
    derivative!("effects", e => effects::diff(e)),
    derivative!("backpropagator", e => backpropagator::diff(e)),
];

const SECOND: [Derivative; 9] = [
    derivative!("forward ∘ forward", e => forward::diff(forward::diff(e))),
    derivative!("forward ∘ stack", e => forward::diff(stack::diff(e))),
    derivative!("forward ∘ effects", e => forward::diff(effects::diff(e))),
    derivative!("stack ∘ forward", e => stack::diff(forward::diff(e))),
    derivative!("stack ∘ stack", e => stack::diff(stack::diff(e))),
    derivative!("stack ∘ effects", e => stack::diff(effects::diff(e))),
    derivative!("effects ∘ forward", e => effects::diff(forward::diff(e))),
    derivative!("effects ∘ stack", e => effects::diff(stack::diff(e))),
    derivative!("effects ∘ effects", e => effects::diff(effects::diff(e))),
];

/// The cost of recording the steps first, for the `'static` numbers of other crates.
const REPLAYED: [Derivative; 4] = [
    derivative!("forward", e => forward::diff(e)),
    derivative!("forward, replay", e => forward::diff(replay(e))),
    derivative!("stack", e => stack::diff(e)),
    derivative!("stack, replay", e => stack::diff(replay(e))),
];

/// 1000 steps.
#[exp]
fn part(y: f64, x: f64) -> f64 {
    let mut y = y;
    for _ in 0..500 {
        y = y * x + 1.0;
    }
    y
}

/// The same program, with a checkpoint for each 1000 steps.
#[exp]
fn in_parts(parts: usize, x: f64) -> f64 {
    iterate_with(Part, parts).snapshots(parts).at((1.0, x))
}

fn parts(e: Affine) -> InParts {
    InParts { parts: e.n as usize / 500 }
}

const PARTS: [Derivative; 4] = [
    derivative!("stack", e => stack::diff(e)),
    derivative!("stack, in parts", e => stack::diff(parts(e))),
    derivative!("effects", e => effects::diff(e)),
    derivative!("effects, in parts", e => effects::diff(parts(e))),
];

fn all() -> impl Iterator<Item = &'static Derivative> {
    FIRST.iter().chain(&SECOND).chain(&REPLAYED).chain(&PARTS)
}

/// Compares forward mode with dual numbers by hand.
fn against_hand() {
    println!("forward::diff over F64 against dual numbers by hand, ns a call\n");
    println!("{:<28}{:>10}{:>10}{:>10}{:>18}", "", "plain f64", "by hand", "forward", "forward / by hand");
    // Near enough to 1 that no power of it underflows.
    let x = || black_box(0.999_999_999);
    let dual = move |d: fn(u32, Dual) -> Dual, k| d(black_box(k), Dual { v: x(), d: 1.0 }).d;
    let rows: [(&str, [Run; 3]); 3] = [
        (
            "y·x + 1, 10 000 times",
            [
                Box::new(move || affine(black_box(10_000), x())),
                Box::new(move || dual(hand::affine, 10_000)),
                Box::new(move || forward::diff(Affine { n: black_box(10_000) }).at(x())),
            ],
        ),
        (
            "x¹⁰⁰⁰, factor by factor",
            [
                Box::new(move || product(black_box(1000), x())),
                Box::new(move || dual(hand::product, 1000)),
                Box::new(move || forward::diff(Product { k: black_box(1000) }).at(x())),
            ],
        ),
        (
            "xᵏ, k = 4·10⁹ + 7, squaring",
            [
                Box::new(move || squaring(black_box(4_000_000_007), x())),
                Box::new(move || dual(hand::squaring, 4_000_000_007)),
                Box::new(move || forward::diff(Squaring { k: black_box(4_000_000_007) }).at(x())),
            ],
        ),
    ];
    for (name, runs) in &rows {
        let times = nanoseconds(runs, 101);
        let ratio = times[2] / times[1];
        println!("{name:<28}{:>10.1}{:>10.1}{:>10.1}{ratio:>18.2}", times[0], times[1], times[2]);
    }
}

/// Prints nanoseconds a step for several numbers of steps, and bytes a step for the largest.
fn per_step(title: &str, derivatives: &'static [Derivative], numbers: &[u32]) {
    println!("\n{title}, y·x + 1: ns a step, bytes a step\n");
    print!("{:<18}", "steps");
    numbers.iter().for_each(|steps| print!("{:>10}", format!("10^{}", steps.ilog10())));
    println!("{:>10}", "bytes");

    let mut table = vec![Vec::new(); derivatives.len()];
    for &steps in numbers {
        let runs: Vec<Run> = derivatives.iter().map(|d| Box::new(move || (d.at)(steps)) as Run).collect();
        let rounds = (30_000_000 / steps).clamp(5, 101);
        let times = nanoseconds(&runs, rounds);
        table.iter_mut().zip(times).for_each(|(row, time)| row.push(time / f64::from(steps)));
    }
    for (derivative, times) in derivatives.iter().zip(table) {
        print!("{:<18}", derivative.name);
        times.iter().for_each(|time| print!("{time:>10.1}"));
        match bytes(derivative.name, numbers[numbers.len() - 1]) {
            Some(bytes) => println!("{bytes:>10.1}"),
            None => println!("{:>10}", "-"),
        }
    }
}

// -----------------------------------------------------------------------------------------------------------

/// The peak of this process's resident memory so far, where the system tells.
fn peak() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<f64>().ok()? * 1024.0)
}

/// Bytes a step: the rise of the peak while a separate process evaluates the derivative once.
fn bytes(name: &str, steps: u32) -> Option<f64> {
    let this = env::current_exe().ok()?;
    let output = process::Command::new(this).args(["--memory", name, &steps.to_string()]).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

/// The code of such a process.
fn measure_memory(name: &str, steps: u32) {
    let derivative = all().find(|d| d.name == name).expect("a derivative of this bench");
    (derivative.at)(10);
    let before = peak();
    black_box((derivative.at)(steps));
    if let (Some(before), Some(after)) = (before, peak()) {
        println!("{}", (after - before) / f64::from(steps));
    }
}

fn main() {
    let arguments: Vec<String> = env::args().collect();
    if let [_, flag, name, steps] = &arguments[..]
        && flag == "--memory"
    {
        return measure_memory(name, steps.parse().expect("a number of steps"));
    }
    let wanted: Vec<_> = arguments[1..].iter().filter(|argument| !argument.starts_with("--")).collect();
    let is_wanted = |title: &str| wanted.is_empty() || wanted.iter().any(|part| title.contains(&**part));
    if is_wanted("By hand") {
        against_hand();
    }
    let tables: [(&str, &'static [Derivative], &[u32]); 4] = [
        ("First order", &FIRST, &[1_000, 10_000, 100_000, 1_000_000, 10_000_000]),
        ("Second order", &SECOND, &[1_000, 100_000]),
        ("Recorded and replayed", &REPLAYED, &[1_000, 100_000, 1_000_000]),
        ("Checkpoints", &PARTS, &[10_000, 100_000, 1_000_000, 10_000_000]),
    ];
    for (title, derivatives, numbers) in tables {
        if is_wanted(title) {
            per_step(title, derivatives, numbers);
        }
    }
}
