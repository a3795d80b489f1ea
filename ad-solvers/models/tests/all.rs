//! The crates agree with each other, with closed forms, with published numbers, and with the parameters of the data.

use ad::prelude::*;
use models::adjoint::{Miss, MissRemembered};
use models::oscillator::{ByDifferences, VanDerPol};
use models::{
    Misfit, Parameters, Population, adjoint as rod, backwards, fit, gauss_newton, integrate, kinetics,
    minimise,
};
use models::{nist, oscillator, population};

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
fn three_methods_of_two_crates_find_the_same_minimum() {
    let observed = observations();
    let (by_squares, _) = fit::fit(&observed, START);
    let by_newton = minimise::minimise(&observed, START).expect("it converges");
    close(&by_squares, &by_newton, 1e-6);
    close(&by_squares, &TRUTH, 0.1);
    assert_ne!(by_squares, TRUTH);
    let by_jacobian = gauss_newton::refine(&observed, [0.65, 9.5, 0.6]).expect("it is near");
    close(&by_squares, &by_jacobian, 1e-6);
    close(&call::grad(&Misfit { observed: &observed }, &by_newton.to_vec()), &[0.0; 3], 1e-6);
}

#[test]
fn the_integrated_sensitivities_are_those_of_the_closed_form() {
    for t in [0.5, 3.0, 12.0] {
        let (y, sensitivities) = integrate::integrate(t, TRUTH);
        let (value, gradient) = call::value_and_grad(&Population { t }, &TRUTH);
        close(&[y], &[value], 1e-9);
        close(&sensitivities, &gradient, 1e-8);
    }
}

/// The spread of predictions over fits to data with other errors equals that of the one fit, up to a factor of 2.
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

/// The output of `cvsRoberts_FSA_dns`, the example of SUNDIALS for the same reaction.
#[test]
fn sensitivities_of_robertsons_reaction_are_the_published_ones() {
    let (y, by_rate) = kinetics::sensitivities(0.4);
    let published = [
        [9.8517e-1, 3.3864e-5, 1.4794e-2],
        [-3.5595e-1, 3.9025e-4, 3.5556e-1],
        [9.5431e-8, -2.1309e-10, -9.5218e-8],
        [-1.5833e-11, -5.2900e-13, 1.6362e-11],
    ];
    for (found, published) in std::iter::once(&y).chain(&by_rate).zip(published) {
        for (found, published) in found.iter().zip(published) {
            assert!((found - published).abs() < 1e-3 * published.abs(), "{found} and {published} differ");
        }
    }
}

/// Each of the species in turn, from before the reaction has become slow until long after.
#[test]
fn an_integration_backwards_of_robertsons_reaction_gives_the_forward_sensitivities() {
    for t in [0.4, 4.0, 40.0] {
        let (y, by_rate) = kinetics::sensitivities(t);
        for species in 0..3 {
            let (value, gradient) = kinetics::gradient(t, species);
            assert!((value - y[species]).abs() < 1e-6 * y[species].abs(), "{value} and {}", y[species]);
            for (found, forward) in gradient.iter().zip(by_rate.iter().map(|s| s[species])) {
                assert!(
                    (found - forward).abs() < 2e-5 * forward.abs(),
                    "{species} at {t}: {found} and {forward}"
                );
            }
        }
    }
}

#[test]
fn an_integration_backwards_gives_the_gradient_of_the_closed_form() {
    for t in [0.5, 3.0, 12.0] {
        let (value, gradient) = backwards::integrate(t, TRUTH);
        let (expected, expected_gradient) = call::value_and_grad(&Population { t }, &TRUTH);
        close(&[value], &[expected], 1e-6);
        close(&gradient, &expected_gradient, 1e-5);
    }
}

/// The reference solution is that of E. Hairer's and G. Wanner's test set.
#[test]
fn an_implicit_method_takes_the_jacobian() {
    let oscillator = VanDerPol { epsilon: 1e-6 };
    let (exact, evaluations) = oscillator::integrate(&oscillator);
    close(&exact, &[1.706_167_732_170_483, -0.892_809_701_024_797_5], 1e-6);
    let (differences, more) = oscillator::integrate(&ByDifferences(VanDerPol { epsilon: 1e-6 }));
    close(&differences, &exact, 1e-6);
    assert!(evaluations <= more, "{evaluations} evaluations, and {more} with differences");
}

#[test]
fn the_gradient_goes_back_through_the_steps_of_the_solver() {
    let (n, end) = (6, 2.0);
    let (feed, wanted, start) = (vec![1.2; n], vec![1.0; 2 * n], rod::start(n));
    let (lengths, last) = rod::steps(&feed, end, 1e-6);
    let e = Miss { lengths: &lengths, wanted: &wanted };
    let x = (&start[..], &feed[..]);
    let (value, gradient) = call::value_and_grad(&e, &x);
    // The steps are the solver's own.
    close(&[value], &[last.iter().map(|y| 0.5 * (y - 1.0).powi(2)).sum()], 1e-12);
    assert_eq!(gradient, call::grad(&MissRemembered { lengths: &lengths, wanted: &wanted }, &x));
    // And near enough to the solution that another, more exact integration has the same derivative.
    for i in [0, n / 2] {
        let moved = |by: f64| {
            let mut feed = feed.clone();
            feed[i] += by;
            rod::steps(&feed, end, 1e-12).1.iter().map(|y| 0.5 * (y - 1.0).powi(2)).sum::<f64>()
        };
        close(&[gradient.1[i]], &[(moved(1e-4) - moved(-1e-4)) / 2e-4], 1e-5);
    }
}

#[test]
fn a_steady_state_is_an_implicit_function() {
    let n = 4;
    let feed = vec![1.2; n];
    let state = rod::steady_state();
    let (y, by_feed) = call::vjp(&state, &feed[..], &vec![1.0; 2 * n][..]);
    assert!(rod::brusselator(&y, &feed).iter().all(|slope| slope.abs() < 1e-7), "it still changes");
    for i in 0..n {
        let moved = |by: f64| {
            let mut feed = feed.clone();
            feed[i] += by;
            rod::steps(&feed, 60.0, 1e-12).1.iter().sum::<f64>()
        };
        close(&[by_feed[i]], &[(moved(1e-4) - moved(-1e-4)) / 2e-4], 1e-6);
    }
    let direction: Vec<f64> = (0..n).map(|i| 1.0 + i as f64).collect();
    let (_, tangent) = call::jvp(&state, &feed[..], &direction[..]);
    close(&[tangent.iter().sum()], &[ad::dot(&by_feed, &direction)], 1e-12);
}

/// Certified parameters, their standard deviations, and the sum of squares.
fn certified<const P: usize>(fit: ([f64; P], [f64; P], f64), parameters: [(f64, f64); P], sum: f64) {
    let relative = |found: f64, expected: f64, tolerance: f64| {
        assert!((found - expected).abs() < tolerance * expected.abs(), "{found}, certified {expected}");
    };
    relative(fit.2, sum, 1e-10);
    for (i, (b, deviation)) in parameters.into_iter().enumerate() {
        relative(fit.0[i], b, 1e-7);
        relative(fit.1[i], deviation, 1e-6);
    }
}

#[test]
fn fits_reproduce_the_certified_parameters() {
    let data = &nist::MISRA1A;
    let parameters = [(2.3894212918e+02, 2.7070075241e+00), (5.5015643181e-04, 7.2668688436e-06)];
    for start in [[500.0, 0.0001], [250.0, 0.0005]] {
        certified(nist::fit(&nist::Misra1a { data }, start), parameters, 1.2455138894e-01);
    }
    let data = &nist::THURBER;
    let parameters = [
        (1.2881396800e+03, 4.6647963344e+00),
        (1.4910792535e+03, 3.9571156086e+01),
        (5.8323836877e+02, 2.8698696102e+01),
        (7.5416644291e+01, 5.5675370270e+00),
        (9.6629502864e-01, 3.1333340687e-02),
        (3.9797285797e-01, 1.4984928198e-02),
        (4.9727297349e-02, 6.5842344623e-03),
    ];
    let near = [1300.0, 1500.0, 500.0, 75.0, 1.0, 0.4, 0.05];
    for start in [[1000.0, 1000.0, 400.0, 40.0, 0.7, 0.3, 0.03], near] {
        certified(nist::fit(&nist::Thurber { data }, start), parameters, 5.6427082397e+03);
    }
}
