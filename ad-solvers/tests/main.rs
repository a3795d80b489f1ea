//! The adapters with the real crates.
#![allow(missing_docs, clippy::cast_precision_loss, reason = "tests")]

#[cfg(any(feature = "ipopt", feature = "pounce-nlp"))]
mod collocation;
#[cfg(any(feature = "ipopt", feature = "pounce-nlp"))]
mod hock_schittkowski;
#[cfg(any(feature = "ipopt", feature = "pounce-nlp"))]
mod interior_point;

mod given;

use ad::prelude::*;

/// b₀·(1 - exp(-b₁·x)): the data set Misra1a of the NIST.
#[cfg(feature = "levenberg-marquardt")]
#[exp(adjoint)]
fn residuals(#[fixed] data: &[(f64, f64)], scale: f64, rate: f64) -> Vec<f64> {
    data.iter().map(|(y, x)| scale * (1.0 - (-rate * x).exp()) - y).collect()
}

#[cfg(feature = "levenberg-marquardt")]
#[test]
fn a_fit_reproduces_the_certified_parameters() {
    let data = [
        (10.07, 77.6),
        (14.73, 114.9),
        (17.94, 141.1),
        (23.93, 190.8),
        (29.61, 239.9),
        (35.18, 289.0),
        (40.02, 332.8),
        (44.82, 378.4),
        (50.76, 434.8),
        (55.05, 477.3),
        (61.01, 536.8),
        (66.40, 593.1),
        (75.47, 689.1),
        (81.78, 760.0),
    ];
    for start in [(500.0, 1e-4), (250.0, 5e-4)] {
        let fit = ad_solvers::levenberg_marquardt::Fit::new(Residuals { data: &data }, &start);
        assert_eq!(fit.names(), ["scale", "rate"]);
        let (report, (scale, rate)) = fit.minimize();
        assert!(report.termination.was_successful());
        assert!((scale - 2.389_421_291_8e2).abs() < 1e-6 * scale, "{scale}");
        assert!((rate - 5.501_564_318_1e-4).abs() < 1e-6 * rate, "{rate}");
        assert!((2.0 * report.objective_function - 1.245_513_889_4e-1).abs() < 1e-9);
    }
}

/// Rosenbrock's function, of parameters in two containers.
#[cfg(feature = "argmin")]
#[exp(adjoint)]
fn rosenbrock(x: f64, rest: [f64; 2]) -> f64 {
    let [y, z] = rest;
    100.0 * (y - x * x).powi(2) + (1.0 - x).powi(2) + 100.0 * (z - y * y).powi(2) + (1.0 - y).powi(2)
}

#[cfg(feature = "argmin")]
#[test]
fn a_trust_region_finds_the_minimum() {
    use ad_solvers::argmin::Cost;
    use argmin::core::{Executor, State};
    use argmin::solver::trustregion::{Steihaug, TrustRegion};

    let cost = Cost::new(Rosenbrock, &(-1.2, [1.0, 0.5]));
    let start = cost.start();
    assert_eq!(cost.names(), ["x", "rest[0]", "rest[1]"]);
    let solver = TrustRegion::new(Steihaug::new().with_max_iters(20)).with_radius(1.0).unwrap();
    let run = Executor::new(cost, solver).configure(|state| state.param(start).max_iters(200)).run().unwrap();
    let best = run.state().get_best_param().unwrap();
    assert!(best.iter().all(|x| (x - 1.0).abs() < 1e-6), "{best:?}");
}

/// A posterior in closed form: with a flat prior of ln σ, the precision has a gamma distribution, and the mean Student's.
#[cfg(feature = "nuts-rs")]
#[exp(adjoint)]
fn posterior(#[fixed] data: &[f64], mean: f64, log_deviation: f64) -> f64 {
    let (deviation, _) = ad::constrained::positive(log_deviation);
    let mut sum = 0.0;
    for x in data {
        sum -= 0.5 * ((x - mean) / deviation).powi(2) + log_deviation;
    }
    sum
}

#[cfg(feature = "nuts-rs")]
#[test]
fn samples_have_the_moments_of_the_posterior() {
    use ad_solvers::nuts_rs::Density;
    use nuts_rs::{Chain, CpuMath, DiagNutsSettings, Settings};
    use rand::SeedableRng;

    static DATA: [f64; 10] = [1.2, 0.4, -0.3, 2.2, 1.9, 0.8, 1.1, -0.6, 1.5, 0.8];
    let density = Density::new(Posterior { data: &DATA }, &(0.0, 0.0));
    let settings = DiagNutsSettings { num_tune: 500, ..Default::default() };
    let mut random = rand::rngs::ChaCha8Rng::seed_from_u64(7);
    let mut chain = settings.new_chain(0, CpuMath::new(density), &mut random).unwrap();
    chain.set_position(&[0.0, 0.0]).unwrap();
    let draws: Vec<_> = (0..4500).map(|_| chain.draw().unwrap().0).skip(500).collect();
    // The mean and the Monte Carlo error by batches of 100, so correlations count.
    let of = |f: &dyn Fn(&[f64]) -> f64| {
        let batches: Vec<f64> =
            draws.chunks(100).map(|batch| batch.iter().map(|x| f(x)).sum::<f64>() / 100.0).collect();
        let n = batches.len() as f64;
        let mean = batches.iter().sum::<f64>() / n;
        let variance = batches.iter().map(|b| (b - mean).powi(2)).sum::<f64>() / (n - 1.0);
        (mean, (variance / n).sqrt())
    };
    let center = DATA.iter().sum::<f64>() / 10.0;
    let squares: f64 = DATA.iter().map(|x| (x - center).powi(2)).sum();
    // 1/σ² has the shape (n - 1)/2 and the rate `squares`/2; the mean has n - 1 degrees of freedom.
    let moments: [(&dyn Fn(&[f64]) -> f64, f64); 3] = [
        (&|x| x[0], center),
        (&|x| (x[0] - 0.9).powi(2), squares / (10.0 * 7.0) + (center - 0.9).powi(2)),
        (&|x| (-2.0 * x[1]).exp(), 9.0 / squares),
    ];
    for (f, expected) in moments {
        let (found, error) = of(f);
        assert!((found - expected).abs() < 4.0 * error, "{found} ± {error} and {expected}");
    }
}

#[cfg(feature = "diffsol")]
mod equations;

#[cfg(feature = "optimization_engine")]
mod embedded;

#[cfg(feature = "factrs")]
mod graph;

#[cfg(feature = "nlopt")]
mod c_library;
