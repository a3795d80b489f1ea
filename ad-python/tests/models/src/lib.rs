//! Functions of many structures, for the tests in Python.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ad::prelude::*;

#[exp]
#[derive(Clone)]
pub struct Camera {
    pub focal: f64,
    pub center: [f64; 2],
}
ad_python::fields!(Camera { focal, center });

#[exp]
#[derive(Clone)]
pub struct Scene {
    pub camera: Camera<f64>,
    pub points: Vec<[f64; 3]>,
}
ad_python::fields!(Scene { camera, points });

/// The places of points in a picture.
#[exp(adjoint)]
fn project(scene: &Scene<f64>) -> Vec<[f64; 2]> {
    let mut places = Vec::new();
    for p in &scene.points {
        let scale = scene.camera.focal / p[2];
        places.push([scale * p[0] + scene.camera.center[0], scale * p[1] + scene.camera.center[1]]);
    }
    places
}

#[exp(adjoint)]
fn energy(camera: &Camera<f64>, weights: &[f64]) -> f64 {
    let mut sum = camera.center[0] * camera.center[1];
    for w in weights {
        sum += w * w * camera.focal;
    }
    sum
}

/// The gradient of a camera's energy is a camera.
#[exp(adjoint)]
fn moved(camera: &Camera<f64>, by: f64) -> Camera<f64> {
    Camera { focal: camera.focal * by, center: [camera.center[0] + by, camera.center[1] * by] }
}

#[exp(adjoint)]
fn fifth(x: f64) -> f64 {
    x.powi(5)
}

#[exp(adjoint)]
fn total(rows: &[Vec<f64>]) -> f64 {
    let mut sum = 0.0;
    for row in rows {
        for x in row {
            sum += x * x;
        }
    }
    sum
}

#[exp(adjoint)]
fn polar(x: [f64; 2]) -> [f64; 2] {
    [x[0] * x[1].cos(), x[0] * x[1].sin()]
}

#[exp(adjoint)]
fn matrix(m: [[f64; 3]; 2]) -> f64 {
    m[0][0] * m[1][1] * m[1][2] + m[0][1].sin() * m[1][0] + m[0][2].powi(3)
}

/// A panic with its text, also in a loop.
#[exp(adjoint)]
fn fragile(x: &[f64]) -> f64 {
    assert!(x.len() < 100, "too many numbers: {}", x.len());
    if x[0] < 0.0 {
        panic!("negative");
    }
    x.iter().map(|x| x.sqrt()).sum()
}

/// Three smooth results of three numbers, with no symmetry.
#[exp(adjoint)]
fn field(x: [f64; 3]) -> [f64; 3] {
    [x[0] * x[1].exp(), x[2].sin() * x[0] * x[0], x[1] * x[2] * x[0] + x[1].powi(4)]
}

/// A rate for solvers of differential equations.
#[exp(adjoint)]
fn pendulum(t: f64, state: [f64; 2]) -> [f64; 2] {
    [state[1], (0.3 * t).cos() - state[0].sin() - 0.1 * state[1]]
}

/// Without an adjoint program.
#[exp]
fn taped(x: &[f64]) -> f64 {
    x.windows(2).map(|w| (w[0] * w[1]).sin()).sum()
}

#[exp(adjoint)]
fn products(x: &[f64]) -> Vec<f64> {
    x.windows(2).map(|w| w[0] * w[1] * w[1]).collect()
}

/// Products of neighbours on one side only.
#[exp(adjoint)]
fn sided(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for w in x.windows(2) {
        sum += if w[0] > 0.0 { w[0] * w[1] } else { w[0] * w[0] };
    }
    sum
}

#[exp(adjoint)]
fn optional(x: Option<f64>, y: f64) -> f64 {
    match x {
        Some(x) => x * y * y,
        None => y,
    }
}

/// The parameters have no names.
///
/// This paragraph is also that of "positive".
#[exp(adjoint)]
fn unnamed([a, b]: [f64; 2], (c, d): (f64, f64)) -> f64 {
    1000.0 * a + 100.0 * b + 10.0 * c + d
}

/// The number of results depends on the argument. A backslash \ and """quotes""".
///
/// This paragraph is also that of "positive".
#[exp(adjoint)]
fn positive(x: &[f64]) -> Vec<f64> {
    let mut found = Vec::new();
    for x in x {
        if *x > 0.0 {
            found.push(x * x);
        }
    }
    found
}

/// The number of results is that of the numbers, and the lengths of both lists depend on the argument.
#[exp(adjoint)]
fn parted(x: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let (mut positive, mut others) = (Vec::new(), Vec::new());
    for x in x {
        if *x > 0.0 {
            positive.push(x * x);
        } else {
            others.push(3.0 * x);
        }
    }
    (positive, others)
}

/// Names that are keywords of Python or of Rust.
#[exp]
#[derive(Clone)]
pub struct Wave {
    pub lambda: f64,
    pub r#type: f64,
}
ad_python::fields!(Wave { lambda, r#type });

#[exp(adjoint)]
fn keywords(lambda: f64, r#type: f64, wave: &Wave<f64>) -> f64 {
    lambda * r#type + wave.lambda * wave.r#type
}

/// A tuple of one part is no list of parameters.
#[exp(adjoint)]
fn single(x: (f64,)) -> f64 {
    x.0 * x.0
}

/// A Hessian without entries.
#[exp(adjoint)]
fn constant(x: &[f64]) -> f64 {
    if x.len() > 1000 { x[0] } else { 1.5 }
}

#[exp(adjoint)]
fn no_numbers(x: [f64; 0]) -> f64 {
    2.0 + x.len() as f64
}

/// A loop whose work is visible in the time, for tests of threads.
#[exp(adjoint)]
fn slow(x: f64) -> f64 {
    let mut y = x;
    for _ in 0..2_000_000 {
        y = (y * 0.5).sin() + x;
    }
    y
}

/// Waits for seven other threads, at most for a minute. Returns whether they came.
fn met_seven_others() -> bool {
    static INSIDE: AtomicUsize = AtomicUsize::new(0);
    INSIDE.fetch_add(1, Ordering::SeqCst);
    let start = Instant::now();
    while INSIDE.load(Ordering::SeqCst) < 8 && start.elapsed() < Duration::from_secs(60) {
        thread::sleep(Duration::from_millis(1));
    }
    INSIDE.load(Ordering::SeqCst) >= 8
}

/// The number, if eight threads are in the function at the same time.
#[exp]
fn meeting(x: f64) -> f64 {
    if met_seven_others() { x } else { -x }
}

#[exp(adjoint)]
fn objective(number: u32, x: &[f64]) -> f64 {
    if number == 1 {
        100.0 * (x[1] - x[0] * x[0]).powi(2) + (1.0 - x[0]).powi(2)
    } else if number == 6 {
        (1.0 - x[0]).powi(2)
    } else if number == 7 {
        (1.0 + x[0] * x[0]).ln() - x[1]
    } else if number == 11 {
        (x[0] - 5.0).powi(2) + x[1] * x[1] - 25.0
    } else if number == 12 {
        0.5 * x[0] * x[0] + x[1] * x[1] - x[0] * x[1] - 7.0 * x[0] - 7.0 * x[1]
    } else if number == 39 {
        -x[0]
    } else if number == 40 {
        -x[0] * x[1] * x[2] * x[3]
    } else if number == 43 {
        x[0] * x[0] + x[1] * x[1] + 2.0 * x[2] * x[2] + x[3] * x[3] - 5.0 * x[0] - 5.0 * x[1] - 21.0 * x[2]
            + 7.0 * x[3]
    } else if number == 71 {
        x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2]
    } else {
        (x[0] - 1.0).powi(2)
            + (x[0] - x[1]).powi(2)
            + (x[2] - 1.0).powi(2)
            + (x[3] - 1.0).powi(4)
            + (x[4] - 1.0).powi(6)
    }
}

#[exp(adjoint)]
fn constraints(number: u32, x: &[f64]) -> Vec<f64> {
    if number == 6 {
        vec![10.0 * (x[1] - x[0] * x[0])]
    } else if number == 7 {
        vec![(1.0 + x[0] * x[0]).powi(2) + x[1] * x[1] - 4.0]
    } else if number == 11 {
        vec![x[1] - x[0] * x[0]]
    } else if number == 12 {
        vec![25.0 - 4.0 * x[0] * x[0] - x[1] * x[1]]
    } else if number == 39 {
        vec![x[1] - x[0].powi(3) - x[2] * x[2], x[0] * x[0] - x[1] - x[3] * x[3]]
    } else if number == 40 {
        vec![x[0].powi(3) + x[1] * x[1] - 1.0, x[0] * x[0] * x[3] - x[2], x[3] * x[3] - x[1]]
    } else if number == 43 {
        let (a, b, c, d) = (x[0], x[1], x[2], x[3]);
        vec![
            8.0 - a * a - b * b - c * c - d * d - a + b - c + d,
            10.0 - a * a - 2.0 * b * b - c * c - 2.0 * d * d + a + d,
            5.0 - 2.0 * a * a - b * b - c * c - 2.0 * a + b + d,
        ]
    } else if number == 71 {
        vec![x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3] - 40.0, x[0] * x[1] * x[2] * x[3] - 25.0]
    } else {
        vec![
            x[0] * x[0] * x[3] + (x[3] - x[4]).sin() - 8f64.sqrt(),
            x[1] + x[2].powi(4) * x[3] * x[3] - 8.0 - 2f64.sqrt(),
        ]
    }
}

ad_python::module! {
    /// Functions of many structures.
    mod models;

    project = Project;
    energy = Energy, weights: -1e6..=1e6;
    moved = Moved;
    /// A power.
    fifth = Fifth;
    total = Total;
    polar = Polar;
    matrix = Matrix;
    fragile = Fragile;
    field = Field;
    pendulum = Pendulum;
    taped = Taped;
    products = Products;
    optional = Optional;
    sided = Sided;
    unnamed = Unnamed;
    positive = Positive;
    parted = Parted;
    keywords = Keywords, r#type: 0.0..10.0;
    single = Single;
    constant = Constant;
    no_numbers = NoNumbers;
    slow = Slow;
    meeting = Meeting;
    hs1 = Objective { number: 1 };
    hs6 = Objective { number: 6 };
    hs7 = Objective { number: 7 };
    hs11 = Objective { number: 11 };
    hs12 = Objective { number: 12 };
    hs39 = Objective { number: 39 };
    hs40 = Objective { number: 40 };
    hs43 = Objective { number: 43 };
    hs71 = Objective { number: 71 };
    hs77 = Objective { number: 77 };
    hs6_constraints = Constraints { number: 6 };
    hs7_constraints = Constraints { number: 7 };
    hs11_constraints = Constraints { number: 11 };
    hs12_constraints = Constraints { number: 12 };
    hs39_constraints = Constraints { number: 39 };
    hs40_constraints = Constraints { number: 40 };
    hs43_constraints = Constraints { number: 43 };
    hs71_constraints = Constraints { number: 71 };
    hs77_constraints = Constraints { number: 77 };
}
