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
