//! What `#[exp]` says: one file for each thing that it refuses, whose message has been read by a person.
//!
//! To add one: write `tests/ui/fail/x.rs`, run with `TRYBUILD=overwrite`, and read `x.stderr` as if you had never seen
//! the macro.

/// The rustc whose words stand in `tests/ui/fail/rustc`.
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
