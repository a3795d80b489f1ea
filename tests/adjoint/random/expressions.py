"""Random expressions: of numbers, integers, conditions, options. Nearly every read stands in a product, since a linear program
hides a value that was not saved."""

import random

from everyday import VALUES, Everyday
from scope import Scope


class Expressions(Everyday):
    def __init__(self, seed, without=(), preferred=()):
        self.random = random.Random(seed)
        self.without = without  # words of constructs that are not written
        self.names = 0
        self.budget = self.random.randint(4, 16)
        self.result = lambda value: value  # what a function returns
        self.inner = None  # how another function of this program is called
        self.known = set()  # all constructs
        self.likings = dict.fromkeys(preferred, 6)  # how much more or less of each this program has
        self.met = set()  # the constructs of this program
        self.nested = set()  # and which stand directly inside of which
        self.around = ["the function"]
        self.still = 0  # whether an expression may not change anything here: it is called for many items, or something is borrowed

    def name(self, letter):
        # Some names are used again, so that they shadow.
        self.names += 1
        return f"{letter}{self.random.randint(0, 3) if self.random.random() < 0.1 else self.names}"

    def pick(self, *choices):
        """Of (weight, value) pairs, a value; what is None cannot be had."""
        choices = [(w, c) for w, c in choices if w > 0]
        return self.random.choices([c for _, c in choices], [w for w, _ in choices])[0]

    def liking(self, construct):
        """Each program does without a third of the constructs and prefers a few, so that all pairs occur often
        (swarm testing: A. Groce et al., ISSTA 2012)."""
        if construct not in self.likings:
            self.likings[construct] = self.random.choices([0, 1, 6], [5, 9, 2])[0]
        return self.likings[construct]

    def choose(self, choices):
        """Of (weight, name, value) triples, a value, and notes that it occurs."""
        self.known.update(name for _, name, _ in choices)
        choices = [(w, name, write) for w, name, write in choices if w > 0]
        liked = [(w * self.liking(name), (name, write)) for w, name, write in choices]
        if not any(w for w, _ in liked):
            liked = [(w, (name, write)) for w, name, write in choices]
        return self.noted(*self.pick(*liked))

    def noted(self, construct, write):
        """Writes a construct, and notes that it occurs."""
        self.met.add(construct)
        self.nested.add((self.around[-1], construct))
        self.around.append(construct)
        text = write()
        self.around.pop()
        return text

    # -------------------------------------------------------------------------------------------- effects

    def quietly(self, write):
        """Writes an expression that changes nothing."""
        self.still += 1
        text = write()
        self.still -= 1
        return text

    def effect(self, s, condition=False):
        """A block that assigns to something, and its value: a number, or a condition."""
        arrays = [a for a in s.mutable_arrays if "[" not in a]
        e = lambda: self.quietly(lambda: self.atom(s))
        if arrays and (not s.mutable or self.random.random() < 0.3):
            a = self.random.choice(arrays)
            place = lambda: f"{a}[{self.index(s, s.mutable_arrays[a])}]"
            change, value = f"{place()} {self.random.choice(['=', '*=', '+='])} {e()} * {e()};", place()
        else:
            value = self.random.choice(s.mutable)
            change = f"{value} {self.random.choice(['=', '*=', '+='])} {e()} * {e()};"
        return f"{{ {change} {value} {f'> {e()}' if condition else ''} }}"

    def acts(self, s):
        """Whether an expression may have an effect here."""
        return not self.still and not s.closed and (s.mutable or any("[" not in a for a in s.mutable_arrays))

    # ------------------------------------------------------------------------------------------- integers

    def integer(self, s):
        if not self.still and not s.closed and self.random.random() < 0.06 * self.liking("effect in an integer"):
            if s.counters and self.random.random() < 0.5:
                k = self.random.choice(s.counters)
                return self.noted("effect in an integer", lambda: f"{{ {k} += 1; {k} }}".join("()"))
            return self.noted("effect in an integer", lambda: "tick()")
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
        if self.acts(s) and self.random.random() < 0.1 * self.liking("effect in a condition"):
            condition = self.quietly(lambda: self.condition(s))
            operator = self.random.choice(["&&", "||"])
            return self.noted("effect in a condition", lambda: f"({condition} {operator} {self.effect(s, True)})")
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
            (2 if s.constants else 0, lambda: self.random.choice(s.constants)),
            (6, lambda: self.element(s)),
            (1 if s.vectors else 0, lambda: (lambda v: f"{v}[{self.integer(s)} % {v}.len()]")(self.random.choice(s.vectors))),
            (0.4, lambda: f"{self.random.choice([1, 2, 3, 5])}.0"),
        )()

    def number(self, s, depth=2):
        if depth == 0:
            return self.atom(s)
        e = lambda: self.number(s, depth - 1)
        a, b = lambda: self.random.choice(list(s.arrays)), lambda: self.integer(s)
        templates = [
            (0.12 if self.possible(text, s) and ("$s" not in text or self.acts(s)) else 0, name, lambda text=text: self.template(text, s, depth - 1))
            for name, text in VALUES.items()
        ]
        return self.choose([
            (3, "atom", lambda: self.atom(s)),
            (7, "product", lambda: f"{e()} * {e()}"),
            (3, "sum", lambda: f"({e()} + {e()})"),
            (2, "difference", lambda: f"({e()} - {e()})"),
            (0.5, "negation", lambda: f"(-{self.atom(s)})"),
            (0.7, "if as a value", lambda: f"(if {self.condition(s)} {{ {e()} }} else {{ {e()} }})"),
            (0.5, "block as a value", lambda: self.block(s)),
            (0.5, "match", lambda: self.matched(s)),
            (1.5 if self.acts(s) else 0, "block that assigns", lambda: self.effect(s)),
            (0.4 if not self.still and not s.closed else 0, "plain function", lambda: f"({self.atom(s)} * tick() as f64)"),
            (0.8, "call", lambda: f"twice({e()}, {e()})"),
            (0.6, "call with a list", lambda: self.quietly(lambda: f"chosen(&{a()}, {b()}, {e()})")),
            (0.4, "recursive call", lambda: f"powers({b()} % 4, {self.element(s)} * {e()})"),
            (0.8 if s.functions else 0, "call of a closure", lambda: f"{self.random.choice(s.functions)}({e()})"),
            (0.8, "iterator", lambda: self.quietly(lambda: self.reduced(s))),
            (0.5, "option", lambda: self.optional(s, e)),
            (0.4 if s.pairs else 0, "method", lambda: f"{self.random.choice(s.pairs)}.dot({e()})"),
            (0.4 if s.pairs else 0, "field", lambda: self.random.choice(s.pairs) + self.random.choice([".a", ".b"])),
            (1.0 if self.inner and self.inner.possible(s) else 0, "call of a random function", lambda: self.inner.call(self, s, e)),
            *templates,
        ])

    def option(self, s, e):
        closed = Scope(s)
        closed.closed = True
        return self.pick(
            (2, lambda: f"positive({self.element(s)}, {e()})"),
            (2, lambda: f"both({self.element(s)}, {e()})"),
            (1, lambda: f"x.get({self.integer(s)}).copied()"),
            (1, lambda: f"(if {self.condition(s)} {{ Some({e()}) }} else {{ None }})"),
            (1, lambda: f"({self.condition(s)}).then_some({e()})"),
            (1, lambda: f"({self.condition(s)}).then(|| {self.number(closed, 1)})"),
            (2 if s.options else 0, lambda: self.random.choice(s.options)),
        )()

    def optional(self, s, e):
        inner = Scope(s)
        inner.closed = True
        v = self.name("v")
        inner.numbers.append(v)
        o = self.option(s, e)
        return self.pick(
            (1, lambda: f"{o}.unwrap_or({e()})"),
            (1, lambda: f"{o}.map_or({e()}, |{v}| {v} * {self.number(inner, 1)})"),
            (1, lambda: f"(if let Some({v}) = {o} {{ {v} * {self.number(inner, 1)} }} else {{ {e()} }})"),
            (1, lambda: f"(match {o} {{ Some({v}) if {self.condition(inner)} => {v} * {self.atom(inner)}, None if {self.condition(s)} => {e()}, Some({v}) => {self.number(inner, 1)}, None => {e()} }})"),
            (1, lambda: f"(match {o} {{ Some({v}) => {v} * {self.number(inner, 1)}, None => {e()} }})"),
        )()

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
        inner.closed = True
        v, k = self.name("v"), self.name("k")
        # Half of the names are references.
        p = self.random.choice([v, f"&{v}"])
        inner.numbers.append(v if p != v else f"(*{v})")
        name = self.random.choice(list(s.arrays) + s.vectors)
        e = lambda: self.number(inner, 1)
        return self.pick(
            (2, lambda: f"{name}.iter().map(|{p}| {v} * {e()}).sum::<f64>()"),
            (1, lambda: f"{name}.iter().product::<f64>()"),
            (1, lambda: f"{name}.iter().fold({self.atom(s)}, |acc, {v}| acc * {v} + {self.atom(s)})"),
            (1, lambda: f"{name}.iter().zip(x).map(|({v}, {k})| {v} * {k} * {self.atom(s)}).sum::<f64>()"),
            (1, lambda: f"x.windows(2).map(|{v}| {v}[0] * {v}[1] * {self.atom(s)}).sum::<f64>()"),
        )()
