"""Truncated power series over numbers that carry a running error bound.

One pass of these rules gives, at a point, the derivatives of a function (as exact as the working
precision) and a first-order bound of the rounding error that the same rules would commit in double
precision. Series nest, which gives mixed partial derivatives. The recurrences are those of Griewank
and Walther, *Evaluating Derivatives* (2nd ed.), chapter 13; the error calculus is Wilkinson's running
error analysis. Nothing here is trusted: `generate.py` compares every number with finite differences
of mpmath's own functions.
"""

from mpmath import mp, mpf


class Rounded:
    """A number `v`, and a bound `e`, in units of 2^-53, of the error that doubles would have made."""

    def __init__(self, v, e=0):
        self.v, self.e = mpf(v), mpf(e)

    @staticmethod
    def of(x):
        """Small integers and dyadic literals are exact in double precision; other constants are rounded."""
        if isinstance(x, Rounded):
            return x
        exact = isinstance(x, (int, float)) or (x.man.bit_length() <= 53)
        return Rounded(x, 0 if exact else abs(x))

    @property
    def is_zero(self):
        return self.v == 0 and self.e == 0

    @property
    def is_unit(self):
        return abs(self.v) == 1 and self.e == 0

    def __add__(self, other):
        other = Rounded.of(other)
        if self.is_zero or other.is_zero:
            return other if self.is_zero else self
        v = self.v + other.v
        return Rounded(v, self.e + other.e + abs(v))

    def __neg__(self):
        return Rounded(-self.v, self.e)

    def __sub__(self, other):
        return self + -Rounded.of(other)

    def __mul__(self, other):
        other = Rounded.of(other)
        if self.is_zero or other.is_zero:
            return Rounded(0)
        v = self.v * other.v
        e = self.e * abs(other.v) + abs(self.v) * other.e
        return Rounded(v, e if self.is_unit or other.is_unit else e + abs(v))

    def __truediv__(self, other):
        other = Rounded.of(other)
        if self.is_zero:
            return self
        v = self.v / other.v
        e = (self.e + abs(v) * other.e) / abs(other.v)
        return Rounded(v, e if other.is_unit else e + abs(v))

    def apply(self, f, slope):
        """A function of the standard library, good to one unit in the last place."""
        v = f(self.v)
        e = abs(slope(self.v)) * self.e if self.e else 0
        return Rounded(v, e + 2 * abs(v))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return Rounded.of(other) / self

    def __pow__(self, n):
        return integer_power(self, n)


class Series:
    """Taylor coefficients c[0] + c[1] t + …; the coefficients are `Rounded` or `Series` themselves."""

    def __init__(self, c):
        self.c = c

    def __len__(self):
        return len(self.c)

    def __getitem__(self, k):
        return self.c[k]

    def truncate(self, n):
        return Series(self.c[:n])

    def lift(self, x):
        """A constant as a series of this length."""
        return x if isinstance(x, Series) else Series([self.c[0] * 0 + x] + [self.c[0] * 0] * (len(self) - 1))

    def __add__(self, other):
        return Series([a + b for a, b in zip(self.c, self.lift(other).c)])

    def __neg__(self):
        return Series([-a for a in self.c])

    def __sub__(self, other):
        return self + -self.lift(other)

    def __mul__(self, other):
        if not isinstance(other, Series):
            return Series([a * other for a in self.c])
        return Series([total(self.c[i] * other.c[k - i] for i in range(k + 1)) for k in range(min(len(self), len(other)))])

    def __truediv__(self, other):
        if not isinstance(other, Series):
            return Series([a / other for a in self.c])
        w = []
        for k in range(min(len(self), len(other))):
            w.append((self.c[k] - total(other.c[j] * w[k - j] for j in range(1, k + 1))) / other.c[0])
        return Series(w)

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self.lift(other) / self

    def __pow__(self, n):
        return integer_power(self, n)


def total(terms):
    """A sum that is an exact zero when there is nothing to add."""
    result = 0
    for term in terms:
        result = term if isinstance(result, int) else result + term
    return result


def integer_power(x, n):
    """x^n by repeated multiplication, so that it holds at x = 0 as well."""
    if n <= 0:
        return 1 / integer_power(x, -n) if n else x * 0 + 1
    result = x
    for _ in range(n - 1):
        result = result * x
    return result


def primal(x):
    """The innermost constant coefficient."""
    while isinstance(x, Series):
        x = x.c[0]
    return x.v if isinstance(x, Rounded) else x


def solve(u, constant, rate):
    """w with w(0) = constant and dw = rate(w, u) du: w_k = 1/k Σ_j j u_j g_(k-j)."""
    w = [constant]
    for k in range(1, len(u)):
        g = rate(Series(w), u.truncate(k))
        w.append(total(u[j] * g[k - j] * j for j in range(1, k + 1)) / k)
    return Series(w)


def rule(f, slope, rate):
    """An elementary function: mpmath's `f` on plain numbers, its rule `rate(w, u)` on series."""

    def apply(x):
        if isinstance(x, Series):
            return solve(x, apply(x[0]), rate)
        if isinstance(x, Rounded):
            return x.apply(f, slope)
        return f(mpf(x))

    return apply


def power(a):
    """x^a for a constant exponent that is no integer."""
    return rule(lambda v: v ** (mpf(a[0]) / a[1]), lambda v: mpf(a[0]) / a[1] * v ** (mpf(a[0]) / a[1] - 1),
                lambda w, u: w / u * (mpf(a[0]) / a[1]))
