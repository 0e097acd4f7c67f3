"""The programs that measure can be started, though nothing but people runs them."""

from importlib import import_module
from pkgutil import iter_modules

import pytest

import benchmarks


@pytest.mark.parametrize("name", [each.name for each in iter_modules(benchmarks.__path__)])
def test_everything_that_a_program_imports_is_there(name: str) -> None:
    import_module(f"benchmarks.{name}")
