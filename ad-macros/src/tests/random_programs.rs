//! The random programs of `tests/adjoint/random`, without rustc. `python3 tests/adjoint/random COUNT SEED --interpret` writes
//! them into a file and runs this test.

use super::derivatives::{Outcome, Programs, caught};
use std::collections::BTreeMap;

#[test]
#[ignore = "needs a file of programs"]
fn random_programs_agree_with_the_definition() {
    let path = std::env::var("RANDOM_PROGRAMS")
        .expect("RANDOM_PROGRAMS is a file that `tests/adjoint/random` has written");
    let text = std::fs::read_to_string(path).expect("the programs");
    let (helpers, programs) = text.split_once("//// ").expect("helpers and programs");
    let helpers = Programs::of(helpers);
    assert_eq!(helpers.refusal(), None, "a helper");
    // A panic is an outcome here.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| ()));
    let (mut equal, mut forward_order, mut independent) = (0, 0, 0);
    let (mut refused, mut differing) = (BTreeMap::<String, Vec<&str>>::new(), Vec::new());
    let mut none = BTreeMap::<String, Vec<&str>>::new();
    for part in programs.split("//// ") {
        let (seed, source) = part.split_once('\n').expect("a seed and a program");
        let program = match caught(|| Programs::of(source)) {
            Ok(program) => program,
            Err(message) => {
                none.entry(message).or_default().push(seed);
                continue;
            }
        };
        match program.compare(&helpers) {
            Outcome::Equal => {
                equal += 1;
                forward_order += usize::from(program.forward_order() > 0);
                independent += usize::from(program.independent() > 0);
            }
            Outcome::NoProgram(message) => none.entry(message).or_default().push(seed),
            Outcome::Refused(message) => refused.entry(message).or_default().push(seed),
            Outcome::Differ(message) => differing.push((seed, message)),
        }
    }
    std::panic::set_hook(hook);
    println!(
        "{equal} equal, {forward_order} of them with a loop reversed in forward order, {independent} with one of independent iterations; {} are no programs; {} differ",
        none.values().map(Vec::len).sum::<usize>(),
        differing.len()
    );
    for (what, found) in [("no program", none), ("refused", refused)] {
        for (message, seeds) in found {
            println!("  {what} {} times, first {:?}: {message}", seeds.len(), &seeds[..seeds.len().min(3)]);
        }
    }
    for (seed, message) in &differing {
        println!("  DIFFERS {seed}: {message}");
    }
    assert!(differing.is_empty());
}
