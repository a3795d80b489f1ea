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

/// Words that no file shows. Of nearly all of them no program is known that is Rust without `adjoint`, so that a file would hold
/// rustc's words as well.
const UNSEEN: &[&str] = &[
    "` takes functions and has other generics: write it for one type",
    "` takes functions, and items inside of functions stand in the way: move them outside",
    "a function has a name here",
    "it takes functions and returns early with a container: let it give its value at its end",
    "what is handed over here is no closure that can be seen",
    "a closure or the name of a function is expected here",
    "this is used as a number and is none: index it",
    "this is used as a number and is none: take it apart with `let`",
    "the closure is given another number of arguments than it takes",
    "this leaves a block or a closure: use an `if`, or a function of its own",
    "this operator has no meaning for numbers",
    "what this refers to cannot be seen to be a variable of this function: assign to an element of a local array or `Vec`",
    "a flag is plain",
    "what is called here is a value: only local closures are understood",
    "this is not understood",
    "`powi` takes one argument",
    "this is nested too deeply to be followed: bind a part of it with `let`",
    "a closure is handed on: call it in this function, or hand over numbers",
    "the accumulator is a tuple, and what the closure gives is none that can be followed",
    "`fold` takes two arguments",
    "`for_each` takes a closure",
    "a range without a start",
    "this is mapped and holds no numbers",
    "this macro is not understood",
    "this is filled and holds no numbers",
    "this is no pair of lists",
    "this is copied to and holds no numbers",
    "what is pushed to cannot be seen to be a variable of this function",
    "no `impl` of this operator, for structs over numbers, is seen: write it into the module with `#[exp(adjoint)]`, or a method",
    "the type of an operand is not seen: bind it with its type first, as in `let v: Vector = …`",
    "this is no `Option` or `Result` of numbers that could be followed",
    "`contains` of a range of numbers: write `a <= x && x <= b`",
    "the generic arguments of a call that is recorded mention `f64`, which is another number type there: leave them out",
    "this never gives a value",
    "`self` has a type of its own: write `self`, `&self` or `&mut self`",
    "a function over numbers is a parameter: call it by name",
    "it is a method: let it call a free function that is",
    "it has generics: write it for one type",
    "its result is not one number",
    "it takes more than eight numbers, or none",
];

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
    for folder in ["../ad-macros/src/adjoint/normal", "../ad-macros/src/adjoint/signature"] {
        let source = texts(folder, "rs");
        for refusal in source.split("refuse(").skip(1) {
            // The first text of the call, and the longest part of it that is no gap.
            let call = refusal.split(");").next().unwrap_or_default();
            let Some(text) = call.split('"').nth(1) else { continue };
            let words = text.split(['{', '}', '\\']).max_by_key(|part| part.len()).unwrap_or_default().trim();
            count += 1;
            if !pinned.contains(words) && !UNSEEN.contains(&words) {
                missing.push(words.to_owned());
            }
        }
    }
    assert!(count > 60, "refusals are looked for where they are not written: {count}");
    assert!(missing.is_empty(), "no file in `tests/ui/fail` shows these: {missing:#?}");
}
