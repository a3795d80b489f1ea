//! The natural programs of `tests/natural`, expanded without rustc.
//!
//! `EXPANSIONS=folder cargo test -p ad-macros expansions` also writes each expansion into a file, to compare two versions of the macro.

use super::expand_item;
use proc_macro2::TokenStream;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use syn::Item;

/// The programs that have no adjoint program, as `python3 tests/natural` also counts them by rustc.
const REFUSED: &[&str] =
    &["p137", "p644", "p647", "p768", "p872", "p915", "p916", "p925", "p928", "p936", "p937", "p938"];

/// The names and sources, in order.
fn programs() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/natural");
    let files = std::fs::read_dir(folder).expect("the folder of programs");
    let files = files.map(|entry| entry.expect("a file").path());
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect();
    files.sort();
    let program = |path: PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).expect("text"))
    };
    files.into_iter().map(program).collect()
}

/// The expansion of the module `exp` or of the items inside.
fn expansion(source: &str) -> TokenStream {
    let file: syn::File = syn::parse_str(source).expect("Rust");
    let module = file.items.into_iter().find_map(|item| match item {
        Item::Mod(module) if module.ident == "exp" => Some(module),
        _ => None,
    });
    let module = module.expect("a module `exp`");
    if !module.attrs.is_empty() {
        return expand_item(module.into());
    }
    module.content.map(|(_, items)| items).unwrap_or_default().into_iter().map(expand_item).collect()
}

/// The expansions of a part of the programs. An item knows the items above it on its thread, so each program has a thread of its own.
fn expanded(programs: &[(String, String)]) -> Vec<(&str, String)> {
    let alone = |source: &str| {
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(64 << 20);
            thread.spawn_scoped(scope, || expansion(source).to_string()).expect("a thread").join()
        })
    };
    let programs = programs.iter().map(|(name, source)| {
        let text = alone(source).unwrap_or_else(|_| panic!("the expansion of {name} panics"));
        (name.as_str(), text)
    });
    programs.collect()
}

#[test]
fn natural_programs_have_expansions() {
    let programs = programs();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let expansions: Vec<(&str, String)> = std::thread::scope(|scope| {
        let parts = programs.chunks(programs.len().div_ceil(threads));
        let running: Vec<_> = parts.map(|part| scope.spawn(|| expanded(part))).collect();
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
