//! The numbers of the README: one model fitted, integrated, and its uncertainty propagated; and the cost of the adjoint of an
//! ODE.

use std::time::Instant;

use ad::prelude::*;
use models::adjoint::{Miss, MissRemembered, brusselator, start, steady_state, steps};
use models::{Parameters, backwards, fit, integrate, kinetics, population};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

fn main() {
    one_model();
    stiff_reaction();
    through_the_steps();
    through_the_equation();
}

/// Fitted by `levenberg-marquardt`, integrated by `ode_solvers` with its sensitivities, and by `diffsol` with its adjoint.
fn one_model() {
    let truth: Parameters = [0.7, 10.0, 0.5];
    let error = |i: i32| 0.05 * [1.0, -1.0, -1.0, 1.0, 0.5, -0.5][(i % 6) as usize];
    let observed: Vec<_> = (0..30)
        .map(|i| 0.5 * f64::from(i))
        .zip(0..)
        .map(|(t, i)| (t, population(t, truth) + error(i)))
        .collect();
    let (parameters, covariance) = fit::fit(&observed, [0.5, 8.0, 1.0]);
    println!("A population that grows: rate, capacity and start");
    for (i, found) in parameters.iter().enumerate() {
        println!("  {found:8.4} ± {:.4}", covariance[i][i].sqrt());
    }
    let (value, deviation) = fit::predict(4.0, parameters, &covariance);
    println!("  at the time 4: {value:.4} ± {deviation:.4}");
    let (integrated, gradient) = integrate::integrate(4.0, parameters);
    let spread = ad::dot(&gradient, &ad::linear::matvec(&covariance, &gradient)).sqrt();
    println!("  integrated:    {integrated:.4} ± {spread:.4}");
    let (integrated, gradient) = backwards::integrate(4.0, parameters);
    let spread = ad::dot(&gradient, &ad::linear::matvec(&covariance, &gradient)).sqrt();
    println!("  and back:      {integrated:.4} ± {spread:.4}");
}

/// With `diffsol`.
fn stiff_reaction() {
    let (_, by_rate) = kinetics::sensitivities(0.4);
    println!("Robertson's reaction: the three species at the time 0.4, by each of the rates");
    for species in by_rate {
        println!("  {}", species.iter().map(|x| format!("{x:13.5e}")).collect::<String>());
    }
}

/// The result, the seconds and the additional bytes of `f`. The memory is that of a first run. The time is the least of ten more,
/// which reuse that memory.
fn cost<T>(f: impl Fn() -> T) -> (T, f64, usize) {
    call::keep_memory(0);
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    call::keep_memory(1 << 30);
    let result = f();
    let bytes = MEMORY.peak_usage() - before;
    let seconds = (0..10).map(|_| {
        let clock = Instant::now();
        drop(f());
        clock.elapsed().as_secs_f64()
    });
    (result, seconds.fold(f64::INFINITY, f64::min), bytes)
}

/// With `ode_solvers`, whose steps are gone again.
fn through_the_steps() {
    let n = 40;
    let (feed, wanted) = (vec![1.2; n], vec![1.0; 2 * n]);
    let start = start(n);
    let (lengths, end) = steps(&feed, 10.0, 1e-6);
    let (e, remembered) =
        (Miss { lengths: &lengths, wanted: &wanted }, MissRemembered { lengths: &lengths, wanted: &wanted });
    let x = (&start[..], &feed[..]);
    println!(
        "A rod of {} concentrations, {} steps of Dormand and Prince; the gradient by 120 numbers",
        2 * n,
        lengths.len()
    );
    let (value, seconds, _) = cost(|| call::value(&remembered, &x));
    println!("  the value:               {:7.2} ms", 1e3 * seconds);
    let expected: f64 = end.iter().zip(&wanted).map(|(y, w)| 0.5 * (y - w).powi(2)).sum();
    assert!((value - expected).abs() < 1e-12 * expected);
    let (all, seconds, bytes) = cost(|| call::grad(&remembered, &x));
    println!("  its gradient, by a tape: {:7.2} ms, {:6.2} MB", 1e3 * seconds, bytes as f64 / 1e6);
    let (few, seconds, bytes) = cost(|| call::grad(&e, &x));
    println!("  with checkpoints:        {:7.2} ms, {:6.2} MB", 1e3 * seconds, bytes as f64 / 1e6);
    assert_eq!(all, few);
    let (forward, seconds, _) = cost(|| forward::grad(&remembered).at((start.clone(), feed.clone())));
    println!("  by 120 tangents:         {:7.2} ms", 1e3 * seconds);
    let error = |a: &[f64], b: &[f64]| a.iter().zip(b).fold(0.0f64, |worst, (a, b)| worst.max((a - b).abs()));
    println!("  the greatest difference: {:.1e}", error(&all.0, &forward.0).max(error(&all.1, &forward.1)));
}

/// With `ode_solvers`, whose solution satisfies an equation.
fn through_the_equation() {
    let n = 40;
    let feed = vec![1.2; n];
    println!("The steady state of the rod: its Jacobian transposed times a vector, by 40 numbers");
    let state = steady_state();
    let (y, seconds, _) = cost(|| steps(&feed, 60.0, 1e-10).1);
    let rest = brusselator(&y, &feed).into_iter().fold(0.0f64, |worst, r| worst.max(r.abs()));
    println!("  integrated:              {:7.2} ms, which leaves {rest:.0e}", 1e3 * seconds);
    let (_, seconds, _) = cost(|| call::vjp(&state, &feed[..], &vec![1.0; 2 * n][..]));
    println!("  and with its adjoint:    {:7.2} ms", 1e3 * seconds);
}
