//! Enclosures: `cargo bench --bench enclosure`. Nanoseconds, as a multiple of the plain function's.

use ad::enclosure::{Interval, enclose};
use ad::prelude::*;

mod programs;
mod timing;
use programs::*;
use timing::{Group, print, run};

/// Arithmetic only.
fn lorenz_() -> Group {
    let (e, x) = (LorenzByEuler { steps: 100 }, LORENZ_POINT);
    let points = x.map(Interval::from);
    Group {
        name: "Lorenz, Euler, 100 steps, 6 inputs",
        value: run(move || lorenz_by_euler(100, std::hint::black_box(x))),
        derivatives: vec![
            ("value", run(move || enclose(&e, &points))),
            ("gradient", run(move || enclose(&reverse::grad(e), &points))),
        ],
    }
}

/// Mostly functions.
fn option_() -> Group {
    let x = (100.0, 105.0, 0.03, 0.2, 1.0);
    let points = (x.0.into(), x.1.into(), x.2.into(), x.3.into(), x.4.into());
    Group {
        name: "Black–Scholes, 5 inputs",
        value: run(move || {
            let x = std::hint::black_box(x);
            black_scholes(x.0, x.1, x.2, x.3, x.4)
        }),
        derivatives: vec![
            ("value", run(move || enclose(&BlackScholes, &points))),
            ("gradient", run(move || enclose(&reverse::grad(BlackScholes), &points))),
        ],
    }
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let groups: [fn() -> Group; 2] = [lorenz_, option_];
    print(&groups, |name| wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str())));
}
