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
    // A panic is an outcome here.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| ()));
    let programs: Vec<(&str, &str)> =
        programs.split("//// ").map(|part| part.split_once('\n').expect("a seed and a program")).collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let compared: Vec<(&str, Outcome, usize, usize)> = std::thread::scope(|scope| {
        let parts = programs.chunks(programs.len().div_ceil(threads));
        let running: Vec<_> = parts.map(|part| scope.spawn(|| compared(helpers, part))).collect();
        running.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    let (mut equal, mut forward_order, mut independent) = (0, 0, 0);
    let (mut refused, mut differing) = (BTreeMap::<String, Vec<&str>>::new(), Vec::new());
    let mut none = BTreeMap::<String, Vec<&str>>::new();
    for (seed, outcome, in_forward_order, of_independent) in compared {
        match outcome {
            Outcome::Equal => {
                equal += 1;
                forward_order += usize::from(in_forward_order > 0);
                independent += usize::from(of_independent > 0);
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

/// The outcome of each program, and how many of its loops are reversed in forward order or have independent iterations.
fn compared<'s>(helpers: &str, programs: &[(&'s str, &'s str)]) -> Vec<(&'s str, Outcome, usize, usize)> {
    let helpers = Programs::of(helpers);
    assert_eq!(helpers.refusal(), None, "a helper");
    let compared = programs.iter().map(|(seed, source)| match caught(|| Programs::of(source)) {
        Ok(program) => (*seed, program.compare(&helpers), program.forward_order(), program.independent()),
        Err(message) => (*seed, Outcome::NoProgram(message), 0, 0),
    });
    compared.collect()
}
