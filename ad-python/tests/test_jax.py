"""Functions of Rust in JAX."""

import subprocess
import sys

import numpy as np
import pytest

jax = pytest.importorskip("jax")
jnp = jax.numpy
jax.config.update("jax_enable_x64", True)
from jax.test_util import check_grads  # noqa: E402

import models  # noqa: E402

adapter = models.ad_python.jax
X = jnp.array([0.3, 0.7, -0.4, 1.1])


def smooth(x):
    """`models.taped` in JAX."""
    return jnp.sum(jnp.sin(x[:-1] * x[1:]))


def field(x):
    return jnp.array([x[0] * jnp.exp(x[1]), jnp.sin(x[2]) * x[0] ** 2, x[1] * x[2] * x[0] + x[1] ** 4])


HESSIANS = {
    "forward over reverse": lambda f: jax.jacfwd(jax.jacrev(f)),
    "reverse over reverse": lambda f: jax.jacrev(jax.jacrev(f)),
    "reverse over forward": lambda f: jax.jacrev(jax.jacfwd(f)),
    "forward over forward": lambda f: jax.jacfwd(jax.jacfwd(f)),
    "jax.hessian, compiled": lambda f: jax.jit(jax.hessian(f)),
}


@pytest.mark.parametrize("name", ["taped", "hs43", "field", "polar", "products"])
def test_gradients_pass_the_check_of_jax_to_the_third_order(name):
    function = getattr(models, name)
    x = X[: {"field": 3, "polar": 2}.get(name, 4)]
    f = adapter(function, np.asarray(x)) if name == "products" else adapter(function)
    check_grads(f, (x,), order=2, modes=["fwd", "rev"], atol=1e-4, rtol=1e-4)
    check_grads(f, (x,), order=3, modes=["fwd", "rev"], atol=1e-3, rtol=1e-3)


@pytest.mark.parametrize("name", HESSIANS)
def test_hessians_are_those_of_jax(name):
    for ours, theirs, x in [(models.taped, smooth, X), (models.field, field, X[:3])]:
        np.testing.assert_allclose(HESSIANS[name](adapter(ours))(x), HESSIANS[name](theirs)(x), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("name", HESSIANS)
def test_third_derivatives_are_those_of_jax(name):
    for ours, theirs, x in [(models.taped, smooth, X), (models.field, field, X[:3])]:
        for outer in (jax.jacfwd, jax.jacrev):
            third = [outer(HESSIANS[name](f))(x) for f in (adapter(ours), theirs)]
            np.testing.assert_allclose(third[0], third[1], rtol=1e-11, atol=1e-13)


def test_the_fourth_order_is_an_error_with_words():
    with pytest.raises(NotImplementedError, match="derivatives of order 4 are requested, and there are 3 orders"):
        jax.hessian(jax.hessian(adapter(models.taped)))(X)


def test_vmap_of_grad_of_jit_has_the_bits_of_single_calls():
    f = adapter(models.taped)
    points = jnp.array(np.random.default_rng(0).normal(size=(100, 4)))
    gradients = jax.vmap(jax.grad(jax.jit(f)))(points)
    assert np.array_equal(gradients, [models.taped.grad(np.asarray(x)) for x in points])
    assert np.array_equal(jax.jit(jax.vmap(jax.vmap(f)))(points.reshape(10, 10, 4)).reshape(-1), [models.taped(np.asarray(x)) for x in points])


def test_vmap_of_second_derivatives():
    points = jnp.array(np.random.default_rng(0).normal(size=(5, 3)))
    for operator in HESSIANS.values():
        ours, theirs = (jax.vmap(operator(f))(points) for f in (adapter(models.field), field))
        np.testing.assert_allclose(ours, theirs, rtol=1e-12, atol=1e-14)
    directions = jnp.eye(3)
    ours, theirs = (jax.vmap(lambda v: jax.jvp(f, (points[0],), (v,))[1])(directions) for f in (adapter(models.field), field))
    np.testing.assert_allclose(ours, theirs, rtol=1e-13)


def test_arguments_and_results_are_trees():
    f = adapter(models.energy)
    camera = {"focal": 2.0, "center": jnp.array([0.5, -1.0])}
    weights = jnp.array([1.0, 3.0])
    gradient = jax.jit(jax.grad(f, (0, 1)))(camera, weights)
    assert gradient[0]["focal"] == 10.0 and gradient[1].tolist() == [4.0, 12.0]
    moved = adapter(models.moved)
    assert jax.jacobian(moved)(camera, 3.0)["center"]["center"].tolist() == [[1.0, 0.0], [0.0, 3.0]]
    scene = {"camera": camera, "points": jnp.array([[1.0, 2.0, 4.0], [3.0, -1.0, 2.0]])}
    project = adapter(models.project, jax.tree.map(np.asarray, scene))
    assert jax.jit(project)(scene).tolist() == [[1.0, 0.0], [3.5, -2.0]]
    with pytest.raises(TypeError, match="pass an example"):
        adapter(models.project)(scene)


def test_functions_are_parts_of_programs():
    f = adapter(models.taped)
    def loss(f):
        return lambda w: jnp.sum(jax.vmap(lambda s: f(jnp.tanh(s * w)))(jnp.arange(3.0))) * w[0]

    np.testing.assert_allclose(jax.jit(jax.grad(loss(f)))(X), jax.grad(loss(smooth))(X), rtol=1e-13)
    np.testing.assert_allclose(jax.jit(jax.hessian(loss(f)))(X), jax.hessian(loss(smooth))(X), rtol=1e-12, atol=1e-14)
    scanned = jax.lax.scan(lambda c, _: (c - 0.1 * jax.grad(f)(c), f(c)), X, None, length=5)[1]
    np.testing.assert_allclose(scanned, jax.lax.scan(lambda c, _: (c - 0.1 * jax.grad(smooth)(c), smooth(c)), X, None, length=5)[1], rtol=1e-13)


def test_errors_have_words():
    f = adapter(models.field)
    with pytest.raises(TypeError, match="`x` has the dtype float32"):
        f(jnp.zeros(3, jnp.float32))
    with pytest.raises(ValueError, match=r"`x` has the shape \(4,\)"):
        jax.jit(f)(jnp.zeros(4))
    for wrong in (True, 1j, "abc", None, np.float32(1), np.ma.masked_array([1.0], [1])):
        with pytest.raises(TypeError, match="`x` (has the dtype|is a masked array)"):
            adapter(models.fifth)(wrong)
    with pytest.raises(TypeError, match=r"write `ad_python\.jax\(f\)`"):
        jax.grad(models.taped)(X)
    with pytest.raises(TypeError, match="a function of a module of Rust is needed"):
        adapter(f)
    for call in (lambda: f(1, 2), lambda: f(), lambda: f(1, x=2), lambda: f(1, y=2), lambda: f(y=2)):
        with pytest.raises(TypeError, match=r"field\(\) takes 1 argument, `x`"):
            call()
    assert f(x=X[:3]).tolist() == f(X[:3]).tolist()
    with pytest.raises(ValueError, match=r"`m` has the shape \(4,\)"):
        adapter(models.matrix)(X)
    for operator in (lambda f: f, jax.jit, jax.grad):
        with pytest.raises(Exception, match="negative"):
            jax.block_until_ready(operator(adapter(models.fragile))(jnp.array([-1.0])))
    with pytest.raises(Exception, match=r"`weights\[0\]` is 10000000, and must be in"):
        jax.jit(adapter(models.energy))({"focal": 1.0, "center": jnp.zeros(2)}, jnp.array([1e7]))


def test_arguments_without_numbers_and_results_without_numbers():
    f = adapter(models.total)
    assert f(jnp.zeros((0, 0))) == 0.0
    products = adapter(models.products, np.ones(1))
    assert products(jnp.ones(1)).shape == (0,)
    assert jax.jacobian(products)(jnp.ones(1)).shape == (0, 1)


def test_structures_of_any_kind():
    f = adapter(models.unnamed)
    assert f(jnp.array([1.0, 2.0]), (3.0, 4.0)) == 1234.0
    assert jax.grad(f, 1)(jnp.array([1.0, 2.0]), (3.0, 4.0)) == (10.0, 1.0)
    assert jax.grad(adapter(models.single))((3.0,)) == (6.0,)
    assert jax.vmap(adapter(models.no_numbers))(jnp.zeros((5, 0))).tolist() == [2.0] * 5
    assert jax.vmap(jax.hessian(adapter(models.constant)))(jnp.zeros((5, 0))).shape == (5, 0, 0)


def test_results_of_other_lengths_than_at_the_example_are_an_exception():
    x, other = jnp.array([1.0, -2.0, -3.0]), jnp.array([1.0, 2.0, -3.0])
    f = adapter(models.parted, np.asarray(x))
    assert [y.tolist() for y in f(x)] == [[1.0], [-6.0, -9.0]]
    for call in (f, jax.jacfwd(f), jax.jacrev(f), lambda y: jax.vmap(f)(jnp.stack([x, y]))):
        with pytest.raises(Exception, match=r"lists of the lengths \[2, 1\] instead of \[1, 2\]"):
            jax.block_until_ready(call(other))
    first = adapter(models.parted, np.asarray(other))
    assert [y.tolist() for y in first(other)] == [[1.0, 4.0], [-9.0]] and [y.tolist() for y in f(x)] == [[1.0], [-6.0, -9.0]]
    with pytest.raises(Exception, match="the result has 2 numbers, and 1 places are given"):
        jax.block_until_ready(adapter(models.positive, np.asarray(x))(other))


def test_a_function_of_another_module_is_that_function():
    orbits = pytest.importorskip("orbits")
    for module in (models, orbits):
        f = module.ad_python.jax(orbits.rosenbrock)
        assert jax.jit(f)(X) == orbits.rosenbrock(np.asarray(X))
        assert jax.grad(f)(X).tolist() == orbits.rosenbrock.grad(np.asarray(X)).tolist()


def test_a_compiled_function_does_not_depend_on_the_order_of_calls():
    numbers = [models.fifth._at([]).register(), models.taped._at([4]).register(), models.taped._at([5]).register()]
    code = "import models; print([models.taped._at([5]).register(), models.taped._at([4]).register(), models.fifth._at([]).register()][::-1])"
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert other.stdout.strip() == str(numbers) and len(set(numbers)) == 3


def test_a_function_that_many_lengths_follow_is_not_compiled_again():
    first = models.taped._at([2]).register()
    for n in range(3, 30):
        models.taped(np.ones(n))
    assert models.taped._at([2]).register() == first


def test_lists_may_have_traced_numbers():
    f = adapter(models.field)
    gradient = jax.grad(lambda a: jnp.sum(f([a, 0.7, 2])))(0.3)
    np.testing.assert_allclose(gradient, jax.grad(lambda a: jnp.sum(field(jnp.array([a, 0.7, 2.0]))))(0.3), rtol=1e-13)
    matrix = adapter(models.matrix)
    assert jax.grad(lambda a: matrix([[a, 2.0, 3.0], (4, 5, a)]))(1.0) == 5.0 * 1.0 + 1.0 * 5.0


def test_transformations_of_programs():
    f = adapter(models.field)
    expected = jax.jacobian(field)(X[:3])
    np.testing.assert_allclose(jax.jit(jax.jacobian(f))(X[:3]), expected, rtol=1e-13)
    donated = jax.jit(jax.grad(adapter(models.taped)), donate_argnums=0)(X + 0)
    np.testing.assert_allclose(donated, jax.grad(smooth)(X), rtol=1e-13)
    remembered = jax.checkpoint(lambda x: jnp.sum(f(jnp.sin(x))))
    np.testing.assert_allclose(jax.grad(remembered)(X[:3]), jax.grad(lambda x: jnp.sum(field(jnp.sin(x))))(X[:3]), rtol=1e-13)
    points = jnp.stack([X[:3], -X[:3]], 1)
    np.testing.assert_allclose(jax.vmap(f, in_axes=1, out_axes=1)(points), jax.vmap(field, in_axes=1, out_axes=1)(points), rtol=1e-13)
    assert jax.vmap(jax.jacobian(f))(jnp.zeros((0, 3))).shape == (0, 3, 3)
    camera = {"focal": jnp.array([1.0, 2.0]), "center": jnp.array([0.5, -1.0])}
    energies = jax.vmap(adapter(models.energy), in_axes=({"focal": 0, "center": None}, None))(camera, jnp.array([1.0, 3.0]))
    assert energies.tolist() == [9.5, 19.5]

    def loop(f):
        return lambda x: jax.lax.fori_loop(0, 3, lambda _, c: 0.3 * f(c), x)

    np.testing.assert_allclose(jax.jacfwd(loop(f))(X[:3]), jax.jacfwd(loop(field))(X[:3]), rtol=1e-12, atol=1e-15)
    mesh = jax.sharding.Mesh(np.array(jax.devices()[:1]), "i")
    part = jax.sharding.PartitionSpec("i")
    rows = jnp.stack([X[:3], -X[:3]])

    def sharded(f):
        return jax.shard_map(jax.vmap(f), mesh=mesh, in_specs=part, out_specs=part, check_vma=False)

    for operator in (lambda f: f, lambda f: jax.jit(jax.grad(lambda x: jnp.sum(jnp.sin(f(x)))))):
        np.testing.assert_allclose(operator(sharded(f))(rows), operator(sharded(field))(rows), rtol=1e-13)
    with pytest.raises(NotImplementedError, match="field: the function is not linear"):
        jax.linear_transpose(f, X[:3])(X[:3])


def test_without_64_bits_there_is_an_error_with_words():
    code = "import jax, models; models.ad_python.jax(models.fifth)(jax.numpy.ones(()))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "TypeError: the numbers of JAX have 32 bits: call `jax.config.update('jax_enable_x64', True)` first" in run.stderr
