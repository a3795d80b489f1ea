"""Type stubs."""

HEAD = '''from typing import Any, TypedDict

from numpy import float64
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array

Array = NDArray[float64]

class ManyPoints:
    def __len__(self) -> int: ...
    def value(self) -> Any: ...
    def value_and_grad(self) -> tuple[Array, Any]: ...
    def grad(self) -> Any: ...
    def jacobian(self) -> Any: ...

class ad_python:
    @staticmethod
    def jax(f: Any, *example: Any, **keywords: Any) -> Any: ...
    @staticmethod
    def torch(f: Any, *example: Any, **keywords: Any) -> Any: ...
    @staticmethod
    def scipy(f: Any, *x0: Any, **keywords: Any) -> Any: ...
    @staticmethod
    def casadi(f: Any, *example: Any, **keywords: Any) -> Any: ...
    @staticmethod
    def stubs() -> str: ...
'''


def stubs(module):
    parts = [_package._quoted(module.__doc__) + "\n" if module.__doc__ else "", HEAD]
    for name in module.__all__:
        if name != "ad_python":
            parts += [part for part in getattr(module, name)._stub() if part not in parts]
    return "\n".join(part for part in parts if part)
