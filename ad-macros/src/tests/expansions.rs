//! The natural programs of `tests/natural`, expanded without rustc.
//!
//! `EXPANSIONS=folder cargo test -p exact-ad-macros expansions` also writes each expansion into a file, to compare two versions of the macro.

use super::expand_item;
use super::natural::{module, programs};
use crate::known::Known;
use proc_macro2::TokenStream;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The programs that have no adjoint program, as `python3 tests/natural` also counts them by rustc.
const REFUSED: &[&str] = &[
    "p1000", "p1007", "p1012", "p1014", "p1015", "p1022", "p1027", "p1028", "p137", "p644", "p647", "p768",
    "p872", "p915", "p916", "p925", "p928", "p937", "p938", "p984", "p988", "p990",
];

/// The expansion of the module `exp` or of the items inside.
fn expansion(source: &str) -> TokenStream {
    let module = module(source);
    if !module.attrs.is_empty() {
        return expand_item(module.into());
    }
    module.content.map(|(_, items)| items).unwrap_or_default().into_iter().map(expand_item).collect()
}

/// The expansions of a part of the programs. An item knows the items above it on its thread, so each program forgets those of others. The
/// declarations of `std` stay: a thread reads them once.
fn expanded(programs: &[(String, String)]) -> Vec<(&str, String)> {
    let programs = programs.iter().map(|(name, source)| {
        Known::forget();
        let text = std::panic::catch_unwind(|| expansion(source).to_string());
        (name.as_str(), text.unwrap_or_else(|_| panic!("the expansion of {name} panics")))
    });
    programs.collect()
}

#[test]
fn natural_programs_have_expansions() {
    let programs = programs();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let expansions: Vec<(&str, String)> = std::thread::scope(|scope| {
        let parts = programs.chunks(programs.len().div_ceil(threads));
        let thread = || std::thread::Builder::new().stack_size(64 << 20);
        let running = parts.map(|part| thread().spawn_scoped(scope, || expanded(part)).expect("a thread"));
        let running: Vec<_> = running.collect();
        running.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    let mut digest = DefaultHasher::new();
    expansions.hash(&mut digest);
    println!("{} programs, digest {:016x}", expansions.len(), digest.finish());
    if let Ok(folder) = std::env::var("EXPANSIONS") {
        for (name, text) in &expansions {
            std::fs::write(format!("{folder}/{name}"), text).expect("a file");
        }
    }
    let refused = expansions.iter().filter(|(_, text)| text.contains(":: compile_error !"));
    let refused: Vec<&str> = refused.map(|(name, _)| *name).collect();
    assert_eq!(refused, REFUSED);
}
