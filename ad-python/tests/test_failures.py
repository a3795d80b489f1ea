"""Whatever is passed, there is an exception with words or a right result."""

import ctypes
import random
import resource
import string

import numpy as np
import pytest

import models

METHODS = ["__call__", "value_and_grad", "grad", "jacobian", "hessian", "sparse_jacobian", "sparse_hessian", "names", "at"]
PAIRS = ["jvp", "vjp", "hvp"]
FUNCTIONS = [f for f in models.__all__ if f not in ("ad_python", "slow", "meeting")]


MASKED = np.ma.masked_array([1.0, 2.0, 3.0], [0, 1, 0])


RECURSIVE = []
RECURSIVE.append(RECURSIVE)


class Tracer:
    """An object that JAX would pass."""

    __module__ = "jaxlib.tracers"


class Single:
    """A number of another library in single precision."""

    def __array__(self, *_, **__):
        return np.array(2.0, "f4")

    def __float__(self):
        return 2.0


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda: models.matrix(np.zeros((3, 2))), ValueError, "`m` has the shape (3, 2), and must have (2, 3)"),
        (lambda: models.field(np.zeros(3, "f4")), TypeError, "`x` has the dtype float32"),
        (lambda: models.field(np.zeros(3, complex)), TypeError, "`x` has the dtype complex128"),
        (lambda: models.field(["1", 2, 3]), TypeError, "`x[0]` must be a number, and is of the type `str`"),
        (lambda: models.field("abc"), TypeError, "`x` must be an array or a list"),
        (lambda: models.energy({"focal": 1.0}, [1.0]), ValueError, "`camera` has no key 'center'"),
        (lambda: models.energy({"focal": 1.0, "centre": [0, 0]}, [1.0]), ValueError, "'centre'"),
        (lambda: models.energy({"focal": 1.0, "center": [0, 0]}, [1e7]), ValueError, "`weights[0]` is 10000000, and must be in"),
        (lambda: models.energy({"focal": 1.0, "center": [0, 0]}, [float("nan")]), ValueError, "`weights[0]` is NaN"),
        (lambda: models.energy({"focal": 1.0, "center": [0, 0]}), TypeError, "needs `weights`"),
        (lambda: models.energy(1, 2, 3), TypeError, "takes 2 arguments, and 3 are given"),
        (lambda: models.energy(weight=1), TypeError, "has no parameter `weight`"),
        (lambda: models.field.grad(np.zeros(3)), TypeError, "does not have a gradient"),
        (lambda: models.field.jvp(np.zeros(3), np.zeros(4)), ValueError, "`dx` has the shape (4,)"),
        (lambda: models.fragile(np.zeros(200)), RuntimeError, "too many numbers: 200 (src/lib.rs:"),
        (lambda: models.fragile([-1.0]), RuntimeError, "fragile: negative"),
        (lambda: models.fragile([]), RuntimeError, "index out of bounds"),
        (lambda: models.fragile.at([[1.0], [-1.0]]).value(), RuntimeError, "point 1 panicked: negative"),
        (lambda: models.fragile.at([[1.0]] * 900 + [[-1.0]] + [[1.0]] * 99).value(), RuntimeError, "point 900 panicked: negative (src/lib.rs:"),
        (lambda: models.fragile.at([[1.0]] * 900 + [[-1.0]]).grad(), RuntimeError, "point 900 panicked: negative"),
        (lambda: models.positive.at([[1.0, 2.0, -1.0], [1.0, -1.0, -1.0], [1.0, 2.0, 3.0]]).value(), ValueError, "point 1: the result has 1 numbers"),
        (lambda: models.positive.at([[1.0, 2.0, -1.0], [1.0, -1.0, -1.0], [1.0, 2.0, 3.0]]).jacobian(), ValueError, "point 1: the result has 1 numbers"),
        (lambda: models.parted.at([[1.0, -2.0, -3.0], [1.0, 2.0, -3.0]]).value(), ValueError, "the result at point 1 has lists of the lengths [2, 1] instead of [1, 2]"),
        (lambda: models.parted.at([[1.0, -2.0, -3.0], [1.0, 2.0, -3.0]]).jacobian(), ValueError, "the result at point 1 has lists of the lengths [2, 1] instead of [1, 2]"),
        (lambda: models.parted.vjp([1.0, -2.0, -3.0], ([1.0, 2.0], [3.0])), ValueError, "`dy` has other lengths than the result"),
        (lambda: models.fragile.at(np.zeros(3)), ValueError, "at many points it must have"),
        (lambda: models.fifth(np.float32(1)), TypeError, "`x` has the dtype float32"),
        (lambda: models.fifth(Single()), TypeError, "`x` has the dtype float32"),
        (lambda: models.fifth(np.bool_(True)), TypeError, "`x` has the dtype bool"),
        (lambda: models.fifth(np.complex64(1 + 2j)), TypeError, "`x` has the dtype complex64"),
        (lambda: models.fifth(10**400), ValueError, "`x` is too large for a float"),
        (lambda: models.fifth(np.ma.masked), TypeError, "`x` is a masked array"),
        (lambda: models.field(MASKED), TypeError, "`x` is a masked array: write `.filled(…)`"),
        (lambda: models.field.at([MASKED, MASKED]), TypeError, "`x` is a masked array"),
        (lambda: models.matrix.at([[MASKED, MASKED]]), TypeError, "`m` is a masked array"),
        (lambda: models.matrix.at(RECURSIVE), TypeError, "`m` must be an array"),
        (lambda: models.matrix(RECURSIVE), ValueError, "`m` has 1 elements, and must have 2"),
        (lambda: models.energy.at({"focal": [1.0], "center": [[0, 0]], "more": 1}, [[1.0]]), ValueError, "`camera` has the key 'more'"),
        (lambda: models.fifth.at(np.array(1.0)), ValueError, "`x` has the shape (), and at many points"),
        (lambda: models.products.vjp(np.ones(3), np.ones(3)), ValueError, "`dy` has other lengths than the result"),
        (lambda: models.field(Tracer()), TypeError, "of the type `Tracer`: write `ad_python.jax(f)`"),
        (lambda: models.taped.nth_derivative(-1, [1.0]), OverflowError, ""),
        (lambda: models.taped.nth_derivative(10**6, [1.0]), ValueError, "at most 170"),
    ],
)
def test_an_error_names_the_argument(call, error, words):
    with pytest.raises(error) as raised:
        call()
    assert words in str(raised.value)


@pytest.mark.parametrize("method", ["__float__", "__array__"])
def test_an_exception_of_an_object_is_the_cause_and_an_interrupt_stays_one(method):
    def raising(error):
        def method(*_):
            raise error

        return method

    for error, raised in [(ArithmeticError("no"), TypeError), (KeyboardInterrupt(), KeyboardInterrupt)]:
        wrong = type("Wrong", (), {method: raising(error)})()
        with pytest.raises(raised) as caught:
            models.field([1.0, wrong, 2.0] if method == "__float__" else wrong)
        assert caught.value is error or caught.value.__cause__ is error


def bad(generator):
    """Something that is hardly an argument."""
    leaf = lambda: generator.choice(
        [1, 1.5, -0.0, float("nan"), float("inf"), 10**400, "x", b"x", None, True, 1j, object(), [], (), {}, "" * 3, np.float32(1), np.array(3), np.bool_(1), np.complex64(1), np.ma.masked]
    )
    shape = tuple(generator.choice([0, 1, 2, 3, 4, 7]) for _ in range(generator.randrange(4)))
    kind = generator.randrange(14)
    if kind == 0:
        return leaf()
    if kind == 1:
        return [leaf() for _ in range(generator.randrange(5))]
    if kind == 2:
        return tuple(leaf() for _ in range(generator.randrange(5)))
    if kind == 3:
        return {generator.choice(["focal", "center", "camera", "points", "x"]): bad(generator) for _ in range(generator.randrange(4))}
    if kind == 4:
        return np.zeros(shape, generator.choice(["f2", "f4", "f8", ">f8", "i1", "u8", "c16", "?", "U3", "O", "M8[s]", "g"]))
    if kind == 5:
        return np.full(shape, generator.choice([np.nan, np.inf, 1e308, 5e-324]))
    if kind == 6:
        return np.ones((*shape, 6))[..., ::2]
    if kind == 7:
        return np.broadcast_to(np.ones(()), shape)
    if kind == 8:
        return np.frombuffer(bytes(8 * generator.randrange(5)))
    if kind == 9:
        return np.ones(10**6)
    if kind == 10:
        return np.ones(3)[::-1]
    if kind == 11:
        return np.ma.masked_array([1.0, 2.0, 3.0], [0, 1, 0])
    if kind == 12:
        return memoryview(np.ones(3))
    # A misaligned array.
    return np.frombuffer(bytes(25), dtype="u1")[1:].view("f8")


def random_call(generator):
    """The name of a function, that of a method, and its arguments."""
    f = generator.choice(FUNCTIONS)
    method = generator.choice(METHODS + PAIRS + ["nth_derivative"])
    keywords = {}
    if method in PAIRS:
        args = [bad(generator), bad(generator)]
    elif method == "nth_derivative":
        args = [generator.choice([-1, 0, 1, 3, "1", 2.5, 10**20]), bad(generator), bad(generator)]
    else:
        args = [bad(generator) for _ in range(generator.choice([0, 1, 1, 1, 2, 2, 3]))]
        keywords = {"".join(generator.choices(string.ascii_lowercase, k=2)): 1} if generator.random() < 0.1 else {}
    return f, method, args, keywords


def result(f, method, args, keywords):
    result = getattr(getattr(models, f), method)(*args, **keywords)
    return result.value() if method == "at" else result


def canonical(x):
    """The same argument of Python's floats, in new arrays that are contiguous."""
    if hasattr(x, "__array__"):
        x = np.asarray(x)
        return np.array(x.tolist(), dtype=float).reshape(x.shape) if x.ndim else float(x)
    if isinstance(x, dict):
        return {key: canonical(value) for key, value in x.items()}
    if isinstance(x, (list, tuple)):
        return type(x)(map(canonical, x))
    return x if x is None else float(x)


def same(a, b):
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, (list, tuple)):
        return type(a) is type(b) and len(a) == len(b) and all(map(same, a, b))
    if hasattr(a, "toarray"):
        a.eliminate_zeros(), b.eliminate_zeros()
        return a.shape == b.shape and all(np.array_equal(getattr(a, part), getattr(b, part), equal_nan=True) for part in ("indptr", "indices", "data"))
    return a == b if a is None or isinstance(a, str) else np.array_equal(a, b, equal_nan=True)


def test_1000_bad_arguments_have_exceptions_with_words_or_the_result_of_a_good_one():
    generator = random.Random(1)
    raised = 0
    for _ in range(1000):
        f, method, args, keywords = random_call(generator)
        try:
            found = result(f, method, args, keywords)
        except (ValueError, TypeError, RuntimeError, OverflowError) as error:
            assert len(str(error)) > 5, repr(error)
            raised += 1
        else:
            rest = [canonical(x) for x in args]
            if method == "nth_derivative":
                rest[0] = args[0]
            assert same(found, result(f, method, rest, keywords)), (f, method, args)
    assert raised > 800


FORMS = {
    "plain": lambda x: x,
    "list": lambda x: x.tolist(),
    "tuple": lambda x: tuple(x.tolist()),
    "elements": lambda x: list(x),
    "integers": lambda x: x.astype(int),
    "small integers": lambda x: x.astype("i1"),
    "big-endian": lambda x: x.astype(">f8"),
    "reversed": lambda x: x[::-1].copy()[::-1],
    "strided": lambda x: np.repeat(x, 2, axis=0)[::2],
    "fortran": lambda x: np.asfortranarray(x),
    "read-only": lambda x: np.frombuffer(x.tobytes()).reshape(x.shape),
    "misaligned": lambda x: np.frombuffer(b"." + x.tobytes(), "u1")[1:].view(float).reshape(x.shape),
    "an object with an array": lambda x: type("Table", (), {"__array__": lambda self, *_, **__: x})(),
}


def odd(generator, layout, shape=()):
    """An argument of this layout, whose arrays have odd forms."""
    kind, of = layout[0], layout[-1]
    if kind in ("array", "list"):
        return odd(generator, of, (*shape, layout[1] if kind == "array" else generator.randrange(1, 5)))
    if kind == "number":
        # Small integers, so that all forms have the same numbers.
        x = np.array([generator.randrange(1, 9) for _ in range(int(np.prod(shape)))], dtype=float).reshape(shape)
        return generator.choice([float(x), np.float64(x), int(x), x, x.astype("i2")]) if x.ndim == 0 else generator.choice(list(FORMS.values()))(x)
    if kind == "optional":
        return generator.choice([None, odd(generator, of)])
    if kind == "record":
        return {name: odd(generator, part) for name, part in generator.sample(list(of.items()), len(of))}
    return tuple(odd(generator, part) for part in of)


def test_arguments_of_odd_forms_have_the_result_of_plain_ones():
    generator = random.Random(2)
    for _ in range(1000):
        f = generator.choice(FUNCTIONS)
        x = odd(generator, getattr(models, f)._layouts[0])
        args = list(x) if isinstance(x, tuple) and getattr(models, f)._layouts[2] else [x]
        for method in ("__call__", generator.choice(["jacobian", "sparse_jacobian", "names"])):
            plain = attempt(f, method, [canonical(x) for x in args])
            assert same(attempt(f, method, args), plain), (f, method, args)


def attempt(*call):
    """The result, or the words of the failure."""
    try:
        return result(*call, {})
    except RuntimeError as error:
        return str(error)


def memory():
    """Bytes that the process has in memory."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def leak(action, times):
    for _ in range(times // 10):
        action()
    ctypes.CDLL("libc.so.6").malloc_trim(0)
    before = memory()
    for _ in range(times):
        action()
    ctypes.CDLL("libc.so.6").malloc_trim(0)
    return memory() - before


def test_calls_do_not_leak():
    x, camera = np.ones(50), {"focal": 1.0, "center": [0.0, 0.0]}

    def calls():
        models.fragile.value_and_grad(x)
        models.energy.grad(camera, x)
        models.field.jacobian([1.0, 2.0, 3.0])

    # 100 000 calls. A leak of one array of 50 numbers for each would be 40 MB.
    assert leak(calls, 33_334) < 4_000_000


def test_failures_do_not_leak():
    def fail():
        for call in (lambda: models.fragile([-1.0]), lambda: models.field(np.ones(4)), lambda: models.energy(1, 2)):
            with pytest.raises((ValueError, RuntimeError, TypeError)):
                call()

    assert leak(fail, 5_000) < 4_000_000


def test_panics_do_not_leak():
    x = np.zeros(200)

    def panic():
        try:
            models.fragile(x)
        except RuntimeError:
            pass

    # The text of each would be a leak of 4 MB.
    assert leak(panic, 50_000) < 1_000_000


def test_bad_arguments_do_not_leak():
    def calls():
        generator = random.Random(1)
        for _ in range(200):
            try:
                result(*random_call(generator))
            except (ValueError, TypeError, RuntimeError, OverflowError):
                pass

    assert leak(calls, 10) < 4_000_000


def test_lengths_that_never_recur_do_not_leak():
    x, n = np.ones(99), 0

    def calls():
        nonlocal n
        n = n % 98 + 1
        models.fragile.hvp(x[:n], x[:n])

    assert leak(calls, 5_000) < 4_000_000
