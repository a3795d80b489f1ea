//! The random programs of `tests/adjoint/random`, without rustc: `python3 tests/adjoint/random COUNT SEED --interpret` writes
//! them into a file and runs this.

use super::derivatives::{Outcome, Programs};
use std::collections::BTreeMap;

#[test]
#[ignore = "needs a file of programs"]
fn random_programs_agree_with_the_definition() {
    let path = std::env::var("RANDOM_PROGRAMS")
        .expect("RANDOM_PROGRAMS is a file that `tests/adjoint/random` has written");
    let text = std::fs::read_to_string(path).expect("the programs");
    let (helpers, programs) = text.split_once("//// ").expect("helpers and programs");
    let helpers = Programs::of(helpers);
    // A panic is an outcome here.
    std::panic::set_hook(Box::new(|_| ()));
    let (mut equal, mut none, mut onward) = (0, 0, 0);
    let (mut refused, mut differing) = (BTreeMap::<String, Vec<&str>>::new(), Vec::new());
    for part in programs.split("//// ") {
        let (seed, source) = part.split_once('\n').expect("a seed and a program");
        let program = Programs::of(source);
        match program.compare(&helpers) {
            Outcome::Equal => {
                equal += 1;
                onward += usize::from(program.onward() > 0);
            }
            Outcome::NoProgram => none += 1,
            Outcome::Refused(message) => refused.entry(message).or_default().push(seed),
            Outcome::Differ(message) => differing.push((seed, message)),
        }
    }
    println!(
        "{equal} equal, {onward} of them with a loop undone onwards; {none} are no programs; {} differ",
        differing.len()
    );
    for (message, seeds) in refused {
        println!("  refused {} times, first {:?}: {message}", seeds.len(), &seeds[..seeds.len().min(3)]);
    }
    for (seed, message) in &differing {
        println!("  DIFFERS {seed}: {message}");
    }
    assert!(differing.is_empty());
}
