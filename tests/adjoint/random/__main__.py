"""Random programs: the adjoint program of each against the tape, in the ring of integers modulo 2^64, to the last bit.

    python3 tests/adjoint/random [COUNT [SEED [--residues | --interpret] [--topic TOPIC]]]

Writes packages of its own under `target/`, compiles many programs at once with `#[exp(adjoint)]` and runs each for 0 to 4
iterations at two points: value, gradient and a second derivative, in forward mode over the adjoint program and over the
tape. With `--residues` instead `testing::check`: all strategies, while floats decide the branches. What does not compile is
compiled once more as plain Rust on `f64`: what is no Rust is the generator's mistake, the rest is reported by its message.

With `--interpret` nothing is compiled: an interpreter (`ad-macros/src/tests/interpreter`) runs the programs and what the macro
writes for them, in a field of residues, and compares with derivatives by definition. That takes a tenth of the time. At the
end stands how many programs have each construct, and which pairs of constructs no program has.

With `--topic special` the programs prefer the constructs of `special.py`.
"""

import itertools
import os
import pathlib
import re
import subprocess
import sys

from everyday import COMPILED_ONLY, TOPICS
from statements import Writer

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
PACKAGE = ROOT / "target" / "random-adjoint"
BATCH = 200
HELPERS = ["helpers.rs", "kinds.rs"]
TOPIC = TOPICS[sys.argv[sys.argv.index("--topic") + 1]] if "--topic" in sys.argv else None
PREFERRED = [*TOPIC.VALUES, *TOPIC.STATEMENTS] if TOPIC else []

MANIFEST = f"""[package]
name = "random-adjoint"
edition = "2024"

[workspace]

[dependencies]
ad = {{ package = "exact-ad", path = "{ROOT}", features = ["full"] }}

[profile.dev]
debug = 0
incremental = false

[profile.dev.package.exact-ad-macros]
opt-level = 1
"""
ALLOW = "#![allow(warnings)]\n"
PROGRAM = """use crate::{check, helpers::*, kinds::*};
use ad::prelude::*;
use std::collections::{BTreeMap, BinaryHeap, HashMap, VecDeque};

FUNCTION
#[exp(adjoint, class = Ring + PartialOrd)]
pub fn program(n: usize, x: &[f64]) -> f64 {
    restart();
BODY
}

pub fn run() {
    for n in 0..5 {
        CHECK(Program { n }, vec![3, -2, 5, 7, -4]);
        CHECK(Program { n }, vec![0, 1, 0, -1, 2]);
    }
}
"""


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def source(writer, frame):
    body, function = writer.program()
    return frame.replace("FUNCTION", function).replace("BODY", body)


def is_rust(seed):
    """Whether the program is one on `f64`."""
    plain = lambda text: re.sub(r"#\[exp.*\]\n|use ad::.*\n|use crate::.*\n|//!.*\n", "", text)
    program = plain((PACKAGE / "src" / f"p{seed}.rs").read_text()).split("pub fn run")[0]
    path = PACKAGE / "plain.rs"
    helpers = "".join(plain((HERE / name).read_text()) for name in HELPERS)
    write(path, ALLOW + helpers + program)
    command = ["rustc", "--crate-type", "lib", "--edition", "2024", "--emit", "metadata", "-o", str(PACKAGE / "plain.rmeta"), str(path)]
    return subprocess.run(command, capture_output=True).returncode == 0


def batch(seeds, check, without=()):
    """Compiles and runs these programs: how many ran, what was refused, and which differ."""
    write(PACKAGE / "Cargo.toml", MANIFEST)
    for name in HELPERS:
        write(PACKAGE / "src" / name, (HERE / name).read_text())
    for seed in seeds:
        write(PACKAGE / "src" / f"p{seed}.rs", source(Writer(seed, without, PREFERRED), PROGRAM).replace("CHECK", check))
    left, refused, no_rust = list(seeds), {}, 0
    while True:
        modules = "".join(f"mod p{seed};\n" for seed in left)
        calls = "".join(f'    run("{seed}", p{seed}::run);\n' for seed in left)
        frame = (HERE / "main.rs").read_text().replace("ROOT", str(ROOT))
        end = f"fn main() {{\n    std::panic::set_hook(Box::new(|_| ()));\n{calls}    println!(\"DONE\");\n}}\n"
        write(PACKAGE / "src" / "main.rs", frame.replace("\n#[path", f"\n{ALLOW}#[path", 1) + modules + end)
        built = subprocess.run(["cargo", "build", "--quiet", "--message-format", "short"], cwd=PACKAGE, capture_output=True, text=True)
        if built.returncode == 0:
            break
        found = re.findall(r"^src/p(\d+)\.rs:\d+:\d+: error(?:\[\w+\])?: (.*)$", built.stderr, re.M)
        if not found:
            sys.exit(built.stderr)
        for seed, message in found:
            refused.setdefault(int(seed), message)
        left = [seed for seed in left if seed not in refused]
    for seed in list(refused):
        if not is_rust(seed):
            del refused[seed]
            no_rust += 1
    ran = subprocess.run([str(PACKAGE / "target" / "debug" / "random-adjoint")], capture_output=True, text=True)
    differing = re.findall(r"^DIFFERS (\d+): (.*)$", ran.stdout, re.M)
    if "DONE" not in ran.stdout:
        differing.append(("?", f"the process ended: {ran.returncode} {ran.stderr[-300:]}"))
    kept = {int(seed) for seed, _ in differing if seed != "?"} | set(refused)
    for seed in seeds:
        if seed not in kept:
            (PACKAGE / "src" / f"p{seed}.rs").unlink()
    return len(left), no_rust, refused, differing


def met(writers):
    """How often the constructs occur, and which pairs of them do not."""
    counts, pairs = {}, set()
    for writer in writers:
        for construct in writer.met:
            counts[construct] = counts.get(construct, 0) + 1
        pairs.update(itertools.combinations(sorted(writer.met), 2))
    print(", ".join(f"{construct} {count}" for construct, count in sorted(counts.items(), key=lambda pair: -pair[1])))
    missing = [f"{a} with {b}" for a, b in itertools.combinations(sorted(counts), 2) if (a, b) not in pairs]
    never = set().union(*(writer.known for writer in writers)) - set(counts)
    print(f"constructs that do not occur: {', '.join(sorted(never)) or 'none'}")
    print(f"{len(counts)} constructs; of {len(counts) * (len(counts) - 1) // 2} pairs {len(pairs)} occur in one program; missing: {', '.join(missing[:12]) or 'none'}{' …' if len(missing) > 12 else ''}")
    nested = set().union(*(writer.nested for writer in writers))
    print(f"{len(nested)} pairs occur with one construct directly inside of the other")


def interpret(seeds):
    """Runs these programs by the interpreter."""
    path = ROOT / "target" / "random-adjoint-programs.rs"
    writers = [Writer(seed, COMPILED_ONLY, PREFERRED) for seed in seeds]
    programs = [source(writer, PROGRAM.split("pub fn run")[0].split("ad::prelude::*;\n")[1]) for writer in writers]
    parts = [(HERE / "helpers.rs").read_text(), *(f"{seed}\n{program}" for seed, program in zip(seeds, programs))]
    write(path, "//// ".join(parts))
    met(writers)
    test = ["cargo", "test", "--quiet", "--release", "-p", "exact-ad-macros", "--lib", "--", "random_programs", "--ignored", "--nocapture"]
    # The macro and `syn` run, and are optimized for it.
    optimized = {f"CARGO_PROFILE_RELEASE_BUILD_OVERRIDE_{key}": value for key, value in [("OPT_LEVEL", "3"), ("CODEGEN_UNITS", "16")]}
    environment = {**os.environ, **optimized, "RANDOM_PROGRAMS": str(path)}
    ran = subprocess.run(test, cwd=ROOT, env=environment, capture_output=True, text=True)
    print(ran.stdout)
    differing = [int(seed) for seed in re.findall(r"^  DIFFERS (\d+):", ran.stdout, re.M)]
    if not differing:
        return ran.returncode != 0
    # The interpreter has no borrow checker, and may be wrong itself.
    right, no_rust, refused, wrong = batch(differing, "check::exact", COMPILED_ONLY)
    right -= len(wrong)
    print(f"{len(differing)} differ; compiled, {no_rust} are no Rust and {right} agree with the tape; refused: {refused}; wrong: {wrong}")
    return bool(refused or wrong)


def main():
    check = "crate::residues" if "--residues" in sys.argv else "check::exact"
    numbers = [int(argument) for argument in sys.argv[1:] if argument.isdigit()]
    count, first = (numbers + [200, 1][len(numbers):])[:2]
    if "--interpret" in sys.argv:
        sys.exit(interpret(range(first, first + count)))
    ran, no_rust, messages, differing = 0, 0, {}, []
    for start in range(first, first + count, BATCH):
        seeds = range(start, min(start + BATCH, first + count))
        some, bad, refused, different = batch(seeds, check)
        ran += some
        no_rust += bad
        differing += different
        for seed, message in refused.items():
            messages.setdefault(re.sub(r"`[^`]*`", "`…`", message), []).append(seed)
        print(f"{seeds[-1]}: {start + len(seeds) - first} programs, {ran} ran, {len(differing)} differ, {sum(map(len, messages.values()))} refused, {no_rust} no Rust", flush=True)
    print(f"\n{ran} of {count} programs ran; {len(differing)} differ from the tape; {no_rust} were no Rust")
    for seed, message in differing:
        print(f"  {PACKAGE}/src/p{seed}.rs: {message}")
    for message, seeds in sorted(messages.items(), key=lambda pair: -len(pair[1])):
        print(f"  refused {len(seeds)} times, first {seeds[:3]}: {message}")
    sys.exit(bool(differing))


main()
