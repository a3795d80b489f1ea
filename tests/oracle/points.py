"""Where the functions are probed: doubles over the whole domain, away from jumps and kinks.

Every literal stands for the double nearest to it; that double, exactly, is the argument.
"""

from math import nextafter, pi

TINY = [1e-300, 1e-150, 1e-20, 1e-8, 1.5e-4]
MIDDLE = [0.01, 0.1, 0.3, 0.5, 0.75, 0.9, 1.0, 1.2, 1.5, 2.0, 2.5, 3.3, 4.0, 5.5, 7.3, 10.0]
LARGE = [15.5, 20.0, 33.3, 50.0, 100.0, 250.7, 1e3, 12345.678, 1e5, 1e8, 1e15]
HUGE = [1e20, 1e100, 1e160, 1e300]
NEAR_ONE = [0.99, 0.999999, 1 - 1e-12, nextafter(1, 0)]
ABOVE_ONE = [nextafter(1, 2), 1 + 1e-12, 1.000001, 1.01]
EDGES_OF_RANGE = [5e-324, 3e-310, 2.2250738585072014e-308, 1.7976931348623157e308]


def mirror(xs):
    """The points and their negatives."""
    return [-x for x in reversed(xs)] + xs


def upto(xs, bound):
    return [x for x in xs if abs(x) <= bound]


POSITIVE = TINY + MIDDLE + NEAR_ONE + ABOVE_ONE + LARGE + HUGE
LINE = mirror(TINY + MIDDLE + LARGE + HUGE)
MULTIPLES = [k * pi / 4 for k in (1, 2, 3, 4, 5, 6, 8, 12, 40, 41, 42, 4000, 4002)]
CIRCLE = mirror(TINY + MIDDLE[::2] + MULTIPLES) + [0.0, 33.3, 100.0, 1e3, 12345.678, 1e5, 1e8, 1e10, 1e15, 1e22, -1e5, -1e15]
INTERVAL = mirror(TINY + [0.01, 0.1, 0.2, 0.3, 0.5, 0.6, 0.7071067811865476, 0.75, 0.8, 0.9, 0.95] + NEAR_ONE)
GROWING = mirror(TINY + MIDDLE[::2] + [1.2, 3.3, 15.5, 20.0, 33.3, 50.0, 100.0, 250.7, 500.0, 700.0, 709.7]) + [0.0]
BESSEL_ZEROS = [2.404825557695773, 3.8317059702075125, 5.135622301840683, 8.653727912911013, 0.8935769662791675, 2.197141326031017]
POSITIVE_BESSEL = TINY[2:] + MIDDLE + BESSEL_ZEROS + [15.5, 20.0, 25.5, 33.3, 50.0, 100.0, 250.7, 1e3, 12345.678, 1e5, 1e8]
WHOLE_BESSEL = [0.0] + TINY[:2] + POSITIVE_BESSEL + [-x for x in TINY[3:] + MIDDLE[::2] + BESSEL_ZEROS[:3] + [20.0, 1e3]]
GAMMA_ZEROS = [1.4616321449683623, -0.5040830082644554, -1.5734984731623904]
BELOW_ZERO = [-1e-8, -0.1, -0.5, -0.9, -1 + 1e-8, -1 - 1e-6, -1.5, -2.3, -2.9999, -3.5, -5.5, -10.7, -20.2]
GAMMA = TINY + MIDDLE + NEAR_ONE + ABOVE_ONE + [2 - 1e-8, 2 + 1e-8, 15.5, 20.0, 33.3, 50.0, 100.0] + GAMMA_ZEROS + BELOW_ZERO
ERROR = mirror(TINY + [0.01, 0.1, 0.3, 0.5, 0.7071067811865476, 0.84375, 0.9, 1.2, 1.25, 1.5, 2.0, 2.5, 2.857, 3.3, 4.0, 5.0, 5.9, 6.5, 8.0, 10.0, 20.0])
STEPS = mirror([1e-300, 1e-8, 0.1, 0.3, 0.49, 0.51, 0.75, 0.99, 1.2, 1.49, 1.51, 2.25, 3.7, 7.3, 10.6, 99.9, 250.7, 12345.678, 1e5 + 0.3, 1e8 + 0.7, 1e12 + 0.25])
POLYNOMIAL = mirror(TINY + MIDDLE + [1 - 1e-12, 33.3, 1e3, 12345.678, 1e5, 1e15, 1e60, 1e100])

UNARY = {
    "sqrt": POSITIVE + EDGES_OF_RANGE, "cbrt": LINE, "recip": LINE,
    "exp": GROWING + [709.78, 710.0, -708.0, -720.5, -740.0, -746.0],
    "exp2": GROWING[:3] + upto(GROWING[3:], 800.0) + [1.0, -1.0, 3.0, 1023.9, 1024.0, -1000.5, -1022.5, -1074.0],
    "exp_m1": GROWING + [1e-16, -1e-16, 709.78, 710.0],
    "ln": POSITIVE + EDGES_OF_RANGE, "log2": POSITIVE + EDGES_OF_RANGE[:2] + [8.0, 0.125], "log10": POSITIVE + EDGES_OF_RANGE[:2] + [1e6],
    "ln_1p": [0.0] + TINY + MIDDLE + LARGE + HUGE + [-x for x in TINY + MIDDLE[:6] + NEAR_ONE],
    "sin": CIRCLE, "cos": CIRCLE, "tan": CIRCLE, "asin": [0.0] + INTERVAL, "acos": [0.0] + INTERVAL, "atanh": [0.0] + INTERVAL,
    "atan": [0.0] + mirror(TINY + MIDDLE + LARGE[::2] + HUGE), "asinh": [0.0] + mirror(TINY + MIDDLE + LARGE[::2] + HUGE),
    "acosh": ABOVE_ONE + [1.0 + 2.0**-k for k in (10, 20, 30, 40)] + [x for x in MIDDLE if x > 1] + [1.1, 1.3, 1.7, 3.0, 6.0, 8.5] + LARGE + HUGE,
    "sinh": GROWING + [710.4, -710.4], "cosh": GROWING + [710.4, -710.4],
    "tanh": [0.0] + mirror(TINY + MIDDLE + [15.5, 18.0, 20.0, 33.3, 100.0, 350.0, 400.0]),
    "abs": LINE, "signum": LINE, "to_radians": LINE + [180.0, 90.0, 0.0], "to_degrees": LINE + [pi, 0.0],
    "erf": [0.0] + ERROR, "erfc": [0.0] + ERROR + [15.5, 26.0, 26.6, 27.5],
    "gamma": GAMMA + [150.5, 170.0, 171.6, 172.0, -50.3, -100.3, -170.4], "ln_gamma": GAMMA + [250.7, 1e3, 1e5, 1e10, 1e15, 1e100, 1e300],
    "digamma": GAMMA + [250.7, 1e3, 1e5, 1e10, 1e15, 1e100, 1e300],
}
UNARY |= {f: STEPS for f in ("trunc", "floor", "ceil", "round", "fract")}
UNARY |= {f: WHOLE_BESSEL for f in ("j0", "j1", "jn[2]", "jn[3]", "jn[5]")}
UNARY |= {f: POSITIVE_BESSEL for f in ("y0", "y1", "yn[2]", "yn[3]", "yn[5]")}
UNARY |= {f"powi[{n}]": POLYNOMIAL[::1 if n in (-2, 3) else 2] + ([0.0] if n >= 0 else []) for n in range(-3, 6)}

SIDES = [1e-300, 1e-8, 0.1, 0.75, 1.0, 2.5, 3.0, 4.0, 100.0, 1e8, 1e150]


def grid(xs, ys, stride=1):
    """Every `stride`-th pair, walked so that rows and columns are all met."""
    return [(x, y) for i, x in enumerate(xs) for j, y in enumerate(ys) if (i * 3 + j) % stride == 0]


QUADRANTS = [(s * x, t * y) for k, (x, y) in enumerate(grid(SIDES, SIDES, 4)) for s, t in [((1, 1), (1, -1), (-1, 1), (-1, -1))[k % 4]]]
QUADRANTS += [(s * x, t * y) for x, y in [(3.0, 4.0), (0.1, 2.5), (2.5, 0.1), (1.0, 1.0), (1.0, 1e-8), (1e8, 1.0)] for s in (1, -1) for t in (1, -1)]
AXES = [(3.0, 0.0), (-2.5, 0.0), (0.0, 3.0), (0.0, -2.5)]
ORDERED = [(x, y) for x, y in QUADRANTS if x != y]
DIVISION = [(s * x, t * y) for x in (0.3, 1.25, 5.5, 7.3, 100.1, 12345.678, 1e-8) for y in (0.7, 3.0, 2.5) for s in (1, -1) for t in (1, -1)]

BINARY = {
    "powf": grid([1e-10, 1e-3, 0.25, 0.9999, 1.0, 1.1, 2.0, 3.5, 10.0, 1234.5, 1e10],
                 [-3.5, -2.0, -1.0, -0.5, 0.0, 0.3, 0.5, 1.0, 1.5, 2.0, 3.0, 7.25, 20.0], 3)
    + [(1e-300, 0.5), (1e-300, 2.0), (1e300, 1.01), (1.0000001, 1e9), (2.0, -1070.0), (10.0, 308.0), (10.0, 309.0), (0.5, 1e4), (2.0, 1e-300), (1e-20, 1e-20)],
    "atan2": QUADRANTS + [(3.0, 0.0), (-3.0, 0.0), (0.0, 2.5), (1e-12, -1.0), (-1e-12, -1.0)],
    "hypot": QUADRANTS + AXES,
    "log": grid([1e-300, 1e-8, 0.1, 0.75, 1 - 1e-12, 1.000001, 2.5, 10.0, 1e5, 1e100], [1e-5, 0.5, 0.99, 1.01, 2.0, 2.718281828459045, 10.0, 1e10], 2)
    + [(1.0, 2.0), (8.0, 2.0), (1e300, 10.0), (3.0, 1.0000001), (5.0, 5.0)] + grid([0.3, 7.0, 1234.5, 1e15], [0.25, 3.0, 16.0, 1e100]),
    "rem_euclid": [(x, y) for x, y in DIVISION],
    "div": QUADRANTS + [(0.0, 3.0), (0.0, -2.5)],
    "max": ORDERED + AXES, "min": ORDERED + AXES, "copysign": QUADRANTS,
}
