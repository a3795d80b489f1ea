"""Natural programs: the share that has an adjoint program as first written.

    python3 tests/natural [--run | --types]

Several authors wrote 75, 75, 150, 210, 60 and 60 programs (from p001, p076, p501, p701, p911 and p971) with the README alone. They added attributes
to the module `exp`, and changed nothing else. This script compiles each program, and prints the errors of those that have none. The
module `plain` is `exp` without the attributes. With `--run`, the others compare their values and derivatives by `testing::check`. With `--types`,
rustc judges the types that the macro infers for calls, methods and operators.
"""

import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PACKAGE = ROOT / "target" / "natural"
MANIFEST = f"""[package]
name = "natural"
edition = "2024"

[workspace]

[dependencies]
ad = {{ package = "exact-ad", path = "{ROOT}", features = ["full"] }}

[profile.dev]
debug = 0
incremental = false
"""


def with_plain(program):
    """The program with the module `plain`, which rustc compiles without the macro."""
    start, end = program.index("mod exp"), program.index("\nfn main")
    plain = re.sub(r"#\[exp(\([^\]]*\))?\]|#\[fixed\]|use ad::prelude::\*;", "", program[start:end])
    return program[:end] + plain.replace("mod exp", "\nmod plain", 1) + program[end:]


def judge():
    """The inferred types as assertions. rustc refuses a wrong one."""
    package = ROOT / "target" / "judged"
    (package / "src").mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "JUDGED": str(package / "src")}
    test = ["cargo", "test", "-p", "exact-ad-macros", "--lib", "judged", "--", "--ignored", "--nocapture"]
    subprocess.run(test, cwd=ROOT, env=environment, check=True)
    programs = sorted(path.stem for path in (package / "src").glob("p*.rs"))
    modules = "".join(f"mod {program};\n" for program in programs)
    (package / "src" / "lib.rs").write_text((HERE / "judge.rs").read_text() + modules)
    (package / "Cargo.toml").write_text(MANIFEST.replace('"natural"', '"judged"'))
    sys.exit(subprocess.run(["cargo", "check"], cwd=package).returncode)


def cargo(*arguments):
    return subprocess.run(["cargo", *arguments], cwd=PACKAGE, capture_output=True, text=True)


if "--types" in sys.argv:
    judge()
programs = sorted(HERE.glob("p*.rs"))
(PACKAGE / "src" / "bin").mkdir(parents=True, exist_ok=True)
(PACKAGE / "Cargo.toml").write_text(MANIFEST)
for program in programs:
    (PACKAGE / "src" / "bin" / program.name).write_text(with_plain(program.read_text()))
checked = cargo("check", "--bins", "--keep-going", "--message-format", "short")
refused = {}
for name, message in re.findall(r"^src/bin/(p\d+)\.rs:\d+:\d+: error(?:\[\w+\])?: (.*)$", checked.stderr, re.M):
    refused.setdefault(name, message)
if not refused and checked.returncode != 0:
    sys.exit(checked.stderr)
for name, message in sorted(refused.items()):
    print(f"{name}: {message}")
accepted = [program.stem for program in programs if program.stem not in refused]
print(f"{len(accepted)} of {len(programs)} have a program: {100 * len(accepted) / len(programs):.1f} %")
if "--run" in sys.argv:
    failed = [name for name in accepted if cargo("run", "--quiet", "--bin", name).returncode != 0]
    print(f"{len(accepted) - len(failed)} agree with testing::check; the others: {failed}")
    sys.exit(bool(failed))
