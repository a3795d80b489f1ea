//! Constrained problems by the interior-point methods of Ipopt and pounce, which receive the same derivatives.

use ad::prelude::*;
use ad::sparse::{Problem, Unconstrained};

use crate::{collocation, hock_schittkowski};

/// (u - 1)² + (v - 2)², with further terms.
#[exp(adjoint)]
fn two_sided(x: [f64; 2]) -> f64 {
    let [u, v] = x;
    let bowl = (u - 1.0).powi(2) + (v - 2.0).powi(2);
    if u < 0.5 { bowl + (u - 0.5).powi(2) } else { bowl + (u - 0.5).powi(4) * (v - 1.0).powi(2) }
}

/// A linear objective, whose Hessian has no entries.
#[exp(adjoint)]
fn slope(x: [f64; 2]) -> f64 {
    2.0 * x[0] - x[1]
}

/// The tests of a solver.
macro_rules! tests {
    ($solver:ident) => {
        mod $solver {
            use super::*;
            use ad_solvers::$solver::minimize;

            #[test]
            fn problems_of_hock_and_schittkowski_are_solved() {
                for case in hock_schittkowski::CASES {
                    let minimum = minimize(hock_schittkowski::problem(case), "print_level 0\ntol 1e-9\n");
                    let (number, .., expected, iterations) = case;
                    println!("{number}: {} iterations, {}", minimum.iterations, minimum.value);
                    assert!(minimum.succeeded, "{number}: {:?}", minimum.status);
                    let error = (minimum.value - expected).abs();
                    assert!(
                        error < 1e-6 * expected.abs().max(1.0),
                        "{number}: {} and {expected}",
                        minimum.value
                    );
                    // Another rounding may need one more.
                    assert!(
                        minimum.iterations <= iterations + 1,
                        "{number}: {} iterations",
                        minimum.iterations
                    );
                }
            }

            /// The minimum is on another branch than the start, where the Hessian has an entry more.
            #[test]
            fn a_minimum_is_found_on_another_branch() {
                let start = [-1.0, 0.0];
                let problem = || Problem::new(TwoSided, Unconstrained::on(&TwoSided), &start);
                let minimum = minimize(problem().seen_at(&[0.9, 0.0]), "print_level 0\n");
                assert!(minimum.succeeded && minimum.new_entry.is_none(), "{minimum:?}");
                let gradient = call::grad(&TwoSided, &[minimum.x[0], minimum.x[1]]);
                assert!(
                    minimum.x[0] > 0.5 && gradient.iter().all(|d| d.abs() < 1e-6),
                    "{minimum:?} {gradient:?}"
                );
                // Without the branch, the missing place is reported.
                let minimum = minimize(problem(), "print_level 0\n");
                assert_eq!(minimum.new_entry.map(|entry| (entry.row, entry.column)), Some((0, 1)));
            }

            #[test]
            fn an_optimal_control_is_found() {
                let problem = collocation::problem(3333);
                assert_eq!(problem.names()[3335], "v[1]");
                let minimum = minimize(problem, "print_level 0\n");
                println!("{} iterations, {}", minimum.iterations, minimum.value);
                assert!(minimum.succeeded);
            }

            #[test]
            fn a_linear_objective_has_no_second_derivatives() {
                let problem = Problem::new(Slope, Unconstrained::on(&Slope), &[0.5, 0.5]);
                assert!(problem.hessian_places().is_empty());
                let minimum = minimize(problem.bounds(&[0.0, -1.0], &[2.0, 3.0]), "print_level 0\ntol 1e-9");
                assert!(minimum.succeeded && (minimum.value + 3.0).abs() < 1e-6, "{minimum:?}");
            }
        }
    };
}

#[cfg(feature = "ipopt")]
tests!(ipopt);
#[cfg(feature = "pounce-nlp")]
tests!(pounce_nlp);

#[cfg(feature = "ipopt")]
#[test]
#[should_panic = "Ipopt does not know the option `tolerance` with the value `1e-9`"]
fn an_unknown_option_of_ipopt_is_refused() {
    ad_solvers::ipopt::minimize(
        Problem::new(Slope, Unconstrained::on(&Slope), &[0.5, 0.5]),
        "tolerance 1e-9",
    );
}
