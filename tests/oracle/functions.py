"""The functions of the oracle: mpmath's own function beside the textbook rule of its derivative.

Each entry answers to plain mpmath numbers (used for values and finite differences) and to series (used
for derivatives and error bounds); see `series.py`.
"""

from mpmath import mp, mpf

from series import Rounded, Series, power, primal, rule, solve, total

sqrt = power((1, 2))
exp = rule(mp.exp, mp.exp, lambda w, u: w)
ln = rule(mp.log, lambda v: 1 / v, lambda w, u: 1 / u)
ln_1p = rule(mp.log1p, lambda v: 1 / (1 + v), lambda w, u: 1 / (1 + u))
exp_m1 = rule(mp.expm1, mp.exp, lambda w, u: exp(u))
exp2 = rule(lambda v: mpf(2) ** v, lambda v: mpf(2) ** v * mp.ln2, lambda w, u: w * +mp.ln2)
log2 = rule(lambda v: mp.log(v) / mp.ln2, lambda v: 1 / (v * mp.ln2), lambda w, u: 1 / (u * +mp.ln2))
log10 = rule(lambda v: mp.log(v) / mp.ln10, lambda v: 1 / (v * mp.ln10), lambda w, u: 1 / (u * +mp.ln10))

sin = rule(mp.sin, mp.cos, lambda w, u: cos(u))
cos = rule(mp.cos, mp.sin, lambda w, u: -sin(u))
tan = rule(mp.tan, lambda v: mp.sec(v) ** 2, lambda w, u: 1 + w * w)
asin = rule(mp.asin, lambda v: 1 / mp.sqrt(1 - v * v), lambda w, u: 1 / sqrt((1 - u) * (1 + u)))
acos = rule(mp.acos, lambda v: 1 / mp.sqrt(1 - v * v), lambda w, u: -1 / sqrt((1 - u) * (1 + u)))
atan = rule(mp.atan, lambda v: 1 / (1 + v * v), lambda w, u: 1 / (1 + u * u))
sinh = rule(mp.sinh, mp.cosh, lambda w, u: cosh(u))
cosh = rule(mp.cosh, mp.sinh, lambda w, u: sinh(u))
tanh = rule(mp.tanh, lambda v: mp.sech(v) ** 2, lambda w, u: 1 - w * w)
asinh = rule(mp.asinh, lambda v: 1 / mp.sqrt(1 + v * v), lambda w, u: 1 / sqrt(1 + u * u))
acosh = rule(mp.acosh, lambda v: 1 / mp.sqrt(v * v - 1), lambda w, u: 1 / sqrt((u - 1) * (u + 1)))
atanh = rule(mp.atanh, lambda v: 1 / (1 - v * v), lambda w, u: 1 / ((1 - u) * (1 + u)))

bell = lambda v: 2 / mp.sqrt(mp.pi) * mp.exp(-v * v)
erf = rule(mp.erf, bell, lambda w, u: exp(-(u * u)) * (2 / mp.sqrt(mp.pi)))
erfc = rule(mp.erfc, bell, lambda w, u: exp(-(u * u)) * (-2 / mp.sqrt(mp.pi)))


def polygamma(n):
    return rule(lambda v: mp.psi(n, v), lambda v: mp.psi(n + 1, v), lambda w, u: polygamma(n + 1)(u))


gamma = rule(mp.gamma, lambda v: mp.gamma(v) * mp.psi(0, v), lambda w, u: w * polygamma(0)(u))
ln_gamma = rule(lambda v: mp.log(abs(mp.gamma(v))) if v < 1000 else mp.loggamma(v), lambda v: mp.psi(0, v),
                lambda w, u: polygamma(0)(u))


def bessel(f, n):
    """J or Y of integer order: f_n' = (f_(n-1) - f_(n+1)) / 2, and f_0' = -f_1."""
    value = lambda v: f(n, v)
    slope = lambda v: f(n, v, derivative=1)
    if n == 0:
        return rule(value, slope, lambda w, u: -bessel(f, 1)(u))
    return rule(value, slope, lambda w, u: (bessel(f, n - 1)(u) - bessel(f, n + 1)(u)) / 2)


def sign(x):
    return 1 if primal(x) > 0 else -1


def step(f):
    """A function that is constant between its jumps."""
    return lambda x: x * 0 + f(primal(x))


def half_away(v):
    """Rust's `round`: halves go away from zero."""
    return mp.floor(v + mpf(1) / 2) if v >= 0 else mp.ceil(v - mpf(1) / 2)


def truncate(v):
    return mp.floor(v) if v >= 0 else mp.ceil(v)


def cbrt(x):
    return power((1, 3))(x * sign(x)) * sign(x)


UNARY = {
    "sqrt": sqrt, "cbrt": cbrt, "exp": exp, "exp2": exp2, "exp_m1": exp_m1,
    "ln": ln, "log2": log2, "log10": log10, "ln_1p": ln_1p,
    "sin": sin, "cos": cos, "tan": tan, "asin": asin, "acos": acos, "atan": atan,
    "sinh": sinh, "cosh": cosh, "tanh": tanh, "asinh": asinh, "acosh": acosh, "atanh": atanh,
    "recip": lambda x: 1 / x, "abs": lambda x: x * sign(x), "signum": step(lambda v: sign(v)),
    "to_radians": lambda x: x * (mp.pi / 180), "to_degrees": lambda x: x * (180 / mp.pi),
    "erf": erf, "erfc": erfc, "gamma": gamma, "ln_gamma": ln_gamma, "digamma": polygamma(0),
    "j0": bessel(mp.besselj, 0), "j1": bessel(mp.besselj, 1), "y0": bessel(mp.bessely, 0), "y1": bessel(mp.bessely, 1),
    "trunc": step(truncate), "floor": step(mp.floor), "ceil": step(mp.ceil), "round": step(half_away),
    "fract": lambda x: x - truncate(primal(x)),
}
UNARY |= {f"jn[{n}]": bessel(mp.besselj, n) for n in (2, 3, 5)}
UNARY |= {f"yn[{n}]": bessel(mp.bessely, n) for n in (2, 3, 5)}
UNARY |= {f"powi[{n}]": (lambda n: lambda x: x ** n)(n) for n in range(-3, 6)}


def atan2(a, b):
    """dw = (b da - a db) / (a² + b²), in the outermost variable; inwards for the constant."""
    if isinstance(a, Series):
        w = [atan2(a[0], b[0])]
        square = a * a + b * b
        for k in range(1, len(a)):
            slope = lambda s: Series([s[j] * j for j in range(1, k + 1)])
            g = (b.truncate(k) * slope(a) - a.truncate(k) * slope(b)) / square.truncate(k)
            w.append(g[k - 1] / k)
        return Series(w)
    if isinstance(a, Rounded):
        v = mp.atan2(a.v, b.v)
        return Rounded(v, 2 * abs(v))
    return mp.atan2(a, b)


def rem_euclid(a, b):
    p, q = primal(a), primal(b)
    return a - b * (mp.floor(p / abs(q)) * (1 if q > 0 else -1))


# The arguments stand in Rust's order: `a.powf(b)`, `a.atan2(b)`, `a.log(b)`, `a.copysign(b)`.
BINARY = {
    "powf": lambda a, b: exp(b * ln(a)),
    "atan2": atan2,
    "hypot": lambda a, b: sqrt(a * a + b * b),
    "log": lambda a, b: ln(a) / ln(b),
    "rem_euclid": rem_euclid,
    "div": lambda a, b: a / b,
    "max": lambda a, b: a if primal(a) > primal(b) else b,
    "min": lambda a, b: a if primal(a) < primal(b) else b,
    "copysign": lambda a, b: a * (sign(a) * sign(b)),
}
