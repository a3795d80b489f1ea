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
        (lambda: models.fragile.at(np.zeros(3)), ValueError, "at many points it must have"),
        (lambda: models.taped.nth_derivative(-1, [1.0]), OverflowError, ""),
        (lambda: models.taped.nth_derivative(10**6, [1.0]), ValueError, "at most 170"),
    ],
)
def test_an_error_names_the_argument(call, error, words):
    with pytest.raises(error) as raised:
        call()
    assert words in str(raised.value)


def bad(generator):
    """Something that is hardly an argument."""
    leaf = lambda: generator.choice(
        [1, 1.5, -0.0, float("nan"), float("inf"), 10**400, "x", b"x", None, True, 1j, object(), [], (), {}, "" * 3, np.float32(1), np.array(3)]
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


def call(generator):
    f = getattr(models, generator.choice(FUNCTIONS))
    method = generator.choice(METHODS + PAIRS + ["nth_derivative"])
    if method in PAIRS:
        args = bad(generator), bad(generator)
    elif method == "nth_derivative":
        args = generator.choice([-1, 0, 1, 3, "1", 2.5, 10**20]), bad(generator), bad(generator)
    else:
        args = [bad(generator) for _ in range(generator.choice([0, 1, 1, 1, 2, 2, 3]))]
    keywords = {"".join(generator.choices(string.ascii_lowercase, k=2)): 1} if generator.random() < 0.1 else {}
    if isinstance(args, tuple) and method in PAIRS:
        keywords = {}
    result = getattr(f, method)(*args, **keywords)
    if method == "at":
        result.value()


def test_1000_bad_arguments_have_exceptions_with_words():
    generator = random.Random(1)
    raised = 0
    for _ in range(1000):
        try:
            call(generator)
        except (ValueError, TypeError, RuntimeError, OverflowError) as error:
            assert len(str(error)) > 5, repr(error)
            raised += 1
    assert raised > 800


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


def test_lengths_that_never_recur_do_not_leak():
    x, n = np.ones(99), 0

    def calls():
        nonlocal n
        n = n % 98 + 1
        models.fragile.hvp(x[:n], x[:n])

    assert leak(calls, 5_000) < 4_000_000
