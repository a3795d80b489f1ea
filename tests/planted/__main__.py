"""Plants errors in rules, strategies and adjoint programs, and asks `testing::check` for each of them.

    python3 tests/planted [TEXT...]

With a TEXT, it plants only the errors that contain one. It copies the repository to `target/planted` and plants all errors there at once, each behind a switch: in `ad-core` a number that is
set while the program runs, in `ad-macros` the number at the end of the name of the annotated function. So everything is compiled once.
A copy of a function that rustc refuses is left out, and counts as seen by rustc. The table at the end says how each error is seen.
"""

import pathlib
import re
import shutil
import subprocess
import sys

import plants

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
COPY = ROOT / "target" / "planted"

MANIFEST = """[package]
name = "planted"
edition = "2024"

[workspace]
exclude = ["tree"]

[dependencies]
ad = { package = "exact-ad", path = "tree", default-features = false, features = ["std", "enclosure", "numbers", "sparse", "testing"] }
ad-core = { package = "exact-ad-core", path = "tree/ad-core", default-features = false, features = ["std"] }

[[bin]]
name = "planted"
path = "main.rs"

[profile.dev]
debug = 0
incremental = false
"""
IN_CORE = """
/// The number of the planted error.
#[doc(hidden)]
pub static PLANTED: core::sync::atomic::AtomicUsize = core::sync::atomic::AtomicUsize::new(0);

pub(crate) fn planted(number: usize) -> bool {
    PLANTED.load(core::sync::atomic::Ordering::Relaxed) == number
}
"""
IN_MACROS = """
std::thread_local! {
    static PLANTED: core::cell::Cell<usize> = const { core::cell::Cell::new(0) };
}

pub(crate) fn planted(number: usize) -> bool {
    PLANTED.get() == number
}

/// Switches to the error whose number ends the function's name.
fn plant(item: &str) {
    let name = item.split("fn ").nth(1).unwrap_or_default().split(['(', '<', ' ']).next().unwrap_or_default();
    let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    PLANTED.set(digits.parse().unwrap_or(0));
}
"""


def plant(tree, file, place, number, alternatives):
    """`place` is unique in the file; the part between ⟦ and ⟧ gets the alternatives."""
    path = tree / file
    text = path.read_text()
    before, rest = place.split("⟦")
    right, after = rest.split("⟧")
    if text.count(before + right + after) != 1:
        sys.exit(f"{file} has {text.count(before + right + after)} times: {before + right + after}")
    wrong = "".join(f"if crate::planted({number + i}) {{ {other} }} else " for i, other in enumerate(alternatives))
    path.write_text(text.replace(before + right + after, f"{before}({wrong}{{ {right} }}){after}"))


def wanted(plants):
    return [plant for plant in plants if not sys.argv[1:] or any(part in text for part in sys.argv[1:] for text in plant)]


def numbered(plants, first):
    """Each error with its number and name."""
    errors = []
    for file, place, *alternatives in plants:
        for other in alternatives:
            errors.append((first + len(errors), f"{pathlib.PurePath(file).name}: {place.split('⟦')[1].split('⟧')[0].strip()} → {other}"))
    return errors


def main():
    tree = COPY / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    for file in subprocess.run(["git", "ls-files", "Cargo.toml", "README.md", "ARCHITECTURE.md", "src", "ad-core", "ad-macros", "ad-testing"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split():
        (tree / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, tree / file)
    manifest = tree / "Cargo.toml"
    members = 'members = ["ad-core", "ad-macros", "ad-testing"]'
    text = re.sub(r"^(default-)?members = .*$", lambda match: "" if match[1] else members, manifest.read_text(), flags=re.M)
    manifest.write_text(text.replace("[workspace]\nmembers", "[workspace]\nmembers"))
    in_core, in_macros = wanted(plants.CORE), wanted(plants.MACROS)
    core, macros = numbered(in_core, 1), numbered(in_macros, len(plants.CORE) + 100)
    for planted, errors in (in_core, core), (in_macros, macros):
        place = 0
        for file, text, *alternatives in planted:
            plant(tree, file, text, errors[place][0], alternatives)
            place += len(alternatives)
    for file, text in ("ad-core/src/lib.rs", IN_CORE), ("ad-macros/src/lib.rs", IN_MACROS):
        path = tree / file
        path.write_text(path.read_text() + text)
    path = tree / "ad-macros/src/lib.rs"
    path.write_text(path.read_text().replace("    expand::expand(args", "    plant(&item.to_string());\n    expand::expand(args"))

    (COPY / "Cargo.toml").write_text(MANIFEST)
    shutil.copy(ROOT / "Cargo.lock", COPY / "Cargo.lock")
    once, each = (HERE / "battery.rs").read_text().split("// ---- a copy for each error in the macro\n")
    left, by_rustc = [0] + [number for number, _ in macros], {}
    while True:
        copies = [(number, line) for number in left for line in each.replace("#[exp", "@[exp").replace("#", str(number)).replace("@[", "#[").splitlines()]
        calls = "fn macros() {\n" + "".join(f"    judge{number}();\n" for number in left) + "}\n"
        head = f"#![allow(warnings)]\nconst CORE: usize = {len(core) + 1};\n" + re.sub(r"^//!.*\n", "", once, flags=re.M) + calls
        (COPY / "main.rs").write_text(head + "\n".join(line for _, line in copies) + "\n")
        built = subprocess.run(["cargo", "build", "--quiet", "--message-format", "short", "--target-dir", str(COPY / "target")], cwd=COPY, capture_output=True, text=True)
        if built.returncode == 0:
            break
        lines = [int(line) - head.count("\n") - 1 for line in re.findall(r"^main\.rs:(\d+):\d+: error", built.stderr, re.M)]
        refused = {copies[line][0] for line in lines if 0 <= line < len(copies)}
        if not refused or 0 in refused:
            sys.exit("".join(line for line in built.stderr.splitlines(True) if "error" in line))
        by_rustc |= {number: "rustc" for number in refused}
        left = [number for number in left if number not in refused]
    ran = subprocess.run([str(COPY / "target/debug/planted")], capture_output=True, text=True)
    seen = {int(number): how for number, how in re.findall(r"^(\d+) (.+)$", ran.stdout, re.M)} | by_rustc
    if ran.returncode != 0 or seen.get(0) != "not seen":
        sys.exit(f"without an error, the battery says {seen.get(0)}\n{ran.stderr[-2000:]}")
    counts = {}
    for number, name in core + macros:
        how = seen.get(number, "no answer")
        counts[how] = counts.get(how, 0) + 1
        print(f"{how:22} {name}")
    print(f"\n{len(core) + len(macros)} errors: {', '.join(f'{count} {how}' for how, count in sorted(counts.items()))}")


main()
