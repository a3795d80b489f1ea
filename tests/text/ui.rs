//! The messages of `#[exp]`: one file for each refusal, with a reviewed message.
//!
//! To add one: write `tests/ui/fail/x.rs`, run with `TRYBUILD=overwrite`, and read `x.stderr` as if you had never seen
//! the macro.

use std::path::PathBuf;

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
    let program = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/build/differentiates_itself.rs");
    let output = rustc()
        .args(["--edition=2024", "--crate-type=lib", "--emit=obj", "-o"])
        .arg(std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("differentiates_itself.o"))
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

/// The compiled library that this test uses, and the folder of its dependencies.
pub(crate) fn library_beside_this_test() -> (PathBuf, PathBuf) {
    let test = std::env::current_exe().expect("a test has a path");
    let folder = test.parent().expect("it is in a folder");
    let files = std::fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file"));
    let libraries = files.filter(|file| {
        let (name, path) = (file.file_name(), file.path());
        name.to_string_lossy().starts_with("libad-") && path.extension().is_some_and(|found| found == "rlib")
    });
    let modified = |file: &std::fs::DirEntry| file.metadata().and_then(|data| data.modified()).ok();
    let library = libraries.max_by_key(modified).expect("this test uses the library").path();
    (library, folder.to_owned())
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
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
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
