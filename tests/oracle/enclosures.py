"""Arguments for the enclosures of functions, and the doubles below and above the exact values.

    python3 tests/oracle/enclosures.py [COUNT [SEED [FUNCTION...]]] > target/enclosures.csv
    cargo test --release --test numbers -- --ignored of_many_arguments

A row is `function,below,above,argument…`, with doubles as hexadecimal integers of their bits. COUNT arguments of each function: some
at the ends of its domain and at or close to its zeros, poles, kinks and extrema, the others at random over its whole domain. `mpmath`
computes with 60 digits, and with more where that is not enough. Without a FUNCTION, it takes all.
"""

import math
import random
import struct
import sys

import mpmath
from mpmath import mp, mpf

import functions

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
RANDOM = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
WANTED = sys.argv[3:]
INFINITY = math.inf


def stumpff(k, x):
    """cos √x, sin √x / √x, and so on, by cₖ₊₂ = (1/k! - cₖ) / x; by the series for small x."""
    if abs(x) < 1:
        return mpmath.nsum(lambda n: (-x) ** n / mpmath.factorial(k + 2 * n), [0, 60], method="direct")
    root = mpmath.sqrt(x)
    c = mpmath.cos(root) if k % 2 == 0 else mpmath.sin(root) / root
    for i in range(k % 2, k, 2):
        c = (1 / mpmath.factorial(i) - c) / x
    return c


# Each function with its domain.
FUNCTIONS = {
    "sqrt": (mpmath.sqrt, 0, INFINITY),
    "cbrt": (lambda x: mpmath.sign(x) * mpmath.cbrt(abs(x)), -INFINITY, INFINITY),
    "exp": (mpmath.exp, -745, 709),
    "exp2": (lambda x: mpf(2) ** x, -1074, 1023),
    "exp_m1": (mpmath.expm1, -745, 709),
    "ln": (mpmath.log, 0, INFINITY),
    "ln_1p": (mpmath.log1p, -1, INFINITY),
    "log2": (lambda x: mpmath.log(x) / mpmath.log(2), 0, INFINITY),
    "log10": (mpmath.log10, 0, INFINITY),
    "sin": (mpmath.sin, -INFINITY, INFINITY),
    "cos": (mpmath.cos, -INFINITY, INFINITY),
    "tan": (mpmath.tan, -1e15, 1e15),
    "asin": (mpmath.asin, -1, 1),
    "acos": (mpmath.acos, -1, 1),
    "atan": (mpmath.atan, -INFINITY, INFINITY),
    "sinh": (mpmath.sinh, -709, 709),
    "cosh": (mpmath.cosh, -709, 709),
    "tanh": (mpmath.tanh, -INFINITY, INFINITY),
    "asinh": (mpmath.asinh, -INFINITY, INFINITY),
    "acosh": (mpmath.acosh, 1, INFINITY),
    "atanh": (mpmath.atanh, -1, 1),
    "erf": (mpmath.erf, -30, 30),
    "erfc": (mpmath.erfc, -30, 26),
    "normal_cdf": (mpmath.ncdf, -37, 37),
    "sigmoid": (lambda x: 1 / (1 + mpmath.exp(-x)), -700, INFINITY),
    "log1pexp": (lambda x: mpmath.log1p(mpmath.exp(x)), -700, INFINITY),
    "gamma": (mpmath.gamma, -170, 171),
    "ln_gamma": (lambda x: mpmath.log(abs(mpmath.gamma(x))) if x < 0 else mpmath.loggamma(x), -170, 1e6),
    "digamma": (mpmath.digamma, -1e3, 1e6),
    "abs": (abs, -INFINITY, INFINITY),
    "signum": (lambda x: mpf(1) if x >= 0 else mpf(-1), -INFINITY, INFINITY),
    "floor": (mpmath.floor, -INFINITY, INFINITY),
    "ceil": (mpmath.ceil, -INFINITY, INFINITY),
    "round": (functions.half_away, -INFINITY, INFINITY),
    "trunc": (functions.truncate, -INFINITY, INFINITY),
    "fract": (lambda x: x - functions.truncate(x), -INFINITY, INFINITY),
    "recip": (lambda x: 1 / x, -INFINITY, INFINITY),
    "to_radians": (lambda x: x * mp.pi / 180, -INFINITY, INFINITY),
    "to_degrees": (lambda x: x * 180 / mp.pi, -INFINITY, INFINITY),
    "j0": (lambda x: mpmath.besselj(0, x), -1e4, 1e4),
    "j1": (lambda x: mpmath.besselj(1, x), -1e4, 1e4),
    "y0": (lambda x: mpmath.bessely(0, x), 0, 1e4),
    "y1": (lambda x: mpmath.bessely(1, x), 0, 1e4),
} | {
    f"polygamma[{n}]": ((lambda n: lambda x: mpmath.psi(n, x))(n), -1e3, 1e6) for n in (1, 2, 3, 7)
} | {
    f"powi[{n}]": ((lambda n: lambda x: x**n)(n), -INFINITY, INFINITY) for n in (-3, 0, 1, 2, 5, 30)
} | {
    f"jn[{n}]": ((lambda n: lambda x: mpmath.besselj(n, x))(n), -1e4, 1e4) for n in (2, 3, 5, -2, 30)
} | {
    f"yn[{n}]": ((lambda n: lambda x: mpmath.bessely(n, x))(n), 0, 1e4) for n in (2, 3, 5, 30)
} | {
    f"stumpff[{k}]": ((lambda k: lambda x: stumpff(k, x))(k), -1e5, INFINITY) for k in range(6)
} | {
    "squared_angle": (lambda x: mpmath.atan(mpmath.sqrt(x)) ** 2 if x >= 0 else -mpmath.atanh(mpmath.sqrt(-x)) ** 2, -1, INFINITY),
}


def quotient(a, b):
    """That of `div_euclid`."""
    return mpmath.floor(a / abs(b)) * mpmath.sign(b)


BINARY = {
    "powf": (lambda a, b: mpmath.exp(b * mpmath.log(a)) if a > 0 else 1 / mpf(0), 0, INFINITY),
    "log": (lambda a, b: mpmath.log(a) / mpmath.log(b) if a > 0 and b > 0 else 1 / mpf(0), 0, INFINITY),
    "atan2": (mpmath.atan2, -INFINITY, INFINITY),
    "hypot": (lambda a, b: mpmath.sqrt(a * a + b * b), -INFINITY, INFINITY),
    "div": (lambda a, b: a / b, -INFINITY, INFINITY),
    "rem": (lambda a, b: a - b * functions.truncate(a / b), -INFINITY, INFINITY),
    "rem_euclid": (lambda a, b: a - b * quotient(a, b), -INFINITY, INFINITY),
    "div_euclid": (quotient, -INFINITY, INFINITY),
    "midpoint": (lambda a, b: (a + b) / 2, -INFINITY, INFINITY),
    "max": (max, -INFINITY, INFINITY),
    "min": (min, -INFINITY, INFINITY),
    "copysign": (lambda a, b: abs(a) if b > 0 else -abs(a) if b < 0 else 1 / b, -INFINITY, INFINITY),
}
SPECIAL = [0.5, 1.0, 2.0, 1.4616321449683622, math.pi, math.pi / 2, 2.404825557695773, 3.831705970207512, 0.8935769662791675]


def bits(x):
    return f"{struct.unpack('<Q', struct.pack('<d', x))[0]:x}"


def special_arguments(low, high):
    points = [x for x in (low, high) if math.isfinite(x)]
    points += [math.nextafter(x, y) for x in points for y in (-INFINITY, INFINITY)]
    for x in SPECIAL:
        for k in (1, -1, 2, 7, 100):
            y = x * k
            points += [y, math.nextafter(y, 0), math.nextafter(y, INFINITY)]
    return [x for x in points if low <= x <= high]


def random_argument(low, high):
    while True:
        kind = RANDOM.randrange(3)
        if kind == 0:
            x = RANDOM.uniform(max(low, -10), min(high, 10))
        elif kind == 1:
            x = RANDOM.choice((-1, 1)) * 2.0 ** RANDOM.uniform(-1022, 1023)
        else:
            x = RANDOM.uniform(max(low, -1e6), min(high, 1e6))
        if low <= x <= high:
            return x


def around(value):
    """The largest double that is at most the value, and the smallest that is at least it."""
    nearest = float(value)
    if math.isinf(nearest):
        big = sys.float_info.max
        return (big, INFINITY) if nearest > 0 else (-INFINITY, -big)
    below = nearest if mpf(nearest) <= value else math.nextafter(nearest, -INFINITY)
    above = nearest if mpf(nearest) >= value else math.nextafter(nearest, INFINITY)
    return below, above


def row(name, function, arguments, digits):
    mp.dps = digits
    try:
        value = function(*map(mpf, arguments))
    except (ValueError, ZeroDivisionError, OverflowError):
        return
    if not mpmath.isfinite(value) or isinstance(value, mpmath.mpc) and value.imag != 0:
        return
    below, above = around(mpmath.re(value))
    print(",".join((name, bits(below), bits(above), *map(bits, arguments))))


for name, (function, low, high) in FUNCTIONS.items():
    if WANTED and name not in WANTED:
        continue
    points = special_arguments(low, high)
    for x in points + [random_argument(low, high) for _ in range(COUNT - len(points))]:
        is_periodic = name in ("sin", "cos", "tan") or name.startswith("stumpff")
        cancels = name in ("ln_1p", "exp_m1", "acosh", "atanh", "asin", "acos", "squared_angle")
        row(name, function, [x], 420 if abs(x) < 1e-16 or cancels or is_periodic and abs(x) > 1e10 else 60)

for name, (function, low, high) in BINARY.items():
    if WANTED and name not in WANTED:
        continue
    for _ in range(COUNT):
        pair = [RANDOM.choice([random_argument(low, high), RANDOM.choice(special_arguments(low, high))]) for _ in range(2)]
        # Close to a kink, or to a power that is finite.
        if RANDOM.randrange(2) == 0:
            pair[1] = pair[0] * RANDOM.choice((1, -1, 0.5, 3)) if name != "powf" else RANDOM.uniform(-30, 30)
        if not all(map(math.isfinite, pair)) or name in ("rem", "rem_euclid", "div_euclid") and abs(pair[0]) > 1e290 * abs(pair[1]):
            continue
        row(name, function, pair, 700 if name not in ("powf", "log") else 60)
