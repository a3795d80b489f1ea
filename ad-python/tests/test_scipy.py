"""Functions of Rust in SciPy."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

pytest.importorskip("scipy")
from scipy.integrate import solve_ivp  # noqa: E402
from scipy.optimize import NonlinearConstraint, check_grad, least_squares, minimize  # noqa: E402

import models  # noqa: E402

adapter = models.ad_python.scipy


@pytest.mark.parametrize("method", ["BFGS", "Newton-CG", "trust-exact", "trust-krylov"])
def test_minimize(method):
    v = adapter(models.hs1, np.array([-1.2, 1.0]))
    second = {"Newton-CG": {"hessp": v.hessp}, "trust-krylov": {"hessp": v.hessp}}.get(method, {})
    if method == "trust-exact":
        second = {"hess": lambda x: v.hess(x).toarray()}
    found = minimize(v.fun, v.x0, jac=v.jac, method=method, tol=1e-9, **second)
    np.testing.assert_allclose(found.x, [1.0, 1.0], atol=1e-6)


def test_a_minimum_under_constraints():
    f, g = adapter(models.hs71, np.array([1.0, 5.0, 5.0, 1.0])), adapter(models.hs71_constraints, np.ones(4))
    limits = NonlinearConstraint(g.fun, [0, 0], [0, np.inf], jac=g.sparse_jac, hess=g.weighted_hess)
    found = minimize(f.fun, f.x0, jac=f.jac, hess=f.hess, bounds=[(1, 5)] * 4, constraints=[limits], method="trust-constr")
    # The solver stops within its barrier parameter for each of the nine bounds and limits.
    assert abs(found.fun - 17.0140173) < 9 * found.barrier_parameter


@pytest.mark.parametrize("jacobian", ["jac", "sparse_jac"])
def test_least_squares(jacobian):
    v = adapter(models.field, np.array([0.5, 0.5, 0.5]))
    target = models.field(np.array([0.3, 0.7, -0.4]))
    found = least_squares(lambda x: v.fun(x) - target, v.x0, jac=getattr(v, jacobian), xtol=1e-14, gtol=1e-14, ftol=1e-14)
    np.testing.assert_allclose(models.field(found.x), target, atol=1e-6)


def test_solve_ivp_of_time_and_state():
    v = adapter(models.pendulum, 0.0, np.array([1.0, 0.0]))
    assert v.y0.tolist() == [1.0, 0.0]
    stiff = solve_ivp(v.rate, (0, 10), v.y0, jac=v.rate_jac, method="Radau", rtol=1e-9, atol=1e-9)
    other = solve_ivp(v.rate, (0, 10), v.y0, method="DOP853", rtol=1e-11, atol=1e-11)
    np.testing.assert_allclose(stiff.y[:, -1], other.y[:, -1], atol=1e-6)
    np.testing.assert_allclose(v.rate_jac(0.5, v.y0), [[0.0, 1.0], [-np.cos(1.0), -0.1]])


def test_a_state_of_another_length_is_an_exception():
    v = adapter(models.field, np.ones(3))
    assert v.rate(0.0, np.ones(3)).tolist() == models.field(np.ones(3)).tolist()
    with pytest.raises(ValueError, match="field has 3 numbers and 3 results, and the state 2"):
        v.rate(0.0, np.ones(2))


def test_a_gradient_that_is_changed_in_place_and_threads_leave_others_alone():
    v = adapter(models.taped, np.ones(3))
    v.jac(v.x0)[:] = 7.0
    v.jac(v.x0)[:] = 8.0
    assert v.jac(v.x0).tolist() == models.taped.grad(v.x0).tolist()
    # Both zeros are equal, and their gradients are not.
    w = adapter(models.fragile, np.zeros(1))
    assert [w.fun(x) for x in ([0.0], [-0.0])] == [0.0, 0.0]
    assert [w.jac(np.array([x])).tolist() for x in (0.0, -0.0, 0.0)] == [models.fragile.grad([x]).tolist() for x in (0.0, -0.0, 0.0)]
    points = np.random.default_rng(0).normal(size=(8, 3))

    def work(i):
        return all(np.array_equal(v.jac(points[i]), models.taped.grad(points[i])) for _ in range(500))

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(8)))


def test_vectors_are_arguments_of_any_structure():
    v = adapter(models.energy, {"focal": 2.0, "center": [0.5, -1.0]}, weights=[1.0, 3.0])
    assert v.x0.tolist() == [2.0, 0.5, -1.0, 1.0, 3.0]
    assert check_grad(v.fun, v.jac, v.x0) < 1e-5
    camera, weights = v.read(v.jac(v.x0))
    assert camera["focal"] == 10.0 and weights.tolist() == [4.0, 12.0]
    with pytest.raises(TypeError, match="the argument to start from is needed"):
        adapter(models.energy)
