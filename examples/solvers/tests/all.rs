//! The three crates agree with each other, with closed forms, and with what the data were made of.

use ad::prelude::*;
use ad_solvers::{Misfit, Parameters, Population, fit, integrate, minimise, population};

const TRUTH: Parameters = [0.7, 10.0, 0.5];
const START: Parameters = [0.5, 8.0, 1.0];

/// Observations with errors of ±0.05, which alternate in a pattern.
fn observations() -> Vec<(f64, f64)> {
    let error = |i: i32| 0.05 * [1.0, -1.0, -1.0, 1.0, 0.5, -0.5][(i % 6) as usize];
    (0..30).map(|i| (0.5 * f64::from(i), population(0.5 * f64::from(i), TRUTH) + error(i))).collect()
}

#[track_caller]
fn close(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!(
            (found - expected).abs() <= tolerance * expected.abs().max(1.0),
            "{found} and {expected} differ"
        );
    }
}

#[test]
fn without_errors_the_truth_comes_out() {
    let exact: Vec<_> = (0..20).map(|i| (f64::from(i), population(f64::from(i), TRUTH))).collect();
    let (found, covariance) = fit::fit(&exact, START);
    close(&found, &TRUTH, 1e-9);
    assert!(covariance.iter().flatten().all(|entry| entry.abs() < 1e-15));
}

#[test]
fn two_crates_find_the_same_minimum() {
    let observed = observations();
    let (by_squares, _) = fit::fit(&observed, START);
    let by_newton = minimise::minimise(&observed, START).expect("it converges");
    close(&by_squares, &by_newton, 1e-6);
    close(&by_squares, &TRUTH, 0.1);
    assert_ne!(by_squares, TRUTH);
    close(&call::gradient(&Misfit { observed: &observed }, &by_newton.to_vec()), &[0.0; 3], 1e-6);
}

#[test]
fn the_integrated_sensitivities_are_those_of_the_closed_form() {
    for t in [0.5, 3.0, 12.0] {
        let (y, sensitivities) = integrate::integrate(t, TRUTH);
        let (value, gradient) = call::value_and_gradient(&Population { t }, &TRUTH);
        close(&[y], &[value], 1e-9);
        close(&sensitivities, &gradient, 1e-8);
    }
}

/// The spread of predictions over fits to data with other errors is what the one fit says, up to a factor of 2.
#[test]
fn a_prediction_is_as_uncertain_as_it_says() {
    let (found, covariance) = fit::fit(&observations(), START);
    let (value, deviation) = fit::predict(4.0, found, &covariance);
    let mut state = 1u64;
    let mut uniform = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 11) as f64 / (1u64 << 53) as f64 - 0.5
    };
    let mut predictions = Vec::new();
    for _ in 0..200 {
        // Errors with the variance of the observations': ¾·0.05².
        let width = 0.05 * (12.0f64 * 0.75).sqrt();
        let data: Vec<_> = (0..30)
            .map(|i| 0.5 * f64::from(i))
            .map(|t| (t, population(t, TRUTH) + width * uniform()))
            .collect();
        predictions.push(fit::predict(4.0, fit::fit(&data, START).0, &covariance).0);
    }
    let mean = predictions.iter().sum::<f64>() / 200.0;
    let spread = (predictions.iter().map(|p| (p - mean).powi(2)).sum::<f64>() / 199.0).sqrt();
    assert!(deviation > 0.5 * spread && deviation < 2.0 * spread, "{deviation} and {spread}");
    assert!((value - mean).abs() < 4.0 * deviation);
}
