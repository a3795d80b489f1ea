"""Problems of W. Hock and K. Schittkowski (1981) by CasADi's IPOPT, with derivatives of Rust and of CasADi."""

import numpy as np
import pytest

ca = pytest.importorskip("casadi")

import models  # noqa: E402

adapter = models.ad_python.casadi
ANY = np.inf

# The start, the bounds, the number of equations among the constraints, and the minimum.
CASES = {
    "hs1": ([-2.0, 1.0], ([-ANY, -1.5], ANY), 0, 0.0),
    "hs6": ([-1.2, 1.0], (-ANY, ANY), 1, 0.0),
    "hs7": ([2.0, 2.0], (-ANY, ANY), 1, -np.sqrt(3)),
    "hs11": ([4.9, 0.1], (-ANY, ANY), 0, -8.498464223),
    "hs12": ([0.0, 0.0], (-ANY, ANY), 0, -30.0),
    "hs39": ([2.0, 2.0, 2.0, 2.0], (-ANY, ANY), 2, -1.0),
    "hs40": ([0.8, 0.8, 0.8, 0.8], (-ANY, ANY), 3, -0.25),
    "hs43": ([0.0, 0.0, 0.0, 0.0], (-ANY, ANY), 0, -44.0),
    "hs71": ([1.0, 5.0, 5.0, 1.0], (1.0, 5.0), 1, 17.0140173),
    "hs77": ([2.0, 2.0, 2.0, 2.0, 2.0], (-ANY, ANY), 2, 0.24150513),
}


def objective(name, x):
    a, b, c, d, e = [*ca.vertsplit(x), *[0] * 5][:5]
    return {
        "hs1": lambda: 100 * (b - a**2) ** 2 + (1 - a) ** 2,
        "hs6": lambda: (1 - a) ** 2,
        "hs7": lambda: ca.log(1 + a**2) - b,
        "hs11": lambda: (a - 5) ** 2 + b**2 - 25,
        "hs12": lambda: 0.5 * a**2 + b**2 - a * b - 7 * a - 7 * b,
        "hs39": lambda: -a,
        "hs40": lambda: -a * b * c * d,
        "hs43": lambda: a**2 + b**2 + 2 * c**2 + d**2 - 5 * a - 5 * b - 21 * c + 7 * d,
        "hs71": lambda: a * d * (a + b + c) + c,
        "hs77": lambda: (a - 1) ** 2 + (a - b) ** 2 + (c - 1) ** 2 + (d - 1) ** 4 + (e - 1) ** 6,
    }[name]()


def constraints(name, x):
    a, b, c, d, e = [*ca.vertsplit(x), *[0] * 5][:5]
    return {
        "hs6": lambda: [10 * (b - a**2)],
        "hs7": lambda: [(1 + a**2) ** 2 + b**2 - 4],
        "hs11": lambda: [b - a**2],
        "hs12": lambda: [25 - 4 * a**2 - b**2],
        "hs39": lambda: [b - a**3 - c**2, a**2 - b - d**2],
        "hs40": lambda: [a**3 + b**2 - 1, a**2 * d - c, d**2 - b],
        "hs43": lambda: [
            8 - a**2 - b**2 - c**2 - d**2 - a + b - c + d,
            10 - a**2 - 2 * b**2 - c**2 - 2 * d**2 + a + d,
            5 - 2 * a**2 - b**2 - c**2 - 2 * a + b + d,
        ],
        "hs71": lambda: [a**2 + b**2 + c**2 + d**2 - 40, a * b * c * d - 25],
        "hs77": lambda: [a**2 * d + ca.sin(d - e) - 8**0.5, b + c**4 * d**2 - 8 - 2**0.5],
    }.get(name, lambda: [])()


def solve(name, f, g, x):
    start, (lower, upper), equations, _ = CASES[name]
    m = g.shape[0]
    options = {"ipopt.print_level": 0, "print_time": False, "ipopt.tol": 1e-9}
    solver = ca.nlpsol("solver", "ipopt", {"x": x, "f": f, "g": g}, options)
    found = solver(x0=start, lbx=lower, ubx=upper, lbg=[0] * m, ubg=[0] * equations + [ANY] * (m - equations))
    return float(found["f"]), solver.stats()


@pytest.mark.parametrize("name", CASES)
def test_ipopt_finds_the_optimum_in_no_more_iterations(name):
    start, _, _, minimum = CASES[name]
    x = ca.MX.sym("x", len(start))
    f = adapter(getattr(models, name), np.array(start))(x)
    g = ca.MX(0, 1)
    if hasattr(models, name + "_constraints"):
        g = adapter(getattr(models, name + "_constraints"), np.array(start))(x)
    ours, stats = solve(name, f, g, x)
    symbols = ca.SX.sym("x", len(start))
    theirs, other = solve(name, objective(name, symbols), ca.vertcat(*constraints(name, symbols)), symbols)
    assert stats["success"] and other["success"]
    assert abs(ours - minimum) < 1e-6 * max(1, abs(minimum)) and abs(ours - theirs) < 1e-8 * max(1, abs(theirs))
    assert stats["iter_count"] <= other["iter_count"]


def test_derivatives_are_sparse_and_those_of_casadi():
    n = 20
    x0 = np.linspace(0.5, 1.5, n)
    x, symbols = ca.MX.sym("x", n), ca.SX.sym("x", n)
    own = ca.sin(symbols[:-1] * symbols[1:])
    f, theirs = adapter(models.taped, x0)(x), ca.sum1(own)
    for operator in (ca.gradient, lambda f, x: ca.hessian(f, x)[0]):
        ours, expected = operator(f, x), operator(theirs, symbols)
        value, other = ca.Function("a", [x], [ours])(x0), ca.Function("b", [symbols], [expected])(x0)
        np.testing.assert_allclose(value.full(), other.full(), rtol=1e-13, atol=1e-15)
    assert ca.hessian(f, x)[0].nnz() == 3 * n - 2
    g, theirs = adapter(models.products, x0)(x), symbols[:-1] * symbols[1:] ** 2
    jacobian = ca.jacobian(g, x)
    assert jacobian.nnz() == 2 * (n - 1)
    np.testing.assert_allclose(ca.Function("c", [x], [jacobian])(x0).full(), ca.Function("d", [symbols], [ca.jacobian(theirs, symbols)])(x0).full(), rtol=1e-13)
    weights = np.linspace(1, 2, n - 1)
    lagrangian = [ca.hessian(ca.dot(weights, y), x)[0] for y, x in ((g, x), (theirs, symbols))]
    values = [ca.Function("e", [x], [h])(x0).full() for h, x in zip(lagrangian, (x, symbols))]
    np.testing.assert_allclose(values[0], values[1], rtol=1e-12, atol=1e-14)


def test_a_panic_is_an_exception():
    x = ca.MX.sym("x", 1)
    f = ca.Function("f", [x], [adapter(models.fragile, np.array([1.0]))(x)])
    with pytest.raises(RuntimeError, match="negative"):
        f(-1.0)


def test_a_branch_with_other_entries_is_an_exception():
    x = ca.MX.sym("x", 3)
    hessian = ca.Function("h", [x], [ca.hessian(adapter(models.sided, np.array([-1.0, -2.0, -3.0]))(x), x)[0]])
    assert hessian([-3.0, -2.0, -1.0]).full().tolist() == [[2, 0, 0], [0, 2, 0], [0, 0, 0]]
    with pytest.raises(RuntimeError, match="a branch has other entries"):
        hessian([1.0, 2.0, 3.0])


def test_arguments_and_results_without_numbers():
    assert adapter(models.products, np.ones(1))(1.0).shape == (0, 1)
    assert float(adapter(models.total, np.zeros((0, 0)))(ca.DM(0, 1))) == 0.0


def test_sparse_seeds_and_arguments():
    x0 = np.array([0.3, 0.7, -0.4])
    f = adapter(models.field, x0)
    x = ca.MX.sym("x", 3)
    for i in range(3):
        unit = ca.sparsify(ca.DM([float(k == i) for k in range(3)]))
        column = ca.Function("c", [x], [ca.jtimes(f(x), x, unit)])(x0)
        row = ca.Function("r", [x], [ca.jtimes(f(x), x, unit, True)])(x0)
        np.testing.assert_allclose(column.full()[:, 0], models.field.jacobian(x0)[:, i], rtol=1e-14)
        np.testing.assert_allclose(row.full()[:, 0], models.field.jacobian(x0)[i], rtol=1e-14)
    assert f(ca.sparsify(ca.DM([0.0, 2.0, 0.0]))).full()[:, 0].tolist() == models.field([0.0, 2.0, 0.0]).tolist()
    constant = adapter(models.constant, x0)(x)
    assert ca.hessian(constant, x)[0].nnz() == 0


def test_results_of_other_lengths_than_at_the_example_are_an_exception():
    f = adapter(models.parted, [1.0, -2.0, -3.0])
    assert f([2.0, -2.0, -3.0]).full()[:, 0].tolist() == [4.0, -6.0, -9.0]
    with pytest.raises(RuntimeError, match="lists of the lengths"):
        f([2.0, 2.0, -3.0])
    assert adapter(models.unnamed, [1.0, 2.0], (3.0, 4.0))([1.0, 2.0, 3.0, 4.0]) == 1234.0
    assert adapter(models.single, (1.0,))(3.0) == 9.0


def test_refusals_have_words(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    x = ca.MX.sym("x", 2)
    f = ca.Function("f", [x], [adapter(models.hs1, np.ones(2))(x)])
    # A program in C would not have the function: CasADi writes that into the program.
    f.generate("f.c")
    assert "#error Code generation not supported" in (tmp_path / "f.c").read_text()
    third = ca.Function("t", [x], [ca.hessian(f(x), x)[0]])
    with pytest.raises(RuntimeError, match="Derivatives cannot be calculated"):
        third.jacobian()
    with pytest.raises(TypeError, match="a function of a module of Rust is needed"):
        adapter(3, np.ones(2))
    with pytest.raises(TypeError, match="an example of the arguments is needed"):
        adapter(models.hs1)


def test_a_function_in_several_threads_and_inside_of_others():
    x0 = np.linspace(0.5, 1.5, 4)
    x, symbols = ca.MX.sym("x", 4), ca.SX.sym("x", 4)
    f = adapter(models.taped, x0)
    assert ca.Function("f", [x], [f(x)]).map(5, "thread", 2)(np.tile(x0, (5, 1)).T).full().tolist() == [[models.taped(x0)] * 5]

    def own(x):
        return ca.sum1(ca.sin(x[:-1] * x[1:]))

    hessians = [ca.Function("h", [x], [ca.hessian(f(ca.sin(x) * f(x)), x)[0]])(x0).full() for f, x in ((f, x), (own, symbols))]
    np.testing.assert_allclose(hessians[0], hessians[1], rtol=1e-12, atol=1e-14)
