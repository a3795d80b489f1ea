//! The adjoint of a solution that another crate has computed, in two ways that need no adjoint solver.
//!
//! *Through its steps.* The crate chooses the steps, and the expression repeats them, each as a [`checkpoint`], of which reverse
//! mode stores only the state. The result is the exact gradient of the numbers that the solver returns, and not that of the true
//! solution up to the tolerance.
//!
//! *Through the equation that it satisfies.* A steady state is found by integrating until nothing changes. It is also an
//! [`implicit`] function of the parameters, whose derivatives need no integration at all.

use ad::generic::Differentiable;
use ad::prelude::*;
use ad::{checkpoint, implicit};
use nalgebra::DVector;
use ode_solvers::{Dopri5, OutputType, System};

/// Concentrations along a rod with fixed ends, which react as they diffuse (A. M. Turing's and I. Prigogine's *Brusselator*, in
/// one dimension). The first half of `y` is one species, the second the other.
#[exp]
pub fn brusselator(y: &[f64], feed: &[f64]) -> Vec<f64> {
    let n = y.len() / 2;
    let (u, v) = y.split_at(n);
    let stiffness = 0.02 * ((n + 1) * (n + 1)) as f64;
    let mut slope = vec![0.0; 2 * n];
    for i in 0..n {
        let (u_left, v_left) = if i == 0 { (1.0, 1.5) } else { (u[i - 1], v[i - 1]) };
        let (u_right, v_right) = if i == n - 1 { (1.0, 1.5) } else { (u[i + 1], v[i + 1]) };
        let reaction = u[i] * u[i] * v[i];
        slope[i] = feed[i] + reaction - 2.5 * u[i] + stiffness * (u_left - 2.0 * u[i] + u_right);
        slope[n + i] = 1.5 * u[i] - reaction + stiffness * (v_left - 2.0 * v[i] + v_right);
    }
    slope
}

/// The right-hand side as `ode_solvers` wants it.
struct Rod<'a> {
    feed: &'a [f64],
}

impl System<f64, DVector<f64>> for Rod<'_> {
    fn system(&self, _: f64, y: &DVector<f64>, slope: &mut DVector<f64>) {
        slope.copy_from_slice(&brusselator(y.as_slice(), self.feed));
    }
}

/// The concentrations in the beginning.
pub fn start(n: usize) -> Vec<f64> {
    let place = |i: usize| (i + 1) as f64 / (n + 1) as f64;
    let u = (0..n).map(|i| 1.0 + (std::f64::consts::TAU * place(i)).sin());
    u.chain((0..n).map(|_| 1.5)).collect()
}

/// The lengths of the steps that Dormand's and Prince's method takes up to the time `end`, and where they lead.
///
/// # Panics
///
/// Panics if the integration fails.
pub fn steps(feed: &[f64], end: f64, tolerance: f64) -> (Vec<f64>, Vec<f64>) {
    let y = DVector::from_vec(start(feed.len()));
    let output = OutputType::Sparse;
    let mut solver = Dopri5::from_param(
        Rod { feed },
        0.0,
        end,
        end,
        y,
        tolerance,
        tolerance,
        0.9,
        0.04,
        0.2,
        10.0,
        end,
        0.0,
        100_000,
        1_000_000,
        output,
    );
    solver.integrate().expect("the steps may be as short as they must");
    let lengths = solver.x_out().windows(2).map(|t| t[1] - t[0]).collect();
    (lengths, solver.y_out().last().expect("there is an end").as_slice().to_vec())
}

/// One step of the length `h` with the method of order 5 of J. R. Dormand and P. J. Prince (1980).
#[exp]
pub fn dormand_prince(#[fixed] h: f64, y: &[f64], feed: &[f64]) -> Vec<f64> {
    let along = |slopes: &[&[f64]], weights: &[f64]| {
        let mut z = y.to_vec();
        for (slope, weight) in slopes.iter().zip(weights) {
            for (z, slope) in z.iter_mut().zip(slope.iter()) {
                *z += h * *weight * *slope;
            }
        }
        z
    };
    let k1 = brusselator(y, feed);
    let k2 = brusselator(&along(&[&k1], &[1.0 / 5.0]), feed);
    let k3 = brusselator(&along(&[&k1, &k2], &[3.0 / 40.0, 9.0 / 40.0]), feed);
    let k4 = brusselator(&along(&[&k1, &k2, &k3], &[44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0]), feed);
    let weights = [19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0];
    let k5 = brusselator(&along(&[&k1, &k2, &k3, &k4], &weights), feed);
    let weights = [9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0];
    let k6 = brusselator(&along(&[&k1, &k2, &k3, &k4, &k5], &weights), feed);
    let weights = [35.0 / 384.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0];
    along(&[&k1, &k3, &k4, &k5, &k6], &weights)
}

/// The distance of the concentrations at the end of the given steps from the wanted ones.
#[exp]
pub fn miss(#[fixed] lengths: &[f64], #[fixed] wanted: &[f64], start: &[f64], feed: &[f64]) -> f64 {
    let mut y = start.to_vec();
    for h in lengths {
        y = checkpoint(DormandPrince { h: *h }).at((y, feed.to_vec()));
    }
    distance(wanted, &y)
}

/// The same without checkpoints: the tape remembers all steps.
#[exp]
pub fn miss_remembered(
    #[fixed] lengths: &[f64],
    #[fixed] wanted: &[f64],
    start: &[f64],
    feed: &[f64],
) -> f64 {
    let mut y = start.to_vec();
    for h in lengths {
        y = dormand_prince(*h, &y, feed);
    }
    distance(wanted, &y)
}

/// Half the square of the distance.
#[exp]
pub fn distance(#[fixed] wanted: &[f64], y: &[f64]) -> f64 {
    0.5 * y.iter().zip(wanted).map(|(y, wanted)| (y - *wanted).powi(2)).sum::<f64>()
}

/// The steady state, as a function of the feed.
///
/// The solver is an integration of 60 units of time by another crate, and is not differentiated.
pub fn steady_state() -> impl Differentiable<In = Vec<f64>, Out = Vec<f64>> {
    implicit(Brusselator, |feed: &Vec<f64>| steps(feed, 60.0, 1e-10).1)
}
