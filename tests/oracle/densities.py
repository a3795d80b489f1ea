"""Densities and their partial derivatives with 400 digits, as rows of `tests/crates/densities.rs`: python3 tests/oracle/densities.py"""

from mpmath import mp, mpf, exp, log, loggamma, log1p, pi

mp.dps = 400


def lse(x):
    return log1p(exp(x)) if x < 0 else x + log1p(exp(-x))


def normal(y, m, s):
    return -((y - m) / s) ** 2 / 2 - log(s) - log(2 * pi) / 2


def student(y, n, m, s):
    z = (y - m) / s
    return loggamma((n + 1) / 2) - loggamma(n / 2) - log(n * pi) / 2 - log(s) - (n + 1) / 2 * log1p(z * z / n)


def binomial(k, n):
    return loggamma(n + 1) - loggamma(k + 1) - loggamma(n - k + 1)


DENSITIES = {
    "log_sigmoid": (lambda x: -lse(-x), [["0.3"], ["-40"], ["40"], ["-750"], ["750"]]),
    "normal_lpdf": (normal, [["0.3", "1.5", "0.7"], ["40", "0", "1"], ["1e100", "1", "3"], ["1e-8", "0", "1e-6"]]),
    "half_normal_lpdf": (lambda y, s: log(2) + normal(y, 0, s), [["0.3", "0.7"], ["50", "0.5"]]),
    "lognormal_lpdf": (lambda y, m, s: normal(log(y), m, s) - log(y), [["0.3", "1.5", "0.7"], ["1e-300", "0", "1"], ["1e300", "1", "2"]]),
    "student_t_lpdf": (student, [["0.3", "4.5", "1.5", "0.7"], ["1e6", "3", "0", "1"], ["1e180", "2.5", "1", "2"], ["2", "1e4", "0", "1"], ["3", "70", "0.5", "2"], ["1e-3", "0.1", "0", "1"]]),
    "cauchy_lpdf": (lambda y, m, s: -log(pi * s) - log1p(((y - m) / s) ** 2), [["0.3", "1.5", "0.7"], ["1e6", "0", "1"], ["-1e200", "1", "2"], ["2e8", "0", "1.5"]]),
    "laplace_lpdf": (lambda y, m, s: -abs(y - m) / s - log(2 * s), [["0.3", "1.5", "0.7"], ["1e10", "0", "0.1"]]),
    "logistic_lpdf": (lambda y, m, s: -lse((y - m) / s) - lse(-(y - m) / s) - log(s), [["0.3", "1.5", "0.7"], ["800", "0", "0.5"], ["-800", "0", "0.5"], ["-40", "1", "1"]]),
    "exponential_lpdf": (lambda y, r: log(r) - r * y, [["0.3", "0.7"], ["1e10", "3"]]),
    "gamma_lpdf": (lambda y, a, r: a * log(r) - loggamma(a) + (a - 1) * log(y) - r * y, [["0.3", "2.5", "0.7"], ["1e-300", "0.5", "2"], ["1e5", "3", "4"], ["31", "60", "2"]]),
    "inverse_gamma_lpdf": (lambda y, a, b: a * log(b) - loggamma(a) - (a + 1) * log(y) - b / y, [["0.3", "2.5", "0.7"], ["1e-4", "3", "2"], ["1e200", "1.5", "2"]]),
    "weibull_lpdf": (lambda y, k, s: log(k / s) + (k - 1) * log(y / s) - (y / s) ** k, [["0.3", "1.5", "0.7"], ["1e-200", "0.5", "2"], ["100", "3", "2"]]),
    "beta_lpdf": (lambda y, a, b: loggamma(a + b) - loggamma(a) - loggamma(b) + (a - 1) * log(y) + (b - 1) * log1p(-y), [["0.3", "2.5", "1.7"], ["1e-300", "0.5", "3"], ["0.999999999", "2", "4.5"]]),
    "bernoulli_logit_lpmf true": (lambda x: -lse(-x), [["0.3"], ["-750"], ["750"]]),
    "bernoulli_logit_lpmf false": (lambda x: -lse(x), [["0.3"], ["-750"], ["750"]]),
    "binomial_logit_lpmf 3 10": (lambda x: binomial(3, 10) - 3 * lse(-x) - 7 * lse(x), [["0.3"], ["-750"], ["40"]]),
    "poisson_log_lpmf 7": (lambda x: 7 * x - exp(x) - loggamma(8), [["0.3"], ["-750"], ["12"]]),
    "negative_binomial_log_lpmf 4": (
        lambda x, p: loggamma(4 + p) - loggamma(p) - loggamma(5) - 4 * lse(log(p) - x) - p * lse(x - log(p)),
        [["0.3", "1.7"], ["-750", "2"], ["700", "0.5"], ["2", "30"]],
    ),
}


def nearest(x):
    return repr(float(x))


for name, (density, points) in DENSITIES.items():
    for point in points:
        at = [mpf(float(x)) for x in point]
        n = len(at)

        def partial(i):
            step = abs(at[i]) * mpf(10) ** -60 if at[i] else mpf(10) ** -60
            def by(x):
                return density(*at[:i], x, *at[i + 1:])
            # Of fourth order, so that the error is far below a double's.
            return (by(at[i] - 2 * step) - 8 * by(at[i] - step) + 8 * by(at[i] + step) - by(at[i] + 2 * step)) / (12 * step)

        numbers = [density(*at)] + [partial(i) for i in range(n)]
        print(f'    ("{name}", &[{", ".join(map(nearest, at))}], &[{", ".join(map(nearest, numbers))}]),')
