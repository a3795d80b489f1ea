"""Containers of arrays, as the layout of a function says, and flat vectors."""

import builtins

import numpy as np

MISSING = object()


def doubles(x, name):
    """An array of NumPy with doubles. Integers are converted, and other numbers are refused, as by a call without an adapter."""
    if isinstance(x, np.ma.MaskedArray):
        raise TypeError(f"`{name}` is a masked array: write `.filled(…)`")
    try:
        x = np.asarray(x)
    except (TypeError, ValueError, RuntimeError) as error:
        raise TypeError(f"`{name}` must be an array or a number: {error}") from error
    if x.dtype.kind not in "iu" and x.dtype != np.float64:
        raise TypeError(f"`{name}` has the dtype {x.dtype}, and must have float64: write `.astype(float)`")
    return x.astype(float, order="C", copy=False)


def rank(layout):
    """The number of axes of an array of this layout, or None."""
    if layout[0] == "number":
        return 0
    if layout[0] in ("array", "list"):
        inner = rank(layout[-1])
        return None if inner is None else inner + 1
    return None


def count(layout):
    """The number of numbers, or None if lengths are missing."""
    kind = layout[0]
    if kind == "number":
        return 1
    if kind == "array":
        inner = count(layout[2])
        return None if inner is None else layout[1] * inner
    if kind in ("tuple", "record"):
        parts = layout[1] if kind == "tuple" else layout[1].values()
        counts = [count(part) for part in parts]
        return None if None in counts else builtins.sum(counts)
    return None


def bind(f, args, keywords):
    """The argument of a call, and its name."""
    parameters, first = f._layouts[2:]
    if not parameters:
        args = [*args, *(keywords.pop(first) for _ in range(first in keywords))]
        if len(args) != 1 or keywords:
            raise TypeError(f"{f.__name__}() takes 1 argument, `{first}`")
        return args[0]
    if len(args) > len(parameters):
        raise TypeError(f"{f.__name__}() takes {len(parameters)} arguments, and {len(args)} are given")
    values = [*args, *[MISSING] * (len(parameters) - len(args))]
    for name, value in keywords.items():
        i = parameters.index(name) if name in parameters else None
        if i is None or values[i] is not MISSING:
            raise TypeError(f"{f.__name__}() has no parameter `{name}`, or receives it twice; it has {parameters}")
        values[i] = value
    for name, value in zip(parameters, values):
        if value is MISSING:
            raise TypeError(f"{f.__name__}() needs `{name}`")
    return tuple(values)


def lengths_of(layout, shape):
    """The lengths of the lists in an array, or None if the shape does not fit."""
    if layout[0] == "number":
        return []
    if layout[0] == "array" and layout[1] != shape[0]:
        return None
    found = [shape[0]] if layout[0] == "list" else []
    inner = lengths_of(layout[-1], shape[1:])
    if inner is None:
        return None
    return found + inner * shape[0]


def flatten(layout, x, name, array):
    """Flat arrays of the numbers, and the lengths of the lists. `array` makes an array of the library."""
    kind, axes = layout[0], rank(layout)
    if axes is not None:
        x = array(x, name)
        lengths = lengths_of(layout, x.shape) if len(x.shape) == axes else None
        if lengths is None:
            raise ValueError(f"`{name}` has the shape {tuple(x.shape)}, which does not fit {layout}")
        return [x.reshape(-1)], lengths
    if kind == "optional":
        if x is None:
            return [], [0]
        parts, lengths = flatten(layout[1], x, name, array)
        return parts, [1, *lengths]
    if kind == "record":
        if not isinstance(x, dict) or set(x) != set(layout[1]):
            raise ValueError(f"`{name}` must be a dict with the keys {sorted(layout[1])}")
        pairs = [(of, x[key], f"{name}['{key}']") for key, of in layout[1].items()]
        lengths = []
    else:
        if not isinstance(x, (tuple, list)):
            raise TypeError(f"`{name}` must be a tuple or a list, and is of the type `{type(x).__name__}`")
        layouts = layout[1] if kind == "tuple" else [layout[-1]] * len(x)
        wanted = {"tuple": len(layouts), "array": layout[1]}.get(kind, len(x))
        if len(x) != wanted:
            raise ValueError(f"`{name}` has {len(x)} parts, and must have {wanted}")
        pairs = [(of, part, f"{name}[{i}]") for i, (of, part) in enumerate(zip(layouts, x))]
        lengths = [len(x)] if kind == "list" else []
    parts = []
    for of, part, path in pairs:
        flat, inner = flatten(of, part, path, array)
        parts += flat
        lengths += inner
    return parts, lengths


def unflatten(layout, lengths, numbers):
    """The container of the next flat numbers. `lengths` is an iterator, and `numbers(shape)` takes an array of the next ones."""
    kind, axes = layout[0], rank(layout)
    if axes is not None:
        shape, inner = [], layout
        while inner[0] != "number":
            if inner[0] == "array":
                shape.append(inner[1])
            else:
                repeated = 1
                for length in shape:
                    repeated *= length
                found = {next(lengths) for _ in range(repeated)} or {0}
                if len(found) > 1:
                    raise ValueError(f"rows of the result differ in length: {sorted(found)}")
                shape.append(found.pop())
            inner = inner[-1]
        return numbers(tuple(shape))
    if kind == "optional":
        return unflatten(layout[1], lengths, numbers) if next(lengths) else None
    if kind == "record":
        return {key: unflatten(of, lengths, numbers) for key, of in layout[1].items()}
    if kind == "tuple":
        return tuple(unflatten(of, lengths, numbers) for of in layout[1])
    length = layout[1] if kind == "array" else next(lengths)
    return [unflatten(layout[-1], lengths, numbers) for _ in range(length)]


class Shapes:
    """The structures of the argument and of the result of a function, for an adapter."""

    def __init__(self, f, example, keywords):
        if not hasattr(f, "_layouts"):
            raise TypeError(f"a function of a module of Rust is needed, and {f!r} is of the type `{type(f).__name__}`")
        self.f = f
        self.argument, self.result, self.parameters, self.name = f._layouts
        self.size = count(self.result)
        self.result_lengths = []
        self.example = None
        if example or keywords:
            parts, self.example = self.flat(bind(f, example, keywords), doubles)
            x = np.concatenate(parts)[None] if parts else np.zeros((1, 0))
            self.start = x[0]
            value, self.result_lengths = f._at(self.example).value(x)
            self.size = len(value)

    def flat(self, x, array):
        """Flat parts of an argument, and its lengths."""
        if self.parameters:
            parts, lengths = [], []
            for of, part, name in zip(self.argument[1], x, self.parameters):
                flat, inner = flatten(of, part, name, array)
                parts += flat
                lengths += inner
            return parts, lengths
        return flatten(self.argument, x, self.name, array)

    def at(self, lengths):
        """The function at arguments of these lengths."""
        if self.size is None or (count(self.result) is None and self.example != lengths):
            raise TypeError(
                f"the result of {self.f.__name__} has lengths that are not in its type: pass an example of the arguments "
                f"with the same lengths to the adapter"
            )
        return self.f._at(lengths, self.result_lengths)

    def container(self, y):
        """The result, of a flat array of the library."""
        position = 0

        def numbers(shape):
            nonlocal position
            length = 1
            for axis in shape:
                length *= axis
            part = y[..., position : position + length]
            position += length
            return part.reshape(tuple(y.shape[:-1]) + shape)

        return unflatten(self.result, iter(self.result_lengths), numbers)
