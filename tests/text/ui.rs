//! The messages of `#[exp]`: one file for each refusal, with a reviewed message.
//!
//! To add one: write `tests/ui/fail/x.rs`, run with `TRYBUILD=overwrite`, and read `x.stderr` as if you had never seen
//! the macro.

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

fn rustc_version() -> String {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let output = std::process::Command::new(rustc).arg("--version").output().expect("rustc runs");
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
