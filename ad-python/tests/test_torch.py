"""Functions of Rust in PyTorch."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")
from torch.autograd import gradcheck, gradgradcheck  # noqa: E402

import models  # noqa: E402

adapter = models.ad_python.torch


def point(n):
    return torch.tensor([0.3, 0.7, -0.4, 1.1][:n], dtype=torch.float64, requires_grad=True)


@pytest.mark.parametrize("name, n", [("taped", 4), ("hs43", 4), ("field", 3), ("polar", 2), ("products", 4)])
def test_gradients_pass_the_checks_of_torch(name, n):
    function = getattr(models, name)
    f = adapter(function, np.ones(n)) if name == "products" else adapter(function)
    assert gradcheck(f, (point(n),))
    assert gradgradcheck(f, (point(n),))


def test_the_third_order_passes_the_check():
    f = adapter(models.taped)

    def gradient(x):
        return torch.autograd.grad(f(x), x, create_graph=True)[0]

    assert gradgradcheck(gradient, (point(4),))


def test_arguments_are_trees():
    f = adapter(models.energy)
    focal = torch.tensor(2.0, dtype=torch.float64, requires_grad=True)
    weights = torch.tensor([1.0, 3.0], dtype=torch.float64, requires_grad=True)
    f({"focal": focal, "center": [0.5, -1.0]}, weights).backward()
    assert focal.grad.item() == 10.0 and weights.grad.tolist() == [4.0, 12.0]


def test_a_gradient_is_that_of_the_function():
    x = point(4)
    adapter(models.taped)(x).backward()
    assert x.grad.tolist() == models.taped.grad(x.detach().numpy()).tolist()


def test_errors_have_words():
    with pytest.raises(TypeError, match="`x` has the dtype torch.float32"):
        adapter(models.field)(torch.zeros(3))
    with pytest.raises(ValueError, match=r"`x` has the shape \(4,\)"):
        adapter(models.field)(point(4))
    with pytest.raises(RuntimeError, match="negative"):
        adapter(models.fragile)(-point(4))
    for wrong in (True, 1j, "abc", None, np.float32(1), np.ma.masked_array([1.0], [1])):
        with pytest.raises(TypeError, match="`x` (has the dtype|is a masked array)"):
            adapter(models.fifth)(wrong)
    with pytest.raises(TypeError, match=r"write `ad_python\.torch\(f\)`"):
        models.field(point(3))


def test_only_some_arguments_have_gradients():
    f = adapter(models.field)
    x = torch.tensor(0.3, dtype=torch.float64, requires_grad=True)
    f([x, 0.7, 2]).sum().backward()
    assert x.grad.item() == models.field.jacobian([0.3, 0.7, 2.0]).sum(0)[0]
    y = torch.tensor([0.7, 2.0], dtype=torch.float64)
    assert not f(torch.cat([x.detach()[None], y])).requires_grad
    with torch.no_grad():
        assert not f(point(3)).requires_grad
    with torch.inference_mode():
        assert f(point(3)).tolist() == models.field([0.3, 0.7, -0.4]).tolist()


def test_views_and_changes_in_place():
    x = point(4)
    for view in (lambda x: x[::2], lambda x: torch.flip(x, (0,)), lambda x: x[:1].expand(3)):
        x.grad = None
        adapter(models.taped)(view(x)).backward()
        own = torch.autograd.functional.vjp(view, x.detach(), torch.tensor(models.taped.grad(view(x.detach()).numpy())))[1]
        assert torch.equal(x.grad, own)
    copied = x * 1
    y = adapter(models.taped)(copied)
    copied.mul_(2)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.backward()


def test_tensors_of_odd_forms():
    f = adapter(models.taped)
    negative = torch.tensor([1j, 2j, 3j], dtype=torch.complex128).conj().imag
    assert f(negative).item() == models.taped([-1.0, -2.0, -3.0])
    with pytest.raises(TypeError, match=r"`x` has the layout torch.sparse_coo: write `\.to_dense\(\)`"):
        f(point(3).detach().to_sparse())
    with pytest.raises(TypeError, match=r"`x` is on the device meta: write `\.cpu\(\)`"):
        f(torch.zeros(3, dtype=torch.float64, device="meta"))
    for wrong in (torch.tensor(2.0), torch.tensor(2.0, dtype=torch.float64, requires_grad=True)):
        with pytest.raises(TypeError, match="`x`"):
            models.fifth(wrong)


def test_structures_of_any_kind():
    assert adapter(models.unnamed)(point(2), (3.0, 4.0)).item() == 300.0 + 70.0 + 34.0
    x = torch.tensor(3.0, dtype=torch.float64, requires_grad=True)
    adapter(models.single)((x,)).backward()
    assert x.grad.item() == 6.0
    with pytest.raises(ValueError, match="the result at point 0 has lists of the lengths"):
        adapter(models.parted, [1.0, -2.0, -3.0])(torch.tensor([1.0, 2.0, -3.0], dtype=torch.float64))


def test_transforms_of_functions_are_refused_with_words():
    for transform, shape in [(torch.func.grad, 3), (torch.func.vmap, (2, 3))]:
        with pytest.raises(RuntimeError, match="autograd.Function"):
            transform(adapter(models.taped))(torch.ones(shape, dtype=torch.float64))


def test_the_fourth_order_is_an_error_with_words():
    x = point(4)
    y = adapter(models.taped)(x)
    with pytest.raises(TypeError, match="derivatives have orders 1 to 3, and order 4 is requested"):
        for _ in range(4):
            y = torch.autograd.grad(y.sum(), x, create_graph=True)[0]


@pytest.mark.skipif(not hasattr(torch, "compile"), reason="PyTorch 1 has no compiler")
def test_compiled_programs_contain_functions():
    f = adapter(models.taped)
    x = point(4)
    torch.compile(lambda x: 3 * torch.sin(f(2 * x)), backend="eager")(x).backward()
    compiled, x.grad = x.grad, None
    (3 * torch.sin(f(2 * x))).backward()
    assert torch.equal(compiled, x.grad)
