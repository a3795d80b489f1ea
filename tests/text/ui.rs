//! The messages of `#[exp]`: one file for each refusal, with a reviewed message.
//!
//! To add one: write `tests/ui/fail/x.rs`, run with `UI=overwrite`, and read `x.stderr` as if you had never seen the macro.
//!
//! rustc is called with the library that this test uses. `trybuild` would compile the library and all dependencies of the tests again,
//! twice.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};

/// The version of rustc for the messages in `tests/ui/fail/rustc`.
const WORDING: &str = "1.95";

/// The end of a list of types that is not written out.
const OTHERS: &str = "and $N others";

#[test]
fn messages_are_as_they_were_read() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // The first hold nothing but our own words, which do not change with rustc.
    let worded = rustc_version().starts_with(WORDING).then_some("ui/fail/rustc");
    let mut programs = Vec::new();
    for folder in ["ui/fail"].into_iter().chain(worded) {
        let files = std::fs::read_dir(root.join(folder)).expect("a folder");
        let names =
            files.map(|file| file.expect("a file").file_name().into_string().expect("a name in Unicode"));
        programs.extend(
            names
                .filter(|name| Path::new(name).extension().is_some_and(|found| found == "rs"))
                .map(|name| format!("{folder}/{name}")),
        );
    }
    programs.sort();
    assert!(programs.len() > 70, "programs are looked for where they are not: {}", programs.len());

    let overwrite = std::env::var_os("UI").is_some_and(|value| value == "overwrite");
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let path = root.join(program).with_extension("stderr");
            let read = std::fs::read_to_string(&path).unwrap_or_default();
            let (accepted, message) = message(program);
            if accepted {
                wrong.lock().expect("no panic").push(format!("{program} is accepted"));
            } else if !agrees(&message, &read) {
                if overwrite {
                    std::fs::write(path, shortened(&message)).expect("the file is written");
                } else {
                    let text = format!("{program} was read as:\n\n{read}\nand is:\n\n{message}");
                    wrong.lock().expect("no panic").push(text);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, Into::into) {
            scope.spawn(work);
        }
    });
    let wrong = wrong.into_inner().expect("no panic");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Whether rustc accepts a program, and its message. Places in other files have no numbers of lines, which change with these files.
fn message(program: &str) -> (bool, String) {
    let (library, folder) = library_beside_this_test();
    let tests = env!("CARGO_MANIFEST_DIR");
    let workspace = Path::new(tests).parent().expect("a folder of the workspace");
    let mut command = rustc();
    // The libraries name their files as seen from there.
    command.current_dir(workspace);
    command.args([
        "--edition=2024",
        "--emit=metadata",
        "--verbose",
        "--color=never",
        "--diagnostic-width=140",
        "-Adead_code",
    ]);
    command.arg("-o").arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join(program.replace('/', "_")));
    command.args(["--extern", &format!("ad={}", library.display())]);
    command.args(["--extern", &format!("num_traits={}", LIBRARIES.1.display())]);
    for name in ["log", "tracing"] {
        command.args(["--extern", &format!("{name}={}", libraries(name)[0].display())]);
    }
    command.args(["-L", &format!("dependency={}", folder.display())]);
    let output = command.arg(Path::new(tests).join(program)).output().expect("rustc runs");
    let text = String::from_utf8(output.stderr).expect("rustc writes text").replace(tests, "$DIR");
    let mut message = String::new();
    let mut elsewhere = false;
    for line in text.lines() {
        // The last lines, which count the errors.
        if ["error: aborting due to", "Some errors have detailed", "For more information about"]
            .iter()
            .any(|start| line.starts_with(start))
        {
            continue;
        }
        let place = line.trim_start();
        if place.starts_with("--> ") || place.starts_with("::: ") {
            let (arrow, path) = line.split_at(line.len() - place.len() + 4);
            let path = match (path.split_once("/library/"), path.strip_prefix("$DIR/")) {
                (Some((_, path)), _) => format!("$RUST/{path}"),
                (None, Some(path)) => path.to_owned(),
                (None, None) => format!("$WORKSPACE/{path}"),
            };
            let line = format!("{arrow}{path}");
            elsewhere = path.starts_with('$');
            let end = if elsewhere { line.find(".rs:").map(|at| at + 3) } else { None };
            message += &line[..end.unwrap_or(line.len())];
        } else {
            elsewhere &= place.starts_with(|start: char| start.is_ascii_digit() || "|.".contains(start));
            if elsewhere {
                let code = place.trim_start_matches(|c: char| c.is_ascii_digit());
                message.extend(std::iter::repeat_n(' ', line.len() - code.len()));
                message += code;
            } else {
                message += line;
            }
        }
        message.push('\n');
    }
    (output.status.success(), message.trim_end().to_owned() + "\n")
}

/// Whether a message is the one that was read. The spaces in front of code depend on the longest number of a line. The list of all
/// types with a trait depends on the features of the library, so the types that were read have to be in it.
fn agrees(message: &str, read: &str) -> bool {
    let ((lines, types), (lines_read, types_read)) = (parts(message), parts(read));
    // The path of a type is written if another one has its name.
    let named = |name: &str| {
        types
            .iter()
            .any(|of| of.strip_suffix(name).is_some_and(|path| path.is_empty() || path.ends_with("::")))
    };
    lines == lines_read && types_read.iter().all(|read| named(read))
}

/// The lines of a message, and the types in its lists.
fn parts(message: &str) -> (Vec<String>, Vec<&str>) {
    let (mut lines, mut types, mut in_list) = (Vec::new(), Vec::new(), false);
    for line in message.lines().map(str::trim) {
        let starts = |starts: &[&str]| starts.iter().any(|start| line.starts_with(start));
        in_list &= !line.is_empty() && !starts(&["= ", "|", "-->", ":::", "note:", "help:", "error"]);
        if in_list {
            types.extend((line != OTHERS).then_some(line));
            continue;
        }
        in_list = line.contains("other types implement trait");
        let rest = line.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let number = &line[..line.len() - rest.len()];
        let line =
            if number.is_empty() { line.to_owned() } else { format!("{number} {}", rest.trim_start()) };
        if !line.is_empty() || lines.last().is_some_and(|last: &String| !last.is_empty()) {
            lines.push(line);
        }
    }
    (lines, types)
}

/// A message whose lists have their first types only.
fn shortened(message: &str) -> String {
    let (mut text, mut listed) = (String::new(), None);
    let types = parts(message).1;
    for line in message.lines() {
        listed = match listed {
            Some(n) if types.contains(&line.trim()) => Some(n + 1),
            _ => line.contains("other types implement trait").then_some(0),
        };
        let line = match listed {
            Some(9) => format!("{}{OTHERS}", &line[..line.len() - line.trim_start().len()]),
            Some(10..) => continue,
            _ => line.to_owned(),
        };
        text += &line;
        text.push('\n');
    }
    text
}

/// Only code generation refuses this program.
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
