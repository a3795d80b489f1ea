"""Values and derivatives at arguments of all structures."""

import pydoc
import subprocess
import sys

import numpy as np
import pytest

import models

CAMERA = {"focal": 2.0, "center": [0.5, -1.0]}
POINTS = np.array([[1.0, 2.0, 4.0], [3.0, -1.0, 2.0]])


def differences(f, x, h=1e-6):
    x = np.asarray(x, dtype=float)
    columns = []
    for i in range(x.size):
        step = np.zeros(x.size)
        step[i] = h
        columns.append((np.asarray(f(x + step)) - np.asarray(f(x - step))) / (2 * h))
    return np.stack(columns, -1)


def test_a_struct_is_a_dict_and_its_gradient_too():
    value, (camera, weights) = models.energy.value_and_grad(CAMERA, [1.0, 3.0])
    assert value == 19.5
    assert camera["focal"] == 10.0 and camera["center"].tolist() == [-1.0, 0.5]
    assert weights.tolist() == [4.0, 12.0]
    assert models.energy(weights=[1.0, 3.0], camera=CAMERA) == value
    assert models.energy.names(CAMERA, [1.0]) == ["camera.focal", "camera.center[0]", "camera.center[1]", "weights[0]"]


def test_the_result_may_be_a_struct():
    camera = models.moved(CAMERA, 3.0)
    assert camera["focal"] == 6.0 and camera["center"].tolist() == [3.5, -3.0]
    _, adjoint = models.moved.vjp((CAMERA, 3.0), {"focal": 1.0, "center": [10.0, 100.0]})
    assert adjoint[0]["focal"] == 3.0 and adjoint[1] == 2.0 + 10.0 - 100.0
    jacobian = models.moved.jacobian(CAMERA, 3.0)
    assert jacobian["center"][0]["center"].tolist() == [[1.0, 0.0], [0.0, 3.0]]


def test_a_list_of_any_length_is_an_array():
    scene = {"camera": CAMERA, "points": POINTS}
    places = models.project(scene)
    assert places.tolist() == [[1.0, 0.0], [3.5, -2.0]]
    jacobian = models.project.jacobian(scene)
    assert jacobian["points"].shape == (2, 2, 2, 3) and jacobian["camera"]["focal"].shape == (2, 2)
    assert jacobian["points"][1, 0, 1].tolist() == [1.0, 0.0, -1.5]
    assert models.project({"camera": CAMERA, "points": np.zeros((0, 3))}).shape == (0, 2)


def test_rows_may_differ_in_length():
    value, rows = models.total.value_and_grad([[1.0, 2.0], [], [3.0]])
    assert value == 14.0 and [list(row) for row in rows] == [[2.0, 4.0], [], [6.0]]
    assert models.total.grad(np.arange(6.0).reshape(2, 3)).tolist() == [[0.0, 2.0, 4.0], [6.0, 8.0, 10.0]]


def test_an_option_is_none_or_a_number():
    assert models.optional(None, 3.0) == 3.0 and models.optional(2.0, 3.0) == 18.0
    assert models.optional.grad(2.0, 3.0) == (9.0, 12.0) and models.optional.grad(None, 3.0) == (None, 1.0)


@pytest.mark.parametrize("form", ["list", "strided", "reversed", "misaligned", "fortran", "big-endian", "integers", "read-only", "0-d elements"])
def test_arrays_of_each_form_have_one_value(form):
    x = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    given = {
        "list": lambda: x.tolist(),
        "reversed": lambda: x[::-1, ::-1].copy()[::-1, ::-1],
        "misaligned": lambda: np.frombuffer(b"." + x.tobytes(), "u1")[1:].view(float).reshape(2, 3),
        "strided": lambda: np.repeat(x, 2, axis=1)[:, ::2],
        "fortran": lambda: np.asfortranarray(x),
        "big-endian": lambda: x.astype(">f8"),
        "integers": lambda: x.astype(int),
        "read-only": lambda: np.frombuffer(x.tobytes()).reshape(2, 3),
        "0-d elements": lambda: [[np.array(e) for e in row] for row in x],
    }[form]()
    value, gradient = models.matrix.value_and_grad(given)
    assert value == models.matrix(x) and gradient.tolist() == models.matrix.grad(x).tolist()


def test_an_array_in_c_order_is_not_copied():
    """A call of a strided array needs memory for one array more."""

    def megabytes(array):
        code = f"""
import models, numpy as np, re
x = {array}
models.constant(np.ones(1001))
peak = lambda: int(re.search("VmHWM: *([0-9]+)", open("/proc/self/status").read().replace(chr(9), " "))[1])
before = peak()
models.constant(x)
print((peak() - before) / 1024)
"""
        return float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)

    assert megabytes("np.ones(10**7)[::2]") - megabytes("np.ones(5 * 10**6)") > 30


def test_jacobians_and_products_are_those_of_differences():
    x, dx, dy = np.array([0.3, 0.7, -0.4]), np.array([1.0, -2.0, 0.5]), np.array([0.2, 1.5, -1.0])
    expected = differences(models.field, x)
    jacobian = models.field.jacobian(x)
    np.testing.assert_allclose(jacobian, expected, atol=1e-8)
    np.testing.assert_allclose(models.field.jvp(x, dx)[1], jacobian @ dx, rtol=1e-14)
    np.testing.assert_allclose(models.field.vjp(x, dy)[1], dy @ jacobian, rtol=1e-14)
    np.testing.assert_allclose(models.field.sparse_jacobian(x).toarray(), jacobian, rtol=1e-14)


def test_hessians_are_those_of_differences_with_a_program_and_without():
    for f in (models.taped, models.hs43):
        x, v = np.array([0.3, 0.7, -0.4, 1.1]), np.array([1.0, -2.0, 0.5, 0.1])
        hessian = f.hessian(x)
        np.testing.assert_allclose(hessian, differences(f.grad, x), atol=1e-7)
        gradient, product = f.hvp(x, v)
        np.testing.assert_allclose(product, hessian @ v, rtol=1e-13, atol=1e-15)
        np.testing.assert_allclose(gradient, f.grad(x), rtol=1e-14)
        np.testing.assert_allclose(f.sparse_hessian(x).toarray(), hessian, rtol=1e-13, atol=1e-15)


def test_a_hessian_of_parts_has_an_array_for_each_pair():
    hessian = models.energy.hessian(CAMERA, [1.0, 3.0])
    assert hessian[0]["center"][0]["center"].tolist() == [[0.0, 1.0], [1.0, 0.0]]
    assert hessian[1][0]["focal"].tolist() == [2.0, 6.0] and hessian[1][1].tolist() == [[4.0, 0.0], [0.0, 4.0]]


def test_a_sparse_hessian_grows_with_the_branches():
    for x in ([-1.0, -2.0, -3.0], [1.0, -2.0, 3.0], [1.0, 2.0, 3.0], [-1.0, 2.0, 3.0]):
        assert np.array_equal(models.sided.sparse_hessian(x).toarray(), models.sided.hessian(x))


def test_derivatives_of_any_order_are_along_a_line():
    assert [models.fifth.nth_derivative(n, 2.0) for n in range(7)] == [32.0, 80.0, 160.0, 240.0, 240.0, 120.0, 0.0]
    x, v = np.array([0.3, 0.7, -0.4]), np.array([1.0, -2.0, 0.5])
    first = models.field.nth_derivative(1, x, v)
    np.testing.assert_allclose(first, models.field.jacobian(x) @ v, rtol=1e-13)


def test_many_points_have_the_bits_of_single_calls():
    generator = np.random.default_rng(0)
    x = generator.uniform(0.1, 2.0, (1000, 3))
    many = models.field.at(x)
    assert len(many) == 1000
    assert np.array_equal(many.value(), np.array([models.field(x) for x in x]))
    assert np.array_equal(many.jacobian(), np.array([models.field.jacobian(x) for x in x]))
    values, gradients = models.fragile.at(x).value_and_grad()
    assert np.array_equal(values, [models.fragile(x) for x in x])
    assert np.array_equal(gradients, [models.fragile.grad(x) for x in x])


def test_many_points_of_several_parts_are_columns():
    cameras = {"focal": np.array([1.0, 2.0]), "center": np.array([[0.0, 1.0], [2.0, 3.0]])}
    values, (camera, weights) = models.energy.at(cameras, np.array([[1.0], [3.0]])).value_and_grad()
    assert values.tolist() == [1.0, 24.0]
    assert camera["focal"].tolist() == [1.0, 9.0] and camera["center"].tolist() == [[1.0, 0.0], [3.0, 2.0]]
    assert weights.tolist() == [[2.0], [12.0]]
    moved = models.moved.at(cameras, np.array([2.0, 3.0]))
    assert moved.value()["center"].tolist() == [[2.0, 2.0], [5.0, 9.0]]
    assert moved.jacobian()["focal"][0]["focal"].tolist() == [2.0, 3.0]
    assert models.field.at(np.zeros((0, 3))).value().shape == (0, 3)


def test_parameters_without_names_are_passed_by_their_places():
    assert models.unnamed([1.0, 2.0], (3.0, 4.0)) == 1234.0
    x = [np.array([[1.0, 2.0]] * 2), (np.array([3.0, 5.0]), np.array([4.0, 4.0]))]
    assert models.unnamed.at(*x).value().tolist() == [1234.0, 1254.0]


def test_names_are_those_of_python():
    wave = {"lambda": 3.0, "type": 5.0}
    assert models.keywords(2.0, type=7.0, wave=wave) == 29.0
    assert models.keywords.names(2.0, 7.0, wave) == ["lambda", "type", "wave.lambda", "wave.type"]
    assert models.keywords.grad(2.0, 7.0, wave)[2] == {"lambda": 5.0, "type": 3.0}
    with pytest.raises(ValueError, match=r"`type` is 11, and must be in \[0, 10\)"):
        models.keywords(2.0, 11.0, wave)


def test_a_tuple_of_one_part_is_one_parameter():
    assert models.single((3.0,)) == 9.0 and models.single.grad((3.0,)) == (6.0,)
    assert models.single.jvp((3.0,), (2.0,)) == (9.0, 12.0)


def test_the_number_of_results_may_depend_on_the_argument():
    x = np.array([1.0, -2.0, 3.0])
    for signs in ([1, 1, 1], [1, 1, -1], [-1, 1, 1], [1, -1, -1], [-1, -1, 1]):
        y = x * signs
        assert models.positive(y).tolist() == (y[y > 0] ** 2).tolist()
        assert np.array_equal(models.positive.jacobian(y), (2 * np.diag(y))[y > 0])
        assert np.array_equal(models.positive.sparse_jacobian(y).toarray(), (2 * np.diag(y))[y > 0])


def test_matrices_without_entries():
    for x in ([], [1.0, 2.0]):
        hessian = models.constant.sparse_hessian(x)
        assert hessian.shape == (len(x), len(x)) and hessian.nnz == 0
        assert np.array_equal(models.constant.hessian(x), hessian.toarray())
    assert models.no_numbers.hessian([]).shape == (0, 0) and models.no_numbers.sparse_jacobian([]).shape == (1, 0)
    many = models.no_numbers.at(np.zeros((5, 0)))
    assert many.value().tolist() == [2.0] * 5 and many.grad().shape == (5, 0)


def test_help_shows_the_structures():
    assert repr(models.energy) == (
        "<function energy(camera: {'focal': float, 'center': array (2,)}, weights: array (n,)) -> float of Rust>"
    )
    assert "weights: from [-1000000, 1000000]" in models.energy.__doc__
    assert "The places of points in a picture." in models.project.__doc__
    assert "\n\nA power." in models.fifth.__doc__
    assert "A panic with its text, also in a loop." in pydoc.plain(pydoc.render_doc(models.fragile))
    assert models.__doc__ == "Functions of many structures."
