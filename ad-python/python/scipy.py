"""Functions of Rust at vectors, as SciPy takes them."""

import numpy as np

trees = _package._part("trees")
At = _package.At


def row(x):
    """A vector as one point."""
    return trees["doubles"](x, "x").reshape(1, -1)


class Vector:
    """A function at vectors, from a starting point on.

    `minimize(v.fun, v.x0, jac=v.jac, hess=v.hess)`, or `hessp=v.hessp` for large problems; `least_squares(v.fun, v.x0, jac=v.jac)`, or
    `jac=v.sparse_jac`; `solve_ivp(v.rate, span, v.y0, jac=v.rate_jac)` for a function of the state, or of the time and the state.
    """

    def __init__(self, f, x0, keywords):
        if not (x0 or keywords):
            raise TypeError(f"the argument to start from is needed: write `ad_python.scipy({f.__name__}, x0)`")
        self.shapes = trees["Shapes"](f, x0, keywords)
        self.x0 = self.shapes.start
        self.at = self.shapes.at(self.shapes.example)
        self.scalar = self.at.is_scalar
        self.last = None

    def _run(self, kind, *args):
        return [result[0] for result in self.at.derivative(kind, self.shapes.size, *map(row, args))]

    def fun(self, x):
        """The value, a number or a vector. A gradient is computed at once, since `jac` is called at the same point."""
        if not self.scalar:
            return self._run(At.VALUE, x)[0]
        return self._value_and_grad(x)[0]

    def jac(self, x):
        """The gradient, or the Jacobian."""
        if not self.scalar:
            return self._run(At.JACOBIAN, x)[1].reshape(self.shapes.size, -1)
        # Another thread may replace the pair, and a solver may change its gradient in place.
        last = self.last
        if last is None or last[0] != row(x).tobytes():
            return self._value_and_grad(x)[1]
        return last[1].copy()

    def _value_and_grad(self, x):
        y, gradient = self._run(At.VALUE_AND_GRAD, x)
        self.last = row(x).tobytes(), gradient.copy()
        return float(y[0]), gradient

    def hess(self, x):
        """The Hessian, as a sparse matrix."""
        return self.at.sparse_weighted_hessian(row(x), np.ones((1, 1)))

    def hessp(self, x, v):
        """The product of the Hessian with v."""
        return self._run(At.ADJOINT + 2, x, v, np.ones(1))[0]

    def weighted_hess(self, x, weights):
        """The Hessian of the sum of the results with weights, for `NonlinearConstraint`."""
        return self.at.sparse_weighted_hessian(row(x), row(weights))

    def sparse_jac(self, x):
        """The Jacobian, as a sparse matrix."""
        return self.at.sparse_jacobian(row(x))

    @property
    def y0(self):
        """The state of `x0`, without the time."""
        return self.x0[len(self.x0) - self.shapes.size :]

    def rate(self, t, y):
        """The rate of the state, for `solve_ivp`."""
        return self._run(At.VALUE, self._state(t, y))[0]

    def rate_jac(self, t, y):
        """The Jacobian of the rate by the state."""
        x = self._state(t, y)
        jacobian = self._run(At.JACOBIAN, x)[1].reshape(self.shapes.size, -1)
        return jacobian[:, len(x) - len(y) :]

    def _state(self, t, y):
        if len(self.x0) - self.shapes.size not in (0, 1) or len(y) != self.shapes.size:
            raise ValueError(
                f"{self.shapes.f.__name__} has {len(self.x0)} numbers and {self.shapes.size} results, and the state {len(y)}: "
                f"a rate is a function of the state, or of the time and the state"
            )
        return np.append(t, y) if len(self.x0) > len(y) else y

    def read(self, x):
        """A vector in the structure of the argument."""
        position = 0

        def numbers(shape):
            nonlocal position
            length = int(np.prod(shape))
            part = np.asarray(x)[position : position + length].reshape(shape)
            position += length
            return part if shape else float(part)

        return trees["unflatten"](self.shapes.argument, iter(self.shapes.example), numbers)
