"""Writes the tables of the oracle: unary.csv, binary.csv, compositions.csv.

    python3 -m venv venv && venv/bin/pip install mpmath==1.3.0
    venv/bin/python tests/oracle/generate.py            # writes the tables beside this file
    venv/bin/python tests/oracle/generate.py sin powf   # recomputes these only, and compares with the files

Made with Python 3.11 and mpmath 1.3.0 (gmpy2 2.3.2 makes it faster, and changes nothing). The output is
deterministic. Every derivative is computed twice at 120 digits, mostly 450 or more, by the rules of `functions.py`
on truncated series and by central differences of mpmath's own functions; both must agree to 24 digits
before the rounded number is written. `README.md` explains the columns.
"""

import sys
from fractions import Fraction
from itertools import product
from math import comb, factorial, inf
from pathlib import Path

from mpmath import mp, mpf

import compositions
import functions
import points
from series import Rounded, Series

UNIT = mpf(2) ** -53
SMALLEST = mpf(2) ** -1074
AGREEMENT = mpf(2) ** -80


def nearest(v):
    """The double nearest to `v`, subnormals and overflow included, without a second rounding."""
    man, exponent = int(v.man) * (-1 if v < 0 and v.man > 0 else 1), int(v.exp)
    try:
        return float(Fraction(man) * Fraction(2) ** exponent)
    except OverflowError:
        return inf if v > 0 else -inf


def working_precision(name, args):
    """Bits enough for the cancellation that the arguments' exponents can cause; the rules of Γ and Y have none."""
    if name.startswith(("gamma", "ln_gamma", "digamma", "y")):
        return 400
    return 1500 + 8 * max(abs(mp.mag(a)) if a else 0 for a in map(mpf, args))


def seed(args, order):
    """Variables as nested series, the first argument outermost."""
    def nest(depth, value, active):
        if depth == len(args):
            return Rounded(value)
        inner = nest(depth + 1, value, active)
        unit = nest(depth + 1, 1, None) if depth == active else inner * 0
        return Series([inner, unit] + [inner * 0] * (order - 1))
    return [nest(0, mpf(x), i) for i, x in enumerate(args)]


def coefficient(w, index):
    for i in index:
        w = w[i]
    return w


def by_rules(f, args, order):
    """All partial derivatives up to the order: index -> (value, error bound of the rules)."""
    w = f(*seed(args, order))
    result = {}
    for index in product(range(order + 1), repeat=len(args)):
        if sum(index) <= order:
            c, scale = coefficient(w, index), 1
            for i in index:
                scale *= factorial(i)
            # A value far below the errors of an exact zero's summands is that exact zero.
            v = mpf(0) if abs(c.v) <= c.e * mpf(2) ** (40 - mp.prec) else c.v
            result[index] = (v * scale, c.e * scale)
    return result


def by_differences(f, args, indices):
    """Central differences, at a precision that is doubled until two of them agree."""
    steps = [min(mpf(1), abs(mpf(x)) or mpf(1)) * mpf(2) ** -130 for x in args]
    cache = {}

    def value(shift):
        if shift not in cache:
            cache[shift] = f(*(mpf(x) + s * h / 2 for x, s, h in zip(args, shift, steps)))
        return cache[shift]

    def difference(index):
        result = mpf(0)
        for choice in product(*(range(i + 1) for i in index)):
            weight = (-1) ** sum(choice)
            for i, j in zip(index, choice):
                weight *= comb(i, j)
            result += weight * value(tuple(i - 2 * j for i, j in zip(index, choice)))
        for i, h in zip(index, steps):
            result /= h ** i
        return result

    previous = None
    with mp.workprec(mp.prec + 135 * max(map(sum, indices))):
        while True:
            cache.clear()
            current = {index: difference(index) for index in indices}
            if previous and all(close(previous[i], current[i]) for i in indices):
                return current
            previous = current
            mp.prec += mp.prec // 2
            if mp.prec > 60000:
                return current


def beyond(rules, index, args):
    """The size of the higher derivatives, on the scale of the arguments: what differences see of a zero."""
    result = mpf(0 if any(args) else 1)
    for higher, (v, _) in rules.items():
        if all(i <= j for i, j in zip(index, higher)):
            for i, j, x in zip(index, higher, args):
                v *= (abs(mpf(x)) or 1) ** (j - i)
            result += abs(v)
    return result


def close(a, b):
    return abs(a - b) <= AGREEMENT * max(abs(a), abs(b)) or max(abs(a), abs(b)) < SMALLEST * AGREEMENT


def row(name, f, args, indices, order):
    """One line of a table, checked."""
    mp.prec = working_precision(name, args)
    rules, differences = by_rules(f, args, order + 1), by_differences(f, args, indices)
    values, inherent, reachable = [], [], []
    for index in indices:
        (v, e), difference = rules[index], differences[index]
        drift = sum(abs(mpf(x) * rules[tuple(i + (j == k) for j, i in enumerate(index))][0]) for k, x in enumerate(args))
        if not close(v, difference) and not (v == 0 and abs(difference) <= AGREEMENT * max(e, beyond(rules, index, args))):
            sys.exit(f"{name}{tuple(args)}, derivative {index}: {mp.nstr(v, 30)} by rules, {mp.nstr(difference, 30)} by differences")
        values.append(repr(nearest(v)))
        inherent.append(noise(max(abs(v), drift), v))
        reachable.append(noise(e, v))
    return ",".join([name, *(repr(float(x)) for x in args), *values, *inherent, *reachable])


def noise(magnitude, v):
    """An absolute error in three digits; never below the spacing of subnormals, unless all is exact."""
    n = magnitude * UNIT
    if n == 0:
        return "0"
    n = max(n, SMALLEST) if nearest(v) or magnitude else n
    if abs(v) > mpf(2) ** 1024 or n > mpf(2) ** 1023:
        return "inf"
    return "5e-324" if n < 2 * SMALLEST else mp.nstr(n, 3, strip_zeros=True)


def partials(arguments, order):
    """Names and indices of the derivatives: by total order, then by the first argument, falling."""
    indices = [i for i in product(range(order, -1, -1), repeat=arguments) if sum(i) <= order]
    return sorted(indices, key=sum)


def header(arguments, indices):
    names = ["d" + "".join(a * n for a, n in zip(arguments, index)) for index in indices]
    if len(arguments) == 1:
        names = [f"d{index[0]}" for index in indices]
    return ",".join(["function", *arguments, *names, *(f"inherent_{n}" for n in names), *(f"rules_{n}" for n in names)])


def tables(wanted):
    """File name, header and rows of each table."""
    line, plane, deep = partials(1, 3), partials(2, 3), partials(1, 10)
    keep = lambda name: not wanted or name in wanted

    def unary():
        for name, f in functions.UNARY.items():
            for x in unique(points.UNARY[name]) if keep(name) else []:
                yield row(name, f, [x], line, 3)

    def binary():
        for name, f in functions.BINARY.items():
            for pair in unique(points.BINARY[name]) if keep(name) else []:
                yield row(name, f, list(pair), plane, 3)

    def composed():
        for name, (text, xs) in compositions.COMPOSITIONS.items():
            if keep(name):
                yield f"# {name} = {text}"
        for name, (text, xs) in compositions.COMPOSITIONS.items():
            for x in xs if keep(name) else []:
                yield row(name, lambda x: compositions.evaluate(text, x), [x], deep, 10)

    yield "unary.csv", header("x", line), unary()
    yield "binary.csv", header("ab", plane), binary()
    yield "compositions.csv", header("x", deep), composed()


def unique(xs):
    return list(dict.fromkeys(xs))


def main():
    here, wanted = Path(__file__).parent, sys.argv[1:]
    for file, title, lines in tables(wanted):
        lines = list(lines)
        if wanted:
            stored = set((here / file).read_text().splitlines()) if (here / file).exists() else set()
            print(f"{file}: {len(lines)} lines, {sum(line not in stored for line in lines)} of them not in the file")
        else:
            (here / file).write_text("\n".join([title, *lines]) + "\n")
            print(f"{file}: {len(lines)} lines")


if __name__ == "__main__":
    main()
