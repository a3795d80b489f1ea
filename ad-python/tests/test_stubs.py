"""The stub of a module is the text that its shapes give. STUBS=overwrite writes it."""

import ast
import os
import pathlib

import pytest

import models

orbits = pytest.importorskip("orbits")


def test_the_stub_of_the_example_is_current():
    file = pathlib.Path(__file__).parents[2] / "examples/python/orbits.pyi"
    text = orbits.ad_python.stubs()
    if os.environ.get("STUBS") == "overwrite":
        file.write_text(text)
    names = {node.target.id for node in ast.parse(text).body if isinstance(node, ast.AnnAssign)}
    assert names == {"lorenz", "kepler", "rosenbrock"}
    assert file.read_text() == text, "run `STUBS=overwrite pytest ad-python/tests/test_stubs.py`"


def test_stubs_are_python_with_the_docstrings():
    body = ast.parse(models.ad_python.stubs()).body
    docs = {item.target.id: ast.literal_eval(doc.value) for item, doc in zip(body, body[1:]) if isinstance(item, ast.AnnAssign)}
    assert docs == {name: getattr(models, name).__doc__ for name in models.__all__ if name != "ad_python"}


def test_the_stub_is_in_the_wheel():
    folder = pathlib.Path(orbits.__file__).parent
    assert (folder / "__init__.pyi").exists() and (folder / "py.typed").exists()
