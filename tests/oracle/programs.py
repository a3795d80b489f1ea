"""Judges enclosures of random programs: their values, gradients and products of the Hessian with a vector, by arithmetic with 60 digits.

    AD_SEED=7 cargo test --release --test numbers -- --ignored --nocapture enclosures::of_many_random_programs
    python3 tests/oracle/programs.py [target/programs.txt]

A line is a program of `tests/many/machine.rs`, the argument, the direction, and the ends of seven enclosures. Here the program runs under
`mpmath`, on numbers with a gradient and its derivative in the direction. A program whose exact result leaves the range of `mpmath` or
passes a pole is counted and not judged.
"""

import collections
import re
import sys

from mpmath import mp, mpf

mp.dps = 60
HALF = mpf(1) / 2


class Skipped(Exception):
    pass


class Number:
    """A value, its gradient, and the derivative of the gradient in the direction."""

    def __init__(self, value, slopes=(0, 0, 0), bends=(0, 0, 0)):
        self.value, self.slopes, self.bends = value, slopes, bends

    def along(self):
        return sum(a * b for a, b in zip(self.slopes, DIRECTION))

    def map(self, value, first, second):
        """A function of this number by its first and second derivative."""
        if not any(self.slopes) and not any(self.bends):
            return Number(value)
        if first is None:
            raise Skipped("pole of a derivative")
        along = self.along()
        return Number(
            value,
            [first * a for a in self.slopes],
            [second * along * a + first * b for a, b in zip(self.slopes, self.bends)],
        )

    def __add__(self, other):
        return Number(
            self.value + other.value,
            [a + b for a, b in zip(self.slopes, other.slopes)],
            [a + b for a, b in zip(self.bends, other.bends)],
        )

    def scaled(self, k):
        return Number(self.value * k, [a * k for a in self.slopes], [a * k for a in self.bends])

    def __mul__(self, other):
        along, beside = self.along(), other.along()
        return Number(
            self.value * other.value,
            [a * other.value + self.value * b for a, b in zip(self.slopes, other.slopes)],
            [
                c * other.value + a * beside + along * b + self.value * d
                for a, b, c, d in zip(self.slopes, other.slopes, self.bends, other.bends)
            ],
        )


def domain(is_inside):
    if not is_inside:
        raise ValueError("outside of a domain")


def small(x, bound):
    if abs(x) > bound:
        raise Skipped("large argument")
    return x


def recip(x):
    if x.value == 0:
        raise Skipped("quotient by 0, which may be unused")
    y = 1 / x.value
    return x.map(y, -y * y, 2 * y**3)


def exp(x):
    y = mp.exp(small(x.value, 10**6))
    return x.map(y, y, y)


def ln(x):
    domain(x.value >= 0)
    if x.value == 0:
        raise Skipped("pole")
    return x.map(mp.log(x.value), 1 / x.value, -1 / x.value**2)


def sqrt(x):
    domain(x.value >= 0)
    y = mp.sqrt(x.value)
    return x.map(y, HALF / y if y else None, -HALF * HALF / y**3 if y else None)


def sin(x):
    y = mp.sin(small(x.value, mpf(10) ** 400))
    return x.map(y, mp.cos(x.value), -y)


def tanh(x):
    if abs(x.value) > 10**4:
        return x.map(mp.tanh(mpf(10) ** 4 * mp.sign(x.value)), mpf(0), mpf(0))
    y = mp.tanh(x.value)
    slope = mp.sech(x.value) ** 2
    return x.map(y, slope, -2 * y * slope)


def sigmoid(x):
    y = 1 / (1 + mp.exp(-small(x.value, 10**6)))
    slope = y * (1 / (1 + mp.exp(x.value)))
    return x.map(y, slope, slope * (1 - 2 * y))


def absolute(x):
    return x.scaled(mp.sign(x.value)) if x.value else Number(mpf(0))


def chosen(a, b, is_first):
    if a.value == b.value:
        return (a + b).scaled(HALF)
    return a if is_first else b


def larger(a, b):
    return chosen(a, b, a.value > b.value)


def smaller(a, b):
    return chosen(a, b, a.value < b.value)


def saw(x):
    whole = mp.floor(abs(x.value) + HALF) * mp.sign(x.value)
    return Number(x.value - whole, x.slopes, x.bends)


def power(a, b):
    is_constant = not any(b.slopes) and not any(b.bends)
    if is_constant and b.value == 0:
        return Number(mpf(1))
    if a.value > 0:
        if not is_constant:
            return exp(b * ln(a))
        k, y = b.value, mp.exp(small(b.value * mp.log(a.value), 10**6))
        return a.map(y, k * y / a.value, k * (k - 1) * y / a.value**2)
    domain(b.value == mp.floor(b.value) if a.value < 0 else True)
    if not is_constant or a.value == 0 or abs(b.value) > 10**5:
        raise Skipped("edge of a power")
    n = int(b.value)
    return a.map(a.value**n, n * a.value ** (n - 1), n * (n - 1) * a.value ** (n - 2))


ONE = Number(mpf(1))
STEPS = {
    "Copy": lambda a: a,
    "Add": lambda a, b: a + b,
    "Subtract": lambda a, b: a + b.scaled(-1),
    "Multiply": lambda a, b: a * b,
    "Divide": lambda a, b: a * recip(b),
    "Max": larger,
    "Min": smaller,
    "Power": power,
    "Clamp": lambda a: smaller(larger(a, Number(mpf(-1))), ONE),
    "Abs": absolute,
    "Sin": sin,
    "Exp": exp,
    "Sqrt": sqrt,
    "Ln": ln,
    "Tanh": tanh,
    "Sigmoid": sigmoid,
    "Saw": saw,
}


def run(code, x):
    units = [[int(i == j) for j in range(3)] for i in range(3)]
    r = [Number(value, unit) for value, unit in zip(x, units)] + [ONE, Number(HALF)]
    at = 0
    for _ in range(120):
        if at >= len(code):
            return r[0] + r[1] * r[2]
        name, operands = code[at]
        at += 1
        if name == "Constant":
            r[operands[0]] = Number(mpf(operands[1]) / 4)
        elif name in STEPS:
            y = STEPS[name](*(r[a] for a in operands[1:]))
            if abs(y.value) > mpf(10) ** 4000:
                raise Skipped("large value")
            r[operands[0]] = y
        elif name == "Jump":
            at = operands[0]
        elif name == "Return":
            return r[operands[0]]
        elif name == "UnlessLess":
            at = at if r[operands[0]].value < r[operands[1]].value else operands[2]
        elif name == "UnlessEqual":
            at = at if r[operands[0]].value == r[operands[1]].value else operands[2]
        else:
            raise KeyError(name)
    return r[0]


def outside(y, ends):
    """The quantities that are not in their enclosures."""
    exact = [y.value, *y.slopes, *y.bends]
    errors = [mpf(10) ** -50 * (1 + abs(value)) for value in exact]
    inside = [ends[2 * k] - error <= value <= ends[2 * k + 1] + error for k, (value, error) in enumerate(zip(exact, errors))]
    return [(k, exact[k]) for k in range(7) if not inside[k]]


counts, wrong = collections.Counter(), []
path = sys.argv[1] if len(sys.argv) > 1 else "target/programs.txt"
for number, line in enumerate(open(path)):
    text, numbers = line.strip().split(";")
    code = [(name, [int(k) for k in operands.split(",")]) for name, operands in re.findall(r"(\w+)\(([-0-9, ]+)\)", text)]
    numbers = [mpf(float(x)) for x in numbers.split(",")]
    x, DIRECTION, ends = numbers[:3], numbers[3:6], numbers[6:]
    try:
        y = run(code, x)
    except Skipped as reason:
        counts[str(reason)] += 1
        continue
    except ValueError as error:
        wrong.append(f"line {number + 1}: {error}, and there is an enclosure")
        continue
    counts["programs"] += 1
    counts["enclosures"] += 7
    if outside(y, ends):
        # Where huge terms cancel, 60 digits are too few.
        with mp.workdps(3000):
            for quantity, value in outside(run(code, x), ends):
                interval = ", ".join(mp.nstr(end, 17) for end in ends[2 * quantity : 2 * quantity + 2])
                wrong.append(f"line {number + 1}, quantity {quantity}: {mp.nstr(value, 30)} is not in [{interval}]")
print(dict(counts))
print(f"{len(wrong)} are wrong")
print("\n".join(wrong[:20]))
sys.exit(bool(wrong))
