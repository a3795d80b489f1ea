"""Functions of Rust in PyTorch. `jax.py` explains the kinds of derivatives."""

import numpy as np
import torch

trees = _package._part("trees")
At = _package.At
VALUE, VALUE_AND_GRAD, TANGENT, ADJOINT = At.VALUE, At.VALUE_AND_GRAD, At.TANGENT, At.ADJOINT


def run(at, kind, m, args):
    """The results as tensors, which share the memory of the arrays."""
    rows = [np.ascontiguousarray(arg.detach().resolve_neg().numpy())[None] for arg in args]
    return [torch.from_numpy(result[0]) for result in at.derivative(kind, m, *rows)]


class Derivative(torch.autograd.Function):
    @staticmethod
    def forward(ctx, at, kind, m, *args):
        ctx.at, ctx.kind, ctx.m, ctx.gradient = at, kind, m, None
        ctx.save_for_backward(*args)
        if kind == VALUE and at.is_scalar and args[0].requires_grad:
            y, ctx.gradient = run(at, VALUE_AND_GRAD, m, args)
            return y
        return run(at, kind, m, args)[0]

    @staticmethod
    def backward(ctx, cotangent):
        at, kind, m = ctx.at, ctx.kind, ctx.m
        x, *others = ctx.saved_tensors
        order = kind % 10

        def derivative(kind, *args):
            return Derivative.apply(at, kind, m, x, *args)

        if kind == VALUE:
            # Without `create_graph`, the gradient that is there is enough.
            if ctx.gradient is not None and not torch.is_grad_enabled():
                return None, None, None, cotangent * ctx.gradient
            return None, None, None, derivative(ADJOINT + 1, cotangent)
        wanted = ctx.needs_input_grad[3:]
        results = [None] * len(wanted)
        if kind < ADJOINT:
            if wanted[0]:
                results[0] = derivative(ADJOINT + order + 1, *others, cotangent)
            for i in range(len(others)):
                if wanted[i + 1]:
                    results[i + 1] = derivative(ADJOINT + order, *others[:i], *others[i + 1 :], cotangent)
            return None, None, None, *results
        if wanted[0]:
            results[0] = derivative(kind + 1, cotangent, *others)
        for i in range(len(others) - 1):
            if wanted[i + 1]:
                results[i + 1] = derivative(kind, *others[:i], cotangent, *others[i + 1 :])
        if wanted[-1]:
            results[-1] = derivative(TANGENT + order, *others[:-1], cotangent)
        return None, None, None, *results


def array(x, name):
    """A tensor of doubles in this computer's memory. Python's numbers and integers are converted, and lists may have tensors."""
    if isinstance(x, (tuple, list)) and any(isinstance(part, (torch.Tensor, tuple, list)) for part in x):
        return torch.stack([array(part, f"{name}[{i}]") for i, part in enumerate(x)])
    if not isinstance(x, torch.Tensor):
        return torch.as_tensor(trees["doubles"](x, name), device="cpu")
    if x.device.type != "cpu":
        raise TypeError(f"`{name}` is on the device {x.device}: write `.cpu()`")
    if x.layout != torch.strided:
        raise TypeError(f"`{name}` has the layout {x.layout}: write `.to_dense()`")
    if not x.dtype.is_floating_point and not x.dtype.is_complex and x.dtype != torch.bool:
        return x.double()
    if x.dtype != torch.float64:
        raise TypeError(f"`{name}` has the dtype {x.dtype}, and must have torch.float64: write `.double()`")
    return x


def adapter(f, example, keywords):
    shapes = trees["Shapes"](f, example, keywords)

    def function(*args, **keywords):
        parts, lengths = shapes.flat(trees["bind"](f, args, keywords), array)
        at = shapes.at(lengths)
        x = parts[0] if len(parts) == 1 else torch.cat(parts) if parts else torch.zeros(0, dtype=torch.float64, device="cpu")
        return shapes.container(Derivative.apply(at, VALUE, shapes.size, x))

    function.__name__, function.__doc__ = f.__name__, f.__doc__
    return function
