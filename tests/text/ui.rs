//! The messages of `#[exp]`: one file for each refusal, with a reviewed message.
//!
//! To add one: write `tests/ui/fail/x.rs`, run with `TRYBUILD=overwrite`, and read `x.stderr` as if you had never seen
//! the macro.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The version of rustc for the messages in `tests/ui/fail/rustc`.
const WORDING: &str = "1.95";

#[test]
fn messages_are_as_they_were_read() {
    let cases = trybuild::TestCases::new();
    // None of them is to pass: with one that is, each would be a call of cargo for itself.
    // These hold nothing but our own words, which do not change with rustc.
    cases.compile_fail("ui/fail/*.rs");
    if rustc_version().starts_with(WORDING) {
        cases.compile_fail("ui/fail/rustc/*.rs");
    }
}

/// Only code generation refuses this program, which `trybuild` leaves out.
#[test]
fn a_function_that_differentiates_itself_is_told_of_expressions() {
    let (library, folder) = library_beside_this_test();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/build/differentiates_itself.rs");
    let output = rustc()
        .args(["--edition=2024", "--crate-type=lib", "--emit=obj", "-o"])
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("differentiates_itself.o"))
        .args(["--extern", &format!("ad={}", library.display())])
        .args(["-L", &format!("dependency={}", folder.display())])
        .arg(program)
        .output()
        .expect("rustc runs");
    let message = String::from_utf8_lossy(&output.stderr);
    let expected = "evaluation panicked: cannot nest derivatives without end: the function differentiates itself; make it an \
                    `ad::paper::Expression`";
    assert_eq!(message.matches(expected).count(), 1, "{message}");
    assert!(message.contains("differentiates_itself.rs:6:"), "the place is not named: {message}");
    assert!(!output.status.success());
}

/// A compiled library with the features of this test, and the folder of its dependencies.
pub(crate) fn library_beside_this_test() -> (PathBuf, PathBuf) {
    (LIBRARIES.0.clone(), folder_of_this_test())
}

/// The library, and its `num_traits`. Another crate, as one without `std`, may have newer ones.
static LIBRARIES: LazyLock<(PathBuf, PathBuf)> = LazyLock::new(|| {
    let probe = Path::new(env!("CARGO_TARGET_TMPDIR")).join("probe.rs");
    let effects = if cfg!(feature = "effects") { "pub use ad::effects;" } else { "" };
    let text = format!(
        "pub struct Probe(<std::collections::HashMap<u8, f64> as ad::Shape>::Of<f64>); {effects}
        fn zero<T: num_traits::Zero>() {{}}
        pub const ZERO: fn() = zero::<ad::Num<ad::F64>>;"
    );
    std::fs::write(&probe, text).expect("the file is written");
    let compiles = |library: &Path, traits: &Path| {
        let status = rustc()
            .args(["--edition=2024", "--crate-type=lib", "--emit=metadata", "--out-dir"])
            .arg(env!("CARGO_TARGET_TMPDIR"))
            .args(["--extern", &format!("ad={}", library.display())])
            .args(["--extern", &format!("num_traits={}", traits.display())])
            .args(["-L", &format!("dependency={}", folder_of_this_test().display())])
            .arg(&probe)
            .stderr(std::process::Stdio::null())
            .status();
        status.expect("rustc runs").success()
    };
    let traits = libraries("num_traits");
    let pairs = libraries("ad")
        .into_iter()
        .flat_map(|library| traits.iter().map(move |traits| (library.clone(), traits.clone())));
    let mut pairs = pairs.filter(|(library, traits)| compiles(library, traits));
    pairs.next().expect("this test uses the library")
});

fn folder_of_this_test() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a path");
    test.parent().expect("it is in a folder").to_owned()
}

/// The files of a library, the newest first.
fn libraries(name: &str) -> Vec<PathBuf> {
    let start = format!("lib{name}-");
    let files =
        std::fs::read_dir(folder_of_this_test()).expect("a folder").map(|file| file.expect("a file").path());
    let mut libraries: Vec<_> = files
        .filter(|path| path.extension().is_some_and(|found| found == "rlib"))
        .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&start)))
        .collect();
    libraries.sort_by_key(|path| Reverse(path.metadata().and_then(|data| data.modified()).ok()));
    libraries
}

fn rustc() -> std::process::Command {
    std::process::Command::new(std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned()))
}

fn rustc_version() -> String {
    let output = rustc().arg("--version").output().expect("rustc runs");
    let text = String::from_utf8(output.stdout).expect("rustc prints text");
    text.split(' ').nth(1).unwrap_or_default().to_owned()
}

/// A refusal that is added has a program that shows it.
#[test]
fn each_refusal_of_an_adjoint_program_is_pinned() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let texts = |folder: &str, extension: &str| {
        let mut texts = String::new();
        let files = std::fs::read_dir(root.join(folder)).expect("a folder");
        for path in files.map(|file| file.expect("a file").path()) {
            if path.extension().is_some_and(|found| found == extension) {
                texts += &std::fs::read_to_string(path).expect("a text");
            }
        }
        texts
    };
    let pinned = texts("ui/fail", "stderr") + &texts("ui/fail/rustc", "stderr");
    let (mut missing, mut count) = (Vec::new(), 0);
    for folder in ["../ad-macros/src/adjoint/lower", "../ad-macros/src/adjoint/signature"] {
        let source = texts(folder, "rs");
        for refusal in source.split("refuse(").skip(1) {
            // The first text of the call, and the longest part of it that is no gap.
            let call = refusal.split(");").next().unwrap_or_default();
            let Some(text) = call.split('"').nth(1) else { continue };
            let words = text.split(['{', '}', '\\']).max_by_key(|part| part.len()).unwrap_or_default().trim();
            count += 1;
            if !pinned.contains(words) {
                missing.push(words.to_owned());
            }
        }
    }
    assert!(count > 60, "refusals are looked for where they are not written: {count}");
    assert!(missing.is_empty(), "no file in `tests/ui/fail` shows these: {missing:#?}");
}
