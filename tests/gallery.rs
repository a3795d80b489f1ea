//! The examples print what they printed when a person last read it. To accept a new output,
//! `UPDATE_EXPECT=1 cargo test --test gallery`.

use std::env;
use std::process::Command;

use expect_test::{ExpectFile, expect_file};

/// Runs an example, in the profile of this test, and compares what it prints.
fn assert_prints(example: &str, expected: &ExpectFile) {
    let mut cargo = Command::new(env::var("CARGO").expect("cargo runs the tests"));
    cargo.args(["run", "--quiet", "--example", example]).current_dir(env!("CARGO_MANIFEST_DIR"));
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    let output = cargo.output().expect("cargo can be run");
    assert!(output.status.success(), "{example} failed: {}", String::from_utf8_lossy(&output.stderr));
    expected.assert_eq(&String::from_utf8(output.stdout).expect("an example prints text"));
}

#[test]
fn figures_are_those_of_the_paper() {
    assert_prints("figures", &expect_file!["gallery/figures.txt"]);
}

#[test]
fn dictionaries_of_ones_own_are_differentiated() {
    assert_prints("dictionary", &expect_file!["gallery/dictionary.txt"]);
}

#[cfg(feature = "effects")]
#[test]
fn the_tour_shows_that_all_strategies_agree() {
    assert_prints("tour", &expect_file!["gallery/tour.txt"]);
}

#[cfg(feature = "effects")]
#[test]
fn a_handler_does_something_before_and_after() {
    assert_prints("ask", &expect_file!["gallery/ask.txt"]);
}
