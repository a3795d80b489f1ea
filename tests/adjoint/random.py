#!/usr/bin/env python3
"""Random programs: the adjoint program of each against the tape, in the ring of integers modulo 2^64, to the last bit.

    tests/adjoint/random.py [COUNT [SEED]]

Writes a package of its own under `target/`, compiles the programs with `#[exp(adjoint)]` and runs each for 0 to 4
iterations at two points, to the second order. What the macro refuses is left out and counted, by its message. Every
construct of the language that the adjoint programs cover stands in the grammar below; nearly every read stands in a product, since
a linear program hides a value that was not saved.
"""

import pathlib
import random
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "target" / "random-adjoint"
BATCH = 100


class Scope:
    """The names that can be used at a place."""

    def __init__(self, parent=None):
        self.numbers = list(parent.numbers) if parent else []  # readable
        self.mutable = list(parent.mutable) if parent else []  # numbers that can be assigned
        self.arrays = dict(parent.arrays) if parent else {}  # name -> length, readable
        self.mutable_arrays = dict(parent.mutable_arrays) if parent else {}
        self.vectors = list(parent.vectors) if parent else []  # of unknown length, at least 1
        self.integers = list(parent.integers) if parent else []
        self.counters = list(parent.counters) if parent else []
        self.functions = list(parent.functions) if parent else []  # closures of one number
        self.pairs = list(parent.pairs) if parent else []  # structs with methods, which change
        self.options = list(parent.options) if parent else []  # options that can be assigned
        self.loops = parent.loops if parent else 0


class Writer:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = 0
        self.budget = self.random.randint(4, 14)

    def name(self, letter):
        # Some names are used again, so that they shadow.
        self.names += 1
        return f"{letter}{self.random.randint(0, 3) if self.random.random() < 0.1 else self.names}"

    def pick(self, *choices):
        """Of (weight, value) pairs, a value; what is None cannot be had."""
        choices = [(w, c) for w, c in choices if w > 0]
        return self.random.choices([c for _, c in choices], [w for w, _ in choices])[0]

    # ------------------------------------------------------------------------------------------- integers

    def integer(self, s):
        name = self.random.choice(s.integers + s.counters + ["n"])
        form = self.random.random()
        if form < 0.45:
            return name
        if form < 0.75:
            return f"({name} + {self.random.randint(1, 3)})"
        if form < 0.85:
            return f"(2 * {name} + 1)"
        other = self.random.choice(s.integers + s.counters + ["n"])
        return f"({name} + {other})"

    def index(self, s, length):
        if self.random.random() < 0.35:
            return str(self.random.randrange(length))
        return f"{self.integer(s)} % {length}"

    def condition(self, s):
        form = self.random.random()
        if form < 0.6:
            m = self.random.randint(2, 3)
            return f"{self.integer(s)} % {m} == {self.random.randrange(m)}"
        if form < 0.8:
            return f"{self.integer(s)} > {self.random.randint(0, 3)}"
        return f"{self.atom(s)} > {self.atom(s)}"

    # -------------------------------------------------------------------------------------------- numbers

    def element(self, s):
        name, length = self.random.choice(list(s.arrays.items()))
        return f"{name}[{self.index(s, length)}]"

    def atom(self, s):
        return self.pick(
            (5 if s.numbers else 0, lambda: self.random.choice(s.numbers)),
            (6, lambda: self.element(s)),
            (1 if s.vectors else 0, lambda: (lambda v: f"{v}[{self.integer(s)} % {v}.len()]")(self.random.choice(s.vectors))),
            (0.4, lambda: f"{self.random.choice([1, 2, 3, 5])}.0"),
        )()

    def number(self, s, depth=2):
        if depth == 0:
            return self.atom(s)
        e = lambda: self.number(s, depth - 1)
        return self.pick(
            (3, self.lazy_atom(s)),
            (7, lambda: f"{e()} * {e()}"),
            (3, lambda: f"({e()} + {e()})"),
            (2, lambda: f"({e()} - {e()})"),
            (0.5, lambda: f"(-{self.atom(s)})"),
            (0.7, lambda: f"(if {self.condition(s)} {{ {e()} }} else {{ {e()} }})"),
            (0.5, lambda: self.block(s)),
            (0.5, lambda: self.matched(s)),
            (0.8, lambda: f"twice({e()}, {e()})"),
            (0.6, lambda: f"chosen(&{self.random.choice(list(s.arrays))}, {self.integer(s)}, {e()})"),
            (0.4, lambda: f"powers({self.integer(s)} % 4, {e()})"),
            (0.8 if s.functions else 0, lambda: f"{self.random.choice(s.functions)}({e()})"),
            (0.8, lambda: self.reduced(s)),
            (0.5, lambda: self.optional(s, e)),
            (0.8 if s.pairs else 0, lambda: f"{self.random.choice(s.pairs)}{self.random.choice(['.dot(' + e() + ')', '.a', '.b'])}"),
        )()

    def option(self, s, e):
        return self.pick(
            (2, lambda: f"positive({e()}, {e()})"),
            (2, lambda: f"both({e()}, {e()})"),
            (1, lambda: f"x.get({self.integer(s)}).copied()"),
            (1, lambda: f"(if {self.condition(s)} {{ Some({e()}) }} else {{ None }})"),
            (2 if s.options else 0, lambda: self.random.choice(s.options)),
        )()

    def optional(self, s, e):
        inner = Scope(s)
        v = self.name("v")
        inner.numbers.append(v)
        o = self.option(s, e)
        return self.pick(
            (1, lambda: f"{o}.unwrap_or({e()})"),
            (1, lambda: f"{o}.map_or({e()}, |{v}| {v} * {self.number(inner, 1)})"),
            (1, lambda: f"(if let Some({v}) = {o} {{ {v} * {self.number(inner, 1)} }} else {{ {e()} }})"),
            (1, lambda: f"(match {o} {{ Some({v}) => {v} * {self.number(inner, 1)}, None => {e()} }})"),
        )()

    def lazy_atom(self, s):
        return lambda: self.atom(s)

    def block(self, s):
        inner = Scope(s)
        t = self.name("t")
        first = self.number(s, 1)
        inner.numbers.append(t)
        return f"{{ let {t} = {first}; {t} * {self.number(inner, 1)} }}"

    def matched(self, s):
        e = lambda: self.number(s, 1)
        return f"(match {self.integer(s)} % 3 {{ 0 => {e()}, 1 | 4 => {e()}, _ => {e()} }})"

    def reduced(self, s):
        inner = Scope(s)
        v, k = self.name("v"), self.name("k")
        inner.numbers.append(v)
        name = self.random.choice(list(s.arrays) + s.vectors)
        e = lambda: self.number(inner, 1)
        return self.pick(
            (2, lambda: f"{name}.iter().map(|{v}| {v} * {e()}).sum::<f64>()"),
            (1, lambda: f"{name}.iter().product::<f64>()"),
            (1, lambda: f"{name}.iter().fold({self.atom(s)}, |acc, {v}| acc * {v} + {self.atom(s)})"),
            (1, lambda: f"{name}.iter().zip(x).map(|({v}, {k})| {v} * {k} * {self.atom(s)}).sum::<f64>()"),
            (1, lambda: f"x.windows(2).map(|{v}| {v}[0] * {v}[1] * {self.atom(s)}).sum::<f64>()"),
        )()

    # ----------------------------------------------------------------------------------------- statements

    def body(self, s, depth, lines, indent):
        for _ in range(self.random.randint(1, 4)):
            if self.budget <= 0:
                break
            self.budget -= 1
            self.statement(s, depth, lines, indent)

    def statement(self, s, depth, lines, indent):
        out = lambda text: lines.append("    " * indent + text)
        nested = depth > 0

        def bind():
            value, t = self.number(s), self.name("t")
            if self.random.random() < 0.4:
                out(f"let mut {t} = {value};")
                s.mutable.append(t)
            else:
                out(f"let {t} = {value};")
                if t in s.mutable:
                    s.mutable.remove(t)
            s.numbers.append(t)

        def assign():
            target = self.random.choice(s.mutable)
            out(f"{target} {self.random.choice(['=', '*=', '+=', '-='])} {self.number(s)};")

        def write():
            name, length = self.random.choice(list(s.mutable_arrays.items()))
            place = f"{name}[{self.index(s, length)}]"
            out(f"{place} {self.random.choice(['=', '=', '*=', '+=', '-='])} {self.number(s)};")

        def array():
            a, length = self.name("a"), self.random.randint(2, 4)
            parts = ", ".join(self.number(s, 1) for _ in range(length))
            out(f"let mut {a} = {self.random.choice(['', 'vec!'])}[{parts}];")
            s.arrays[a] = s.mutable_arrays[a] = length

        def filled():
            a, length = self.name("a"), self.random.randint(2, 4)
            out(f"let mut {a} = vec![{self.random.choice(['0.0', '1.0', self.atom(s)])}; {length}];")
            s.arrays[a] = s.mutable_arrays[a] = length
            if self.random.random() < 0.6:
                i = self.name("i")
                inner = Scope(s)
                inner.integers.append(i)
                out(f"for {i} in 0..{length} {{ {a}[{i}] = {self.number(inner, 1)}; }}")

        def copied():
            a = self.name("a")
            name, length = self.random.choice(list(s.arrays.items()))
            out(f"let mut {a} = {name}.to_vec();")
            s.arrays[a] = s.mutable_arrays[a] = length

        def swapped():
            name, length = self.random.choice(list(s.mutable_arrays.items()))
            out(f"{name}.swap({self.index(s, length)}, {self.index(s, length)});")

        def counter():
            k = self.name("k")
            out(f"let mut {k} = {self.random.randint(0, 3)};")
            s.counters.append(k)

        def count():
            out(f"{self.random.choice(s.counters)} += {self.random.choice(['1', '2', self.integer(s)])};")

        def branch():
            out(f"if {self.condition(s)} {{")
            self.body(Scope(s), depth - 1, lines, indent + 1)
            if self.random.random() < 0.6:
                out("} else {")
                self.body(Scope(s), depth - 1, lines, indent + 1)
            out("}")

        def counted():
            inner, i = Scope(s), self.name("i")
            inner.loops += 1
            bound = self.random.choice(["n", "n", "2", "3", f"{self.integer(s)} % 4"])
            header = self.random.choice([f"0..{bound}", f"0..{bound}", f"(0..{bound}).rev()", f"1..={bound}", f"(0..{bound}).step_by(2)"])
            out(f"for {i} in {header} {{")
            inner.integers.append(i)
            self.body(inner, depth - 1, lines, indent + 1)
            out("}")

        def over():
            inner, v, i = Scope(s), self.name("v"), self.name("i")
            inner.loops += 1
            name = self.random.choice(list(s.arrays) + s.vectors)
            # What is gone through cannot be written to.
            inner.mutable_arrays.pop(name, None)
            form = self.random.randrange(3)
            if form == 0:
                out(f"for {v} in {'x' if name == 'x' else '&' + name} {{")
                inner.numbers.append(f"(*{v})")
            elif form == 1:
                out(f"for ({i}, {v}) in {name}.iter().enumerate() {{")
                inner.integers.append(i)
                inner.numbers.append(f"(*{v})")
            else:
                out(f"for {v} in x.windows(2) {{")
                inner.arrays[v] = 2
            self.body(inner, depth - 1, lines, indent + 1)
            out("}")

        def through():
            name, length = self.random.choice(list(s.mutable_arrays.items()))
            inner, v = Scope(s), self.name("v")
            inner.arrays.pop(name)
            inner.mutable_arrays.clear()
            inner.numbers.append(f"(*{v})")
            out(f"for {v} in {name}.iter_mut() {{ *{v} {self.random.choice(['=', '*=', '+='])} {self.number(inner, 1)}; }}")

        def repeated():
            inner, k = Scope(s), self.name("w")
            inner.loops += 1
            out(f"let mut {k} = {self.random.choice(['n', '3', '2'])};")
            out(f"while {k} > 0 {{")
            out(f"    {k} -= 1;")
            inner.integers.append(k)
            self.body(inner, depth - 1, lines, indent + 1)
            out("}")

        def leave():
            what = self.random.choice(["break", "continue"]) if s.loops and self.random.random() < 0.8 else f"return {self.number(s, 1)}"
            out(f"if {self.condition(s)} {{ {what}; }}")

        def pushed():
            v = self.name("p")
            out(f"let mut {v} = Vec::new();")
            out(f"{v}.push({self.number(s, 1)});")
            inner, i = Scope(s), self.name("i")
            inner.integers.append(i)
            inner.vectors.append(v)
            out(f"for {i} in 0..n {{ let t0 = {self.number(inner, 1)}; {v}.push(t0); }}")
            s.vectors.append(v)

        def collected():
            v, u = self.name("p"), self.name("u")
            inner = Scope(s)
            inner.numbers.append(u)
            out(f"let {v}: Vec<f64> = x.iter().map(|{u}| {u} * {self.number(inner, 1)}).collect();")
            s.vectors.append(v)

        def closure():
            f, a = self.name("f"), self.name("c")
            # It captures what does not change.
            inner = Scope()
            inner.numbers = [a] + [t for t in s.numbers if t not in s.mutable]
            inner.arrays = {"x": 5}
            out(f"let {f} = |{a}: f64| {self.number(inner, 1)};")
            s.functions.append(f)

        def pair():
            a, b = self.name("t"), self.name("t")
            if a != b:
                out(f"let ({a}, {b}) = ({self.number(s, 1)}, {self.number(s, 1)});")
                for t in (a, b):
                    s.numbers.append(t)
                    if t in s.mutable:
                        s.mutable.remove(t)

        def stirred():
            name, length = self.random.choice(list(s.mutable_arrays.items()))
            t = self.name("t")
            rest = self.random.choice(["", "", "[1..]", f"[..{length - 1}]"])
            out(f"let w0 = {self.number(s, 1)};")
            out(f"let {t} = stir(&mut {name}{rest}, {self.integer(s)}, w0);")
            s.numbers.append(t)
            if t in s.mutable:
                s.mutable.remove(t)

        def bumped():
            t = self.random.choice(s.mutable)
            out(f"let w0 = {self.number(s, 1)};")
            out(f"bump(&mut {t}, {self.integer(s)}, w0);")

        def paired():
            p = self.name("q")
            out(f"let mut {p} = Pair::new({self.number(s, 1)}, {self.number(s, 1)});")
            s.pairs.append(p)

        def mixed():
            out(f"let w0 = {self.number(s, 1)};")
            out(f"{self.random.choice(s.pairs)}.mix(w0);")

        def chosen():
            o = self.name("o")
            out(f"let mut {o}: Option<f64> = {self.random.choice(['None', 'Some(' + self.atom(s) + ')'])};")
            s.options.append(o)

        def chosen_again():
            o = self.random.choice(s.options)
            out(f"{o} = {self.option(s, lambda: self.number(s, 1))};")

        def looked_into():
            inner, v = Scope(s), self.name("v")
            out(f"if let Some({v}) = {self.option(s, lambda: self.number(s, 1))} {{")
            inner.numbers.append(v)
            self.body(inner, depth - 1, lines, indent + 1)
            if self.random.random() < 0.5:
                out("} else {")
                self.body(Scope(s), depth - 1, lines, indent + 1)
            out("}")

        def let_else():
            v = self.name("v")
            what = self.random.choice(["break", "continue"]) if s.loops and self.random.random() < 0.7 else f"return {self.number(s, 1)}"
            out(f"let Some({v}) = {self.option(s, lambda: self.number(s, 1))} else {{ {what} }};")
            s.numbers.append(v)
            if v in s.mutable:
                s.mutable.remove(v)

        self.pick(
            (1.5 if s.mutable_arrays else 0, stirred),
            (1.0 if s.mutable else 0, bumped),
            (0.6, paired),
            (1.2 if s.pairs else 0, mixed),
            (0.5, chosen),
            (1.0 if s.options else 0, chosen_again),
            (0.8 if nested else 0, looked_into),
            (0.3, let_else),
            (5, bind),
            (5 if s.mutable else 0, assign),
            (5 if s.mutable_arrays else 0, write),
            (1.5, array),
            (1.0, filled),
            (0.6, copied),
            (0.5 if s.mutable_arrays else 0, swapped),
            (0.6, counter),
            (1.0 if s.counters else 0, count),
            (2.5 if nested else 0, branch),
            (5 if nested else 0, counted),
            (1.5 if nested else 0, over),
            (0.8 if s.mutable_arrays else 0, through),
            (1.0 if nested else 0, repeated),
            (1.2, leave),
            (0.6, pushed),
            (0.5, collected),
            (0.6, closure),
            (0.6, pair),
        )()

    def program(self):
        s = Scope()
        s.arrays["x"] = 5
        s.numbers = ["s"]
        s.mutable = ["s"]
        lines = [f"    let mut s = {self.element(s)};"]
        while self.budget > 0:
            self.body(s, 3, lines, 1)
        names = [t for t in dict.fromkeys(reversed(s.numbers)) if not t.startswith("(")][:3]
        elements = [f"{a}[{self.index(s, length)}]" for a, length in list(s.mutable_arrays.items())[-2:]]
        lines.append("    " + " * ".join(["s", *(t for t in names if t != "s"), *elements]))
        return "\n".join(lines)


HEAD = """#![allow(warnings)]
use crate::{check, helpers::*};
use ad::prelude::*;

"""

HELPERS = """#![allow(warnings)]
use ad::prelude::*;

#[exp]
#[derive(Clone, Copy)]
pub struct Pair {
    pub a: f64,
    pub b: f64,
}

#[exp(adjoint, class = Ring + PartialOrd)]
impl Pair {
    pub fn new(a: f64, b: f64) -> Pair {
        Pair { a: a * b, b }
    }

    pub fn dot(&self, s: f64) -> f64 {
        self.a * s + self.b * s * s
    }

    pub fn mix(&mut self, s: f64) {
        let a = self.a;
        self.a = self.b * s;
        if a > s {
            return;
        }
        self.b *= a + s;
    }
}

#[exp(adjoint, class = Ring + PartialOrd)]
pub fn stir(v: &mut [f64], i: usize, s: f64) -> f64 {
    let k = i % v.len();
    let old = v[k];
    for j in 0..v.len() {
        v[j] = v[j] * s + old;
    }
    if i % 3 == 1 {
        return old * s;
    }
    v[k] *= v[0];
    old * v[k]
}

#[exp(adjoint, class = Ring + PartialOrd)]
pub fn bump(t: &mut f64, k: usize, s: f64) {
    if k % 2 == 0 {
        return;
    }
    *t = *t * s + *t;
}

#[exp(adjoint, class = Ring + PartialOrd)]
pub fn positive(a: f64, b: f64) -> Option<f64> {
    if a > b { Some(a * b) } else { None }
}

#[exp(adjoint, class = Ring + PartialOrd)]
pub fn both(a: f64, b: f64) -> Option<f64> {
    let p = positive(a, b)?;
    let q = positive(p, b)?;
    Some(p * q)
}

#[exp(adjoint)]
pub fn twice(a: f64, b: f64) -> f64 {
    let c = a * b;
    c * a - b * c
}

#[exp(adjoint)]
pub fn chosen(v: &[f64], i: usize, s: f64) -> f64 {
    let mut t = v[i % v.len()] * s;
    for u in v {
        t = t * u + s;
    }
    t
}

#[exp(adjoint)]
pub fn powers(k: usize, b: f64) -> f64 {
    if k == 0 { 1.0 } else { b * powers(k - 1, b) }
}
"""


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def batch(seeds):
    """Compiles and runs these programs: how many ran, what was refused, and which differ."""
    write(PACKAGE / "Cargo.toml", f"""[package]
name = "random-adjoint"
edition = "2024"

[workspace]

[dependencies]
ad = {{ path = "{ROOT}" }}

[profile.dev]
debug = 0
""")
    write(PACKAGE / "src" / "helpers.rs", HELPERS)
    for seed in seeds:
        text = f"{HEAD}#[exp(adjoint, class = Ring + PartialOrd)]\npub fn program(n: usize, x: &[f64]) -> f64 {{\n{Writer(seed).program()}\n}}\n"
        text += """
pub fn run() {
    for n in 0..5 {
        check::exact(Program { n }, vec![3, -2, 5, 7, -4]);
        check::exact(Program { n }, vec![0, 1, 0, -1, 2]);
    }
}
"""
        write(PACKAGE / "src" / f"p{seed}.rs", text)
    left, refused = list(seeds), {}
    while True:
        modules = "".join(f"mod p{seed};\n" for seed in left)
        calls = "".join(f'    run("{seed}", p{seed}::run);\n' for seed in left)
        write(PACKAGE / "src" / "main.rs", f"""#![allow(warnings)]
#[path = "{ROOT}/tests/adjoint/check.rs"]
mod check;
mod helpers;
{modules}
fn run(seed: &str, program: fn()) {{
    if let Err(payload) = std::panic::catch_unwind(program) {{
        let text = payload.downcast_ref::<String>().cloned().or(payload.downcast_ref::<&str>().map(|t| t.to_string()));
        println!("DIFFERS {{seed}}: {{}}", text.unwrap_or_default().replace('\\n', " "));
    }}
}}
fn main() {{
    std::panic::set_hook(Box::new(|_| ()));
{calls}    println!("DONE");
}}
""")
        built = subprocess.run(["cargo", "build", "--quiet", "--message-format", "short"], cwd=PACKAGE, capture_output=True, text=True)
        if built.returncode == 0:
            break
        found = re.findall(r"^src/p(\d+)\.rs:\d+:\d+: error(?:\[\w+\])?: (.*)$", built.stderr, re.M)
        if not found:
            sys.exit(built.stderr)
        for seed, message in found:
            refused.setdefault(int(seed), message)
        left = [seed for seed in left if seed not in refused]
    ran = subprocess.run([str(PACKAGE / "target" / "debug" / "random-adjoint")], capture_output=True, text=True)
    differing = re.findall(r"^DIFFERS (\d+): (.*)$", ran.stdout, re.M)
    if "DONE" not in ran.stdout:
        differing.append(("?", f"the process ended: {ran.returncode} {ran.stderr[-300:]}"))
    for seed in seeds:
        if str(seed) not in dict(differing):
            (PACKAGE / "src" / f"p{seed}.rs").unlink()
    return len(left), refused, differing


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    ran, messages, differing = 0, {}, []
    for start in range(first, first + count, BATCH):
        seeds = range(start, min(start + BATCH, first + count))
        some, refused, different = batch(seeds)
        ran += some
        differing += different
        for seed, message in refused.items():
            messages.setdefault(re.sub(r"`[^`]*`", "`…`", message), []).append(seed)
        print(f"{start + len(seeds) - first} programs, {ran} ran, {len(differing)} differ", flush=True)
    print(f"\n{ran} of {count} programs ran; {len(differing)} differ from the tape")
    for seed, message in differing:
        print(f"  {PACKAGE}/src/p{seed}.rs: {message}")
    for message, seeds in sorted(messages.items(), key=lambda pair: -len(pair[1])):
        print(f"  refused {len(seeds)} times, first {seeds[0]}: {message}")
    sys.exit(bool(differing))


main()
