"""Random statements, and the function that is made of them: every construct that the adjoint programs cover, and every pair of
them, with loops of 0 to 4 iterations."""

import re

import scopes
from everyday import STATEMENTS
from expressions import Expressions
from scope import Scope


class Writer(Expressions):
    def body(self, s, depth, lines, indent):
        for _ in range(self.random.randint(1, 4)):
            if self.budget <= 0:
                break
            self.budget -= 1
            self.statement(s, depth, lines, indent)

    def statement(self, s, depth, lines, indent, only=None):
        """One statement; or this one."""
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
            vec = self.random.choice(["", "vec!"])
            out(f"let mut {a} = {vec}[{parts}];")
            s.arrays[a] = s.mutable_arrays[a] = length
            if vec:
                s.lists.append(a)

        def filled():
            a, length = self.name("a"), self.random.randint(2, 4)
            out(f"let mut {a} = vec![{self.random.choice(['0.0', '1.0', self.atom(s)])}; {length}];")
            s.arrays[a] = s.mutable_arrays[a] = length
            s.lists.append(a)
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
            s.lists.append(a)

        def replaced():
            """A list that becomes what it was, or a part of it."""
            a = self.random.choice([a for a in s.lists if a in s.mutable_arrays])
            u = self.name("u")
            inner = Scope(s)
            inner.numbers.append(u)
            inner.forget(inner.arrays, a)
            inner.arrays.setdefault("x", 5)
            # While its last number is taken off, it is not read.
            rest = Scope(s)
            rest.forget(rest.arrays, a)
            rest.arrays.setdefault("x", 5)
            out(self.random.choice([
                f"{a} = {a}[..].to_vec();",
                f"{a} = {a}.clone();",
                f"{a} = {a}.iter().map(|&{u}| {u} * {self.number(inner, 1)}).collect();",
                f"{a}.push({self.number(s, 1)}); {a} = {a}[1..].to_vec();",
                f"{a}.push({self.number(s, 1)}); {a}[0] *= {a}.pop().unwrap_or({self.number(rest, 1)});",
                f"if let Some(last) = {a}.pop() {{ {a}.push(last * {self.number(rest, 1)}); }}",
            ]))

        def while_there():
            inner, k, v = Scope(s), self.name("w"), self.name("v")
            inner.loops += 1
            out(f"let mut {k} = 0;")
            at = len(lines)
            scrutinee = self.random.choice([f"x.get({k}).copied()", f"(if {k} < {self.random.choice(['n', '2', '3'])} {{ Some({self.number(s, 1)}) }} else {{ None }})"])
            out(f"while let Some({v}) = {scrutinee} {{")
            out(f"    {k} += {self.random.choice(['1', '2'])};")
            inner.integers.append(k)
            inner.numbers.append(v)
            self.labelled(inner, at, lines, indent, depth)
            out("}")

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
            at = len(lines)
            out(f"for {i} in {header} {{")
            inner.integers.append(i)
            self.labelled(inner, at, lines, indent, depth)
            out("}")

        def over():
            inner, v, i = Scope(s), self.name("v"), self.name("i")
            inner.loops += 1
            name = self.random.choice(list(s.arrays) + s.vectors)
            # What is gone through cannot be written to.
            inner.forget(inner.mutable_arrays, name)
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
            inner.forget(inner.arrays, name)
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

        def looped():
            inner, k = Scope(s), self.name("w")
            inner.loops += 1
            out(f"let mut {k} = 0;")
            at = len(lines)
            out("loop {")
            out(f"    if {k} >= {self.random.choice(['n', 'n + 1', '2'])} {{ break; }}")
            out(f"    {k} += {self.random.choice(['1', '2'])};")
            inner.integers.append(k)
            self.labelled(inner, at, lines, indent, depth)
            out("}")

        def onward():
            """A loop that adds to what it carries, beside numbers that depend on no variable."""
            inner, i, p, q = Scope(s), self.name("i"), self.name("g"), self.name("g")
            out(f"let mut {p} = {self.random.choice(['1.0', '2.0', '(n + 1) as f64', '3.0'])};")
            if self.random.random() < 0.3 and q != p:
                out(f"let mut {q} = {self.random.choice(['1.0', p])};")
            else:
                q = p
            bound = self.random.choice(["n", "n", "5", "3", f"{self.integer(s)} % 4"])
            out(f"for {i} in {self.random.choice(['0..' + bound, '(0..' + bound + ').rev()', '1..=' + bound])} {{")
            inner.integers.append(i)
            carried = self.random.choice(s.mutable)
            products = [f"{self.element(s)} * {p}", f"{self.atom(inner)} * {self.element(inner)} * {q}", f"x[{i} % 5] * {p} * {q}", f"x[{i} % 5] * x[1] * {q}"]
            changes = [f"{p} *= 3.0;", f"{p} = {p} * {q} + 1.0;", f"{q} += 2.0;", f"{q} = {p} - {q};", f"{p} = {p} * ({i} + 2) as f64;",
                       f"if {i} % 2 == 0 {{ {p} *= 5.0; }} else {{ {q} += 1.0; }}", f"let c = {p} + {q}; {p} = {q}; {q} = c;"]
            sums = [f"{carried} += {self.random.choice(products)};", f"{carried} = {carried} - {self.random.choice(products)};",
                    f"if {self.condition(inner)} {{ {carried} += {self.random.choice(products)}; }}"]
            if s.mutable_arrays:
                name, length = self.random.choice(list(s.mutable_arrays.items()))
                sums.append(f"{name}[{self.index(inner, length)}] += {self.random.choice(products)};")
            inside = [self.random.choice(sums) for _ in range(self.random.randint(1, 2))] + [self.random.choice(changes) for _ in range(self.random.randint(1, 2))]
            if self.random.random() < 0.15:
                inside.append(f"if {self.condition(inner)} {{ {self.random.choice(['break', 'continue'])}; }}")
            self.random.shuffle(inside)
            for line in inside:
                out("    " + line)
            out("}")
            s.constants.extend({p, q})

        def but_the_last():
            """A value that is overwritten in every iteration but the last, or but the first."""
            inner, i = Scope(s), self.name("i")
            t, u = self.random.choice(s.mutable), self.random.choice(s.mutable)
            inner.integers.append(i)
            out(f"for {i} in 0..n {{")
            out(f"    {u} = {u} * {self.random.choice([t, self.atom(inner)])};")
            out(f"    if {self.random.choice([f'{i} + 1 < n', f'{i} > 0', f'{i} + 1 != n'])} {{ {t} = {self.number(inner, 1)}; }}")
            if self.random.random() < 0.5:
                out(f"    {u} = {u} - {t} * {self.atom(inner)};")
            out("}")

        def matrix():
            a, rows, columns = self.name("m"), self.random.randint(1, 3), self.random.randint(2, 3)
            row = lambda: "[" + ", ".join(self.number(s, 1) for _ in range(columns)) + "]"
            vec = self.random.choice(["", "vec!"])
            out(f"let mut {a} = {vec}[{', '.join(vec + row() for _ in range(rows))}];")
            i, k = self.name("i"), self.name("k")
            inner = Scope(s)
            inner.integers.append(i)
            inner.arrays[f"{a}[{self.integer(inner)} % {rows}]"] = columns
            out(f"for {i} in 0..{self.random.choice(['n', str(rows)])} {{")
            inner.mutable_arrays[f"{a}[{i} % {rows}]"] = columns
            self.body(inner, min(depth - 1, 1), lines, indent + 1)
            if self.random.random() < 0.4:
                copy = ".clone()" if vec else ""
                out(f"    {a}[{self.integer(inner)} % {rows}] = {a}[{self.integer(inner)} % {rows}]{copy};")
            out("}")
            s.arrays[f"{a}[{self.random.randrange(rows)}]"] = columns

        def leave():
            if s.labels and self.random.random() < 0.3:
                label = self.random.choice(s.labels)
                lines[label[1]] = lines[label[1]] if label[0] in lines[label[1]] else re.sub(r"^( *)", rf"\1{label[0]}: ", lines[label[1]])
                out(f"if {self.condition(s)} {{ {self.random.choice(['break', 'continue'])} {label[0]}; }}")
                return
            what = self.random.choice(["break", "continue"]) if s.loops and self.random.random() < 0.8 else f"return {self.result(self.number(s, 1))}"
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
            out(f"let {v}: Vec<f64> = x.iter().map(|&{u}| {u} * {self.number(inner, 1)}).collect();")
            s.vectors.append(v)

        def closure():
            f, a = self.name("f"), self.name("c")
            # It captures what does not change.
            inner = Scope()
            inner.closed = True
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
            rest = self.random.choice(["[..]", "[..]", "[1..]", f"[..{length - 1}]"])
            out(f"let z0 = {self.number(s, 1)};")
            out(f"let {t} = stir(&mut {name}{rest}, {self.integer(s)}, z0);")
            s.numbers.append(t)
            if t in s.mutable:
                s.mutable.remove(t)

        def bumped():
            t = self.random.choice(s.mutable)
            out(f"let z0 = {self.number(s, 1)};")
            out(f"bump(&mut {t}, {self.integer(s)}, z0);")

        def paired():
            p = self.name("q")
            out(f"let mut {p} = Pair::new({self.number(s, 1)}, {self.number(s, 1)});")
            s.pairs.append(p)

        def mixed():
            out(f"let z0 = {self.number(s, 1)};")
            out(f"{self.random.choice(s.pairs)}.mix(z0);")

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
            what = self.random.choice(["break", "continue"]) if s.loops and self.random.random() < 0.7 else f"return {self.result(self.number(s, 1))}"
            out(f"let Some({v}) = {self.option(s, lambda: self.number(s, 1))} else {{ {what} }};")
            s.numbers.append(v)
            if v in s.mutable:
                s.mutable.remove(v)

        constructs = [
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
            (0.8 if any(a in s.mutable_arrays for a in s.lists) else 0, replaced),
            (0.8 if nested else 0, while_there),
            (0.5 if s.mutable_arrays else 0, swapped),
            (0.6, counter),
            (2.0 if s.counters else 0, count),
            (2.5 if nested else 0, branch),
            (5 if nested else 0, counted),
            (1.5 if nested else 0, over),
            (0.8 if s.mutable_arrays else 0, through),
            (1.0 if nested else 0, repeated),
            (0.8 if nested else 0, looped),
            (1.2 if nested else 0, onward),
            (0.6 if s.mutable else 0, but_the_last),
            (0.5 if nested else 0, matrix),
            (1.2, leave),
            (0.6, pushed),
            (0.5, collected),
            (0.6, closure),
            (0.6, pair),
        ]
        templates = [
            ((0.7 if "$m" in text else 0.35) if self.possible(text, s) and (nested or "$B" not in text) else 0, name, lambda text=text: out(self.template(text, s, 1, depth, indent)))
            for name, text in STATEMENTS.items()
        ]
        choices = [*((weight, construct.__name__.replace("_", " "), construct) for weight, construct in constructs), *templates]
        self.choose([choice for choice in choices if only in (None, choice[1])])

    def labelled(self, inner, at, lines, indent, depth):
        """The body of a loop that can be left by name."""
        inner.labels.append((f"'l{at}", at))
        self.body(inner, depth - 1, lines, indent + 1)

    def program(self):
        """The body of the function, and another function that it may call."""
        function = ""
        if self.random.random() < 0.5:
            inner = Function(self)
            function = inner.text
            self.inner = inner
        if not self.without and self.random.random() < 0.1:
            function += scopes.NAMESAKE
        s = Scope()
        s.arrays["x"] = 5
        s.numbers = ["s"]
        s.mutable = ["s"]
        lines = [f"    let mut s = {self.element(s)};"]
        # Something to work with.
        for construct in ["array", "let mut", *(c for c in ["filled", "paired", "closure", "chosen", "counter"] if self.random.random() < 0.4)]:
            self.statement(s, 3, lines, 1, construct)
        while self.budget > 0:
            self.body(s, 3, lines, 1)
        names = [t for t in dict.fromkeys(reversed(s.numbers)) if not t.startswith("(")][:3]
        elements = [f"{a}[{self.index(s, length)}]" for a, length in list(s.mutable_arrays.items())[-2:]]
        rest = [*(t for t in names if t != "s"), *elements]
        operator = self.random.choice([" * ", " + "])
        # Of sums that are only added up, the reverse sweep needs no value.
        if self.random.random() < 0.5:
            lines.append(f"    {self.sum(lambda: self.element(s))}")
            lines.append("    " + " + ".join(["s", *([operator.join(rest)] if rest else [])]))
        else:
            lines.append("    " + operator.join(["s", *rest]))
        return "\n".join(lines), function

    def sum(self, e):
        """A loop that adds to `s`, mostly with independent iterations, and perhaps more after it."""
        loops = [
            f"for last in 0..n {{ s += x[last % 5] * {e()}; }}",
            f"for last in 0..n {{ let t = {e()} * x[last % 5]; s -= t * t * {e()}; }}",
            f"let mut own = vec![0.0; 2]; for last in 0..n {{ for j in 0..2 {{ own[j] = x[(last + j) % 5] * {e()}; }} own[1] *= own[0]; s += own[1] * own[0] - {e()}; }}",
            f"for last in 0..n {{ let mut p = {e()}; for j in 0..last {{ p = p * x[j % 5]; }} if last % 2 == 1 {{ s += p * {e()}; }} else {{ s -= p * p; }} }}",
            f"for (last, v) in x.iter().enumerate() {{ let own = [v * {e()}, twice(*v, {e()})]; s += own[last % 2] * own[0]; }}",
            f"let mut g = 2.0; for last in 0..n {{ s += x[last % 5] * {e()} * g; g = g * 3.0; }}",
            f"let mut q = [{e()}, {e()}]; for last in 0..n {{ q[last % 2] = q[0] * x[last % 5]; s += q[1] * {e()}; }}",
            f"for last in 0..n {{ s += twice(x[last % 5], {e()}); if last == 2 {{ s += {e()}; continue; }} s -= {e()} * {e()}; }}",
        ]
        after = ["", f" s = s * 2.0 - {e()};", f" s += twice({e()}, {e()});", f" for last in 0..n {{ s += x[last % 5] * {e()}; }}"]
        return self.random.choice(loops) + self.random.choice(after)


class Function:
    """A random function that another one calls: it changes its argument, or gives an option."""

    def __init__(self, writer):
        rng = writer.random
        self.changes, self.option = rng.random() < 0.6, rng.random() < 0.5
        rest, writer.budget = writer.budget, rng.randint(2, 5)
        if self.option:
            writer.result = lambda value: f"Some({value})" if rng.random() < 0.8 else "None"
        s = Scope()
        s.arrays["x"] = 5
        if self.changes:
            s.arrays["y"] = s.mutable_arrays["y"] = 2
        s.numbers = ["s"]
        s.mutable = ["s"]
        lines = ["    let mut s = start * x[n];"]
        if self.option:
            lines.append(f"    s = {writer.option(s, lambda: writer.number(s, 1))}?;")
        while writer.budget > 0:
            writer.body(s, 2, lines, 1)
        lines.append("    " + writer.result(rng.choice([" * ", " + "]).join(s.numbers[-2:])))
        parameters = f"n: usize, x: &[f64]{', y: &mut [f64]' if self.changes else ''}, start: f64"
        self.text = f"#[exp(adjoint, class = Ring + PartialOrd)]\npub fn inner({parameters}) -> {'Option<f64>' if self.option else 'f64'} {{\n" + "\n".join(lines) + "\n}\n"
        writer.budget, writer.result = rest, lambda value: value

    def possible(self, s):
        return not self.changes or any("[" not in a for a in s.mutable_arrays) and not s.closed

    def call(self, writer, s, e):
        y = ", &mut " + writer.random.choice([a for a in s.mutable_arrays if "[" not in a]) if self.changes else ""
        value = f"inner({writer.integer(s)} % 4, x{y}, z0)"
        return f"{{ let z0 = {e()}; {value}{f'.unwrap_or({writer.atom(Scope.of_inputs())})' if self.option else ''} }}"
