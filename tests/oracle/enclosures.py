"""Arguments for the enclosures of functions, and the doubles below and above the exact values.

    python3 tests/oracle/enclosures.py [COUNT [SEED]] > target/enclosures.csv
    cargo test --release --features crates --test crates -- --ignored of_many_arguments

A row is `function,argument,below,above`, with doubles as hexadecimal integers of their bits. COUNT arguments of each function: some
at the ends of its domain and close to its zeros, poles and extrema, the others at random over its whole domain. `mpmath` computes
with 60 digits, and with more for large arguments.
"""

import math
import random
import struct
import sys

import mpmath
from mpmath import mp, mpf

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
RANDOM = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
INFINITY = math.inf

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
    "gamma": (mpmath.gamma, 0, 171),
    "ln_gamma": (mpmath.loggamma, 0, 1e6),
    "digamma": (mpmath.digamma, 0, 1e6),
    "trigamma": (lambda x: mpmath.psi(1, x), 0, 1e6),
    "j0": (lambda x: mpmath.besselj(0, x), -1e4, 1e4),
    "j1": (lambda x: mpmath.besselj(1, x), -1e4, 1e4),
    "y0": (lambda x: mpmath.bessely(0, x), 0, 1e4),
    "y1": (lambda x: mpmath.bessely(1, x), 0, 1e4),
}
SPECIAL = [0.5, 1.0, 2.0, 1.4616321449683622, math.pi, math.pi / 2, 2.404825557695773, 3.831705970207512, 0.8935769662791675]


def bits(x):
    return f"{struct.unpack('<Q', struct.pack('<d', x))[0]:x}"


def arguments(low, high):
    """Doubles inside of the domain."""
    points = [x for x in (low, high) if math.isfinite(x)]
    points += [math.nextafter(x, y) for x in points for y in (-INFINITY, INFINITY)]
    for x in SPECIAL:
        for k in (1, -1, 2, 7, 100):
            y = x * k
            points += [y, math.nextafter(y, 0), math.nextafter(y, INFINITY)]
    while len(points) < COUNT:
        kind = RANDOM.randrange(3)
        if kind == 0:
            x = RANDOM.uniform(max(low, -10), min(high, 10))
        elif kind == 1:
            x = RANDOM.choice((-1, 1)) * 2.0 ** RANDOM.uniform(-1022, 1023)
        else:
            x = RANDOM.uniform(max(low, -1e6), min(high, 1e6))
        points.append(x)
        if len(points) % 64 == 0:
            points = [x for x in points if low < x < high or x in (low, high)]
    return [x for x in points if low <= x <= high]


def around(value):
    """The largest double that is at most the value, and the smallest that is at least it."""
    nearest = float(value)
    if math.isinf(nearest):
        big = sys.float_info.max
        return (big, INFINITY) if nearest > 0 else (-INFINITY, -big)
    below = nearest if mpf(nearest) <= value else math.nextafter(nearest, -INFINITY)
    above = nearest if mpf(nearest) >= value else math.nextafter(nearest, INFINITY)
    return below, above


for name, (function, low, high) in FUNCTIONS.items():
    for x in arguments(low, high):
        mp.dps = 60 + (350 if abs(x) > 1e10 and name in ("sin", "cos", "tan") else 0)
        if abs(x) < 1e-16 or name in ("ln_1p", "exp_m1", "acosh", "atanh", "asin", "acos"):
            mp.dps = 400
        try:
            value = function(mpf(x))
        except (ValueError, ZeroDivisionError, OverflowError):
            continue
        if not mpmath.isfinite(value) or isinstance(value, mpmath.mpc) and value.imag != 0:
            continue
        below, above = around(mpmath.re(value))
        print(f"{name},{bits(x)},{bits(below)},{bits(above)}")
