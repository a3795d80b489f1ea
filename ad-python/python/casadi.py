"""Functions of Rust in CasADi, as callbacks with sparse derivatives. Numbers pass without a copy of CasADi's."""

import casadi
import numpy as np

trees = _package._part("trees")
At = _package.At


def column(buffer):
    """The numbers of a buffer, which is None if there are none."""
    return np.frombuffer(buffer or b"", dtype=float)[None]


def by_columns(matrix):
    """The pattern of a matrix for CasADi, and the places of its entries there."""
    rows, columns = matrix.shape
    numbered = matrix.copy()
    numbered.data = np.arange(1.0, matrix.nnz + 1)
    compressed = numbered.tocsc()
    compressed.sort_indices()
    order = compressed.data.astype(int) - 1
    return casadi.Sparsity(rows, columns, compressed.indptr.tolist(), compressed.indices.tolist()), order


class Part(casadi.Callback):
    """One function: its inputs and outputs are columns or sparse matrices."""

    # CasADi does not retain callbacks.
    alive = []

    def __init__(self, name, inputs, outputs, evaluate, patterns=(), jacobian=None):
        casadi.Callback.__init__(self)
        self.inputs, self.outputs, self.evaluate = inputs, outputs, evaluate
        # The patterns of the derivative of the only output by each input.
        self.patterns, self.jacobian_part = patterns, jacobian
        Part.alive.append(self)
        self.construct(name, {})

    def get_n_in(self):
        return len(self.inputs)

    def get_n_out(self):
        return len(self.outputs)

    def get_sparsity_in(self, i):
        return self.inputs[i]

    def get_sparsity_out(self, i):
        return self.outputs[i]

    def has_eval_buffer(self):
        return True

    def eval_buffer(self, args, results):
        for result, values in zip(results, self.evaluate(*args)):
            if result is not None:
                np.frombuffer(result, dtype=float)[:] = values
        return 0

    def has_jac_sparsity(self, output, input):
        return output == 0 and input < len(self.patterns)

    def get_jac_sparsity(self, output, input, symmetric):
        return self.patterns[input]

    def has_jacobian(self):
        return self.jacobian_part is not None

    def get_jacobian(self, name, inames, onames, options):
        return self.jacobian_part(name)


def adapter(f, example, keywords):
    if not (example or keywords):
        raise TypeError(f"an example of the arguments is needed: write `ad_python.casadi({f.__name__}, x)`")
    shapes = trees["Shapes"](f, example, keywords)
    at, start, m = shapes.at(shapes.example), shapes.start, shapes.size
    n = at.inputs
    dense, one, empty = casadi.Sparsity.dense, start[None], casadi.Sparsity

    def reader(matrix):
        """The pattern of a matrix, and the function that reads the entries of such a matrix at another point."""
        pattern, order = by_columns(matrix)

        def entries(other):
            # On another branch, or found first by another thread.
            if not (np.array_equal(other.indptr, matrix.indptr) and np.array_equal(other.indices, matrix.indices)):
                raise ValueError(
                    f"{f.__name__}: a branch has other entries, {other.nnz} of them, and at the example there are {matrix.nnz}: "
                    f"pass an example on the branch with all entries"
                )
            return other.data[order]

        return pattern, entries

    # y(x), J(x, y), and the derivative of J's entries by x and by y. An unused slot has no entries.
    first, first_entries = reader(at.sparse_jacobian(one))

    def value(x):
        return [at.derivative(At.VALUE, m, column(x))[0][0]]

    def jacobian(x, _):
        if at.is_scalar and first.nnz() == n:
            return [at.derivative(At.VALUE_AND_GRAD, m, column(x))[1][0]]
        return [first_entries(at.sparse_jacobian(column(x)))]

    def gradient_of_sum(x, weights):
        return [at.derivative(At.ADJOINT + 1, m, column(x), column(weights))[0][0]]

    second, second_entries = reader(at.sparse_weighted_hessian(one, np.ones((1, m))))

    def hessian_of_sum(x, weights, _):
        yield second_entries(at.sparse_weighted_hessian(column(x), column(weights)))
        # By w it is the transpose of the Jacobian.
        yield first_entries(at.sparse_jacobian(column(x)))[transposed]

    # The entries of the transposed Jacobian, by columns.
    transposed_pattern, mapping = first.transpose()
    transposed = np.array(mapping, dtype=int)

    def of_sum(name):
        return Part(
            name,
            [dense(n, 1), dense(m, 1), empty(n, 1)],
            [second, transposed_pattern],
            hessian_of_sum,
        )

    class Function(Part):
        """The derivatives of the value: forward by J, reverse by the gradient of the sum with weights."""

        def has_reverse(self, count):
            return count == 1

        def get_reverse(self, count, name, inames, onames, options):
            x, y, w = casadi.MX.sym("x", n), casadi.MX.sym("y", casadi.Sparsity(m, 1)), casadi.MX.sym("w", m)
            part = Part(name + "_sum", [dense(n, 1), dense(m, 1)], [dense(n, 1)], gradient_of_sum, (second, transposed_pattern), of_sum)
            return casadi.Function(name, [x, y, w], [part(x, w)], inames, onames, options)

    def jacobian_part(name):
        return Part(name, [dense(n, 1), empty(m, 1)], [first], jacobian)

    return Function(f.__name__, [dense(n, 1)], [dense(m, 1)], value, (first,), jacobian_part)
