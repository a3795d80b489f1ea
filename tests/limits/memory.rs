//! The memory of a step, as the rise of the peak of the resident memory during the evaluation of a derivative. It includes the
//! tape, the adjoints, the control stacks of the handlers, and the allocator's waste.
//!
//! The system knows the peak of a whole process, so each evaluation runs in a separate process: this test, called again.

#![cfg(target_os = "linux")]

use std::process::Command;
use std::{env, fs, hint};

use ad::iterate_with;
use ad::prelude::*;

/// y ↦ y·x + 1, again and again, from 1: two steps each.
#[exp]
fn affine(steps: u32, x: f64) -> f64 {
    let mut y = 1.0;
    for _ in 0..steps / 2 {
        y = y * x + 1.0;
    }
    y
}

/// 4000 steps.
#[exp]
fn part(y: f64, x: f64) -> f64 {
    let mut y = y;
    for _ in 0..2000 {
        y = y * x + 1.0;
    }
    y
}

/// The same program, with a checkpoint for each 4000 steps.
#[exp]
fn in_parts(parts: usize, x: f64) -> f64 {
    iterate_with(Part, parts).snapshots(parts).at((1.0, x))
}

fn parts(e: Affine) -> InParts {
    InParts { parts: e.steps as usize / 4000 }
}

/// A derivative, and its bytes a step.
struct Derivative {
    name: &'static str,
    at: fn(u32) -> f64,
    optimized: u32,
    unoptimized: u32,
}

impl Derivative {
    fn documented(&self) -> u32 {
        if cfg!(debug_assertions) { self.unoptimized } else { self.optimized }
    }
}

macro_rules! derivatives {
    ($($name:literal $optimized:literal $unoptimized:literal |$e:ident| $derivative:expr;)*) => {
        &[$(Derivative {
            name: $name,
            at: |steps| {
                let $e = Affine { steps };
                $derivative.at(hint::black_box(0.5))
            },
            optimized: $optimized,
            unoptimized: $unoptimized,
        }),*]
    };
}

/// The table of `benches/README.md`.
const WITHOUT_EFFECTS: &[Derivative] = derivatives! {
    // name                        optimized  not
    "forward"                             0     0  |e| forward::diff(e);
    "stack"                              16    16  |e| stack::diff(e);
    "stack, in parts"                     0     0  |e| stack::diff(parts(e));
    "backpropagator"                     44    44  |e| backpropagator::diff(e);
    "taylor, order 2"                    24    24  |e| taylor::nth_derivative(e, 2);
    "forward ∘ forward"                   0     0  |e| forward::diff(forward::diff(e));
    "forward ∘ stack"                    40    40  |e| forward::diff(stack::diff(e));
    "stack ∘ forward"                    40    40  |e| stack::diff(forward::diff(e));
    "stack ∘ stack"                      72    72  |e| stack::diff(stack::diff(e));
    "backpropagator ∘ backpropagator"   244   244  |e| backpropagator::diff(backpropagator::diff(e));
};

/// The rest of the table, on x86-64 by Rust 1.95. A step is a frame of the handler, whose size the compiler determines.
#[cfg(all(feature = "effects", target_arch = "x86_64"))]
const WITH_EFFECTS: &[Derivative] = derivatives! {
    "effects"                            52   172  |e| effects::diff(e);
    "effects, in parts"                   0     0  |e| effects::diff(parts(e));
    "forward ∘ effects"                  76   228  |e| forward::diff(effects::diff(e));
    "stack ∘ effects"                   120   248  |e| stack::diff(effects::diff(e));
    "effects ∘ forward"                 156   516  |e| effects::diff(forward::diff(e));
    "effects ∘ stack"                   225   704  |e| effects::diff(stack::diff(e));
    "effects ∘ effects"                 271   879  |e| effects::diff(effects::diff(e));
};
#[cfg(not(all(feature = "effects", target_arch = "x86_64")))]
const WITH_EFFECTS: &[Derivative] = &[];

/// The variable that selects the measurement of the process.
const ORDER: &str = "AD_TEST_MEMORY";

/// The peak of this process's resident memory so far, in KiB.
fn peak() -> u32 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux tells the state of a process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("and its peak");
    line.split_whitespace().next().and_then(|number| number.parse().ok()).expect("a number of kB")
}

/// The rise of the peak, in KiB, in a process that evaluates this derivative of this number of steps.
fn rise(derivative: &Derivative, steps: u32) -> u32 {
    let this = env::current_exe().expect("this test's path");
    let mut child = Command::new(this);
    child.args(["--exact", "memory::bytes_a_step", "--nocapture"]);
    let output = child.env(ORDER, format!("{steps} {}", derivative.name)).output().expect("a process");
    let output = String::from_utf8(output.stdout).expect("text");
    let rise = output.lines().find_map(|line| line.split_once("rise: "));
    rise.and_then(|(_, rise)| rise.parse().ok()).unwrap_or_else(|| panic!("{}: {output}", derivative.name))
}

/// The code of that process. A short evaluation comes first, so that memory for the first use does not count.
fn measure(order: &str) {
    let (steps, name) = order.split_once(' ').expect("a number and a name");
    let mut derivatives = WITHOUT_EFFECTS.iter().chain(WITH_EFFECTS);
    let derivative = derivatives.find(|derivative| derivative.name == name).expect("a name of the table");
    (derivative.at)(10);
    let before = peak();
    hint::black_box((derivative.at)(steps.parse().expect("a number")));
    println!("\nrise: {}", peak() - before);
}

#[test]
fn bytes_a_step() {
    if let Ok(order) = env::var(ORDER) {
        return measure(&order);
    }
    // The layout of a tape does not depend on the optimizer. Rows with equal memory in both builds are measured with it.
    let is_due =
        |derivative: &&Derivative| !cfg!(debug_assertions) || derivative.unoptimized != derivative.optimized;
    let mut surprises = Vec::new();
    for derivative in WITHOUT_EFFECTS.iter().chain(WITH_EFFECTS).filter(is_due) {
        let documented = derivative.documented();
        // From 32 MiB to 64 MiB, so that single pages, and even large ones, do not matter.
        let steps = (32 << 20) / documented.max(4);
        let [once, twice] = [1, 2].map(|times| rise(derivative, times * steps));
        let measured = (f64::from(twice) - f64::from(once)) * 1024.0 / f64::from(steps);
        println!("{:<32}{documented:>6}{measured:>10.2}", derivative.name);
        let tolerance = (0.2 * f64::from(documented)).max(0.25);
        if (measured - f64::from(documented)).abs() > tolerance {
            surprises.push(format!("{}: {measured:.1} and not {documented}", derivative.name));
        }
    }
    assert!(
        surprises.is_empty(),
        "bytes a step are not what is documented: {surprises:#?}\nIf a new compiler is the reason, or a change that is \
         worth it, change the numbers in this test and in benches/README.md."
    );
}
