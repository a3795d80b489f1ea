//! The examples print the reviewed output. To accept a new output, `UPDATE_EXPECT=1 cargo test --test text gallery`.

use std::env;
use std::path::Path;
use std::process::Command;

use expect_test::{ExpectFile, expect_file};

/// Runs an example and compares its output.
fn assert_prints(example: &str, expected: &ExpectFile) {
    let output = built(example).output().expect("an example can be run");
    assert!(output.status.success(), "{example} failed: {}", String::from_utf8_lossy(&output.stderr));
    expected.assert_eq(&String::from_utf8(output.stdout).expect("an example prints text"));
}

/// An example in the profile of this test, and with the features that all of the workspace has: so `cargo test --workspace` has
/// built it already.
pub(crate) fn built(example: &str) -> Command {
    let mut cargo = Command::new(env::var("CARGO").expect("cargo runs the tests"));
    cargo
        .args(["build", "--quiet", "--workspace", "--example", example])
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    let output = cargo.output().expect("cargo can be run");
    assert!(output.status.success(), "{example} failed: {}", String::from_utf8_lossy(&output.stderr));
    // This test is in `deps`, beside `examples`.
    let test = env::current_exe().expect("a test has a path");
    let profile = test.parent().and_then(Path::parent).expect("it is in a folder of the profile");
    Command::new(profile.join("examples").join(example).with_extension(env::consts::EXE_EXTENSION))
}

#[test]
fn expansions_print_the_same_as_their_sources() {
    let expected = expect_file!["../gallery/monomial.txt"];
    assert_prints("monomial", &expected);
    assert_prints("monomial-expanded", &expected);
    let expected = expect_file!["../gallery/adjoint.txt"];
    assert_prints("adjoint", &expected);
    assert_prints("adjoint-expanded", &expected);
}

#[test]
fn figures_are_those_of_the_paper() {
    assert_prints("figures", &expect_file!["../gallery/figures.txt"]);
}

#[test]
fn dictionaries_of_ones_own_are_differentiated() {
    assert_prints("dictionary", &expect_file!["../gallery/dictionary.txt"]);
}

#[test]
fn rules_of_ones_own_hold_in_all_modes() {
    assert_prints("custom_rule", &expect_file!["../gallery/custom_rule.txt"]);
}

#[cfg(feature = "effects")]
#[test]
fn the_tour_shows_that_all_strategies_agree() {
    assert_prints("tour", &expect_file!["../gallery/tour.txt"]);
}

#[cfg(feature = "effects")]
#[test]
fn a_handler_prints_the_output_of_the_paper() {
    assert_prints("ask", &expect_file!["../gallery/ask.txt"]);
}

#[cfg(feature = "effects")]
#[test]
fn the_listings_of_the_paper_agree_and_nest() {
    assert_prints("listings", &expect_file!["../gallery/listings.txt"]);
}

#[test]
fn newton_finds_roots_inside_and_outside_of_expressions() {
    assert_prints("newton", &expect_file!["../gallery/newton.txt"]);
}

#[test]
fn sensitivities_are_those_of_the_variational_equation() {
    assert_prints("ode_sensitivity", &expect_file!["../gallery/ode_sensitivity.txt"]);
}

#[test]
fn the_network_learns() {
    assert_prints("neural_network", &expect_file!["../gallery/neural_network.txt"]);
}

#[test]
fn the_greeks_have_their_closed_forms() {
    assert_prints("option_greeks", &expect_file!["../gallery/option_greeks.txt"]);
}

#[test]
fn many_points_have_the_bits_of_one_at_a_time() {
    assert_prints("many_points", &expect_file!["../gallery/many_points.txt"]);
}

#[test]
fn the_state_transition_matrix_has_its_closed_form() {
    assert_prints("orbit", &expect_file!["../gallery/orbit.txt"]);
}

#[test]
fn the_hand_reaches_its_target() {
    assert_prints("robot_arm", &expect_file!["../gallery/robot_arm.txt"]);
}

#[test]
fn the_filter_finds_its_place() {
    assert_prints("kalman", &expect_file!["../gallery/kalman.txt"]);
}

#[test]
fn the_lagrangian_gives_the_equations_of_motion() {
    assert_prints("pendulum", &expect_file!["../gallery/pendulum.txt"]);
}
