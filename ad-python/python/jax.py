"""Functions of Rust in JAX.

One primitive has all derivatives, as `Kind` in Rust: the value f(x), the derivative in k directions T(x, v₁ … vₖ), and its adjoint
A(x, v₁ … vₖ₋₁, w), the gradient of w·T. Both are linear in each direction and in w, and symmetric in the directions. So each is the
transpose of the other, and the derivative of order k in x is the same of order k + 1.
"""

import functools

import jax
import jax.extend
import jax.numpy as jnp
import numpy as np
from jax.interpreters import ad, batching, mlir

trees = _package._part("trees")
At = _package.At
VALUE, VALUE_AND_GRAD, TANGENT, ADJOINT, ORDER = At.VALUE, At.VALUE_AND_GRAD, At.TANGENT, At.ADJOINT, At.ORDER

derivative_p = jax.extend.core.Primitive(_package.__name__)
derivative_p.multiple_results = True


def lengths(kind, n, m):
    if kind == VALUE_AND_GRAD:
        return m, n
    return (n,) if kind >= ADJOINT else (m,)


def derivative(*args, **params):
    return derivative_p.bind(*args, **params)


def further(params, kind):
    """The parameters for another kind."""
    order = kind % 10
    if kind >= TANGENT and order > ORDER:
        raise NotImplementedError(f"{params['name']}: derivatives of order {order} are requested, and there are {ORDER} orders")
    return {**params, "kind": kind}


@functools.cache
def target(name, address):
    """The name of a module's handler, which may be another module than this adapter's."""
    jax.ffi.register_ffi_target(name, jax.ffi.pycapsule(address), platform="cpu")
    return name


@derivative_p.def_abstract_eval
def abstract(x, *others, kind, n, m, **_):
    batch = x.shape[:-1]
    return [jax.core.ShapedArray((*batch, length), np.dtype("float64")) for length in lengths(kind, n, m)]


def call(x, *others, target, function, kind, n, m, **_):
    results = [jax.ShapeDtypeStruct((*x.shape[:-1], length), jnp.float64) for length in lengths(kind, n, m)]
    foreign = jax.ffi.ffi_call(target, results, vmap_method="broadcast_all")
    return foreign(x, *others, function=np.int64(function), kind=np.int64(kind))


derivative_p.def_impl(jax.jit(call, static_argnames=("target", "function", "kind", "n", "m", "name", "scalar")))
mlir.register_lowering(derivative_p, mlir.lower_fun(call, multiple_results=True))


def jvp(primals, tangents, *, kind, **params):
    params["kind"] = kind
    (x, *others), (dx, *directions) = primals, tangents
    varies = type(dx) is not ad.Zero
    if kind == VALUE and params["scalar"]:
        y, gradient = derivative(x, **further(params, VALUE_AND_GRAD))
        dy = jnp.sum(gradient * dx, -1, keepdims=True) if varies else ad.Zero.from_primal_value(y)
        return [y], [dy]
    results = derivative(*primals, **params)
    if kind == VALUE_AND_GRAD:
        if not varies:
            return results, [ad.Zero.from_primal_value(y) for y in results]
        dy = jnp.sum(results[1] * dx, -1, keepdims=True)
        return results, [dy, *derivative(x, dx, jnp.ones_like(dy), **further(params, ADJOINT + 2))]
    terms = []
    if varies:
        if kind == VALUE:
            terms += derivative(x, dx, **further(params, TANGENT + 1))
        else:
            # The new direction follows x, so that w stays the last.
            terms += derivative(x, dx, *others, **further(params, kind + 1))
    for i, direction in enumerate(directions):
        if type(direction) is not ad.Zero:
            terms += derivative(x, *others[:i], direction, *others[i + 1 :], **params)
    total = sum(terms[1:], terms[0]) if terms else ad.Zero.from_primal_value(results[0])
    return results, [total]


ad.primitive_jvps[derivative_p] = jvp


def transpose(cotangents, x, *others, kind, **params):
    (cotangent,) = cotangents
    if ad.is_undefined_primal(x):
        raise NotImplementedError(f"{params['name']}: the function is not linear, and has no transpose: write `jax.vjp`")
    linear = [i for i, other in enumerate(others) if ad.is_undefined_primal(other)]
    results = [None] * (len(others) + 1)
    if type(cotangent) is ad.Zero:
        for i in linear:
            results[i + 1] = ad.Zero(others[i].aval)
        return results
    (i,) = linear
    rest = [other for k, other in enumerate(others) if k != i]
    order = kind % 10
    if kind < ADJOINT:
        args, kind = (*rest, cotangent), ADJOINT + order
    elif i == len(others) - 1:
        args, kind = (*rest, cotangent), TANGENT + order
    else:
        args = (*others[:i], cotangent, *others[i + 1 :])
    (results[i + 1],) = derivative(x, *args, kind=kind, **params)
    return results


ad.primitive_transposes[derivative_p] = transpose


def batch(args, dims, **params):
    size = next(arg.shape[dim] for arg, dim in zip(args, dims) if dim is not None)
    args = [
        jnp.broadcast_to(arg, (size, *arg.shape)) if dim is None else jnp.moveaxis(arg, dim, 0)
        for arg, dim in zip(args, dims)
    ]
    results = derivative(*args, **params)
    return results, [0] * len(results)


batching.primitive_batchers[derivative_p] = batch


def is_traced(x):
    """Whether an array of JAX is in lists."""
    return isinstance(x, jax.Array) or (isinstance(x, (tuple, list)) and any(map(is_traced, x)))


def array(x, name):
    """An array of doubles. Python's numbers and integers are converted, and lists may have traced numbers."""
    if not jax.config.jax_enable_x64:
        raise TypeError("the numbers of JAX have 32 bits: call `jax.config.update('jax_enable_x64', True)` first")
    if isinstance(x, (tuple, list)) and is_traced(x):
        return jnp.stack([array(part, f"{name}[{i}]") for i, part in enumerate(x)])
    if not isinstance(x, jax.Array):
        x = trees["doubles"](x, name)
    if jnp.issubdtype(x.dtype, jnp.integer):
        return jnp.asarray(x, jnp.float64)
    if x.dtype != np.float64:
        raise TypeError(f"`{name}` has the dtype {x.dtype}, and must have float64: write `.astype(float)`")
    return jnp.asarray(x)


def adapter(f, example, keywords):
    shapes = trees["Shapes"](f, example, keywords)

    def function(*args, **keywords):
        parts, lengths = shapes.flat(trees["bind"](f, args, keywords), array)
        at = shapes.at(lengths)
        x = parts[0] if len(parts) == 1 else jnp.concatenate(parts) if parts else jnp.zeros(0)
        (y,) = derivative(
            x, target=target(*at.handler), function=at.register(), kind=VALUE, n=at.inputs, m=shapes.size, name=f.__name__, scalar=at.is_scalar
        )
        return shapes.container(y)

    function.__name__, function.__doc__ = f.__name__, f.__doc__
    return function
