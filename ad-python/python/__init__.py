"""Functions of Rust for JAX, PyTorch, SciPy and CasADi. Each library is imported when its adapter is first used."""

_loaded = {}


def _part(name):
    if name not in _loaded:
        import sys

        _loaded[name] = _load(sys.modules[__name__], name)
    return _loaded[name]


def jax(f, *example, **keywords):
    """A function of JAX: jit, vmap, grad, jvp and all their mixtures to the third order, by XLA's foreign function interface.

    Arguments and results are trees of arrays, as those of `f`. If the lengths of the result are not in its type, pass an `example` of
    the arguments.
    """
    return _part("jax")["adapter"](f, example, keywords)


def torch(f, *example, **keywords):
    """A function of PyTorch, whose gradients are differentiable to the third order. Tensors are of float64 and on the CPU.

    If the lengths of the result are not in its type, pass an `example` of the arguments.
    """
    return _part("torch")["adapter"](f, example, keywords)


def scipy(f, *x0, **keywords):
    """The parts of `f` that `scipy.optimize` and `scipy.integrate.solve_ivp` take, at vectors, from the argument `x0` on."""
    return _part("scipy")["Vector"](f, x0, keywords)


def casadi(f, *example, **keywords):
    """A function of CasADi, from a column to a column, with sparse derivatives. The `example` of the arguments gives their lengths."""
    return _part("casadi")["adapter"](f, example, keywords)


def stubs():
    """The type stubs of the module, the content of its `.pyi` file."""
    return _part("stubs")["stubs"](_module)
