"""Where a rule is decided in the code and proved in the tests.

Code cites a rule by its id in the docstring of the function or class that decides it, or in a
comment. Tests cite it with the mark `@rule("PLACE-04")`. Both are read from source files, so a
compiled module is found by the `.py` that is shipped beside it.
"""

import ast
import io
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

from estoril.rulebook.book import ID

PACKAGE = Path(__file__).resolve().parent.parent
"""The folder of the package, src/estoril in a checkout."""

_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Mention(msgspec.Struct, frozen=True, order=True):
    """A line of a source file and the function or class it belongs to."""

    file: str
    line: int
    name: str

    def __str__(self) -> str:
        """Write the place as an editor would: file, line, name."""
        return f"{self.file}:{self.line} {self.name}".rstrip()


def code_of(rule_id: str, root: Path = PACKAGE) -> list[Mention]:
    """Find the code that cites a rule, below the package folder `root`.

    The rulebook itself is left out: it tells the rules and decides none.
    """
    return [place for id_, place in citations(root) if id_ == rule_id]


def tests_of(rule_id: str, root: Path | None = None) -> list[Mention]:  # noqa: PT028  (no test)
    """Find the tests marked with a rule, below the folder `root`.

    Without `root` these are the tests of the checkout; there are none to find in an installed
    package, which `folder_of_tests` tells apart from a rule without tests.
    """
    root = root or folder_of_tests()
    return [] if root is None else [place for id_, place in marks(root) if id_ == rule_id]


def folder_of_tests(package: Path = PACKAGE) -> Path | None:
    """Give the tests of the checkout that the package runs from, if it does."""
    tests = package.parent.parent / "tests"
    return tests if package.parent.name == "src" and tests.is_dir() else None


@cache
def citations(root: Path) -> tuple[tuple[str, Mention], ...]:
    """List every id cited below a package folder, with its place, in reading order."""
    found = {
        (id_, Mention(path.relative_to(root).as_posix(), line, name))
        for path in _sources(root)
        if path.relative_to(root).parts[0] != "rulebook"
        for id_, line, name in _cited(path)
    }
    return tuple(sorted(found, key=lambda entry: (entry[1], entry[0])))


@cache
def marks(root: Path) -> tuple[tuple[str, Mention], ...]:
    """List every id marked on a test below a tests folder, with its place, in reading order."""
    found = {
        (id_, Mention(path.relative_to(root.parent).as_posix(), definition.lineno, name))
        for path in _sources(root)
        for definition, name in _definitions(_tree(path))
        if definition.name.lower().startswith("test")
        for id_ in _marked(definition)
    }
    return tuple(sorted(found, key=lambda entry: (entry[1], entry[0])))


def _sources(root: Path) -> list[Path]:
    return sorted(root.rglob("*.py"))


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_bytes(), filename=str(path))


def _definitions(node: ast.AST, outer: str = "") -> Iterator[tuple[_Definition, str]]:
    """Walk all functions and classes with their qualified names."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, _Definition):
            name = f"{outer}.{child.name}" if outer else child.name
            yield child, name
            yield from _definitions(child, name)
        else:
            yield from _definitions(child, outer)


def _cited(path: Path) -> Iterator[tuple[str, int, str]]:
    """Find ids with line and name: in docstrings at the definition, in comments where they are."""
    definitions = list(_definitions(_tree(path)))
    for definition, name in definitions:
        for id_ in ID.findall(ast.get_docstring(definition) or ""):
            yield id_, definition.lineno, name
    for line, comment in _comments(path):
        # Inner definitions come after the outer ones, so the last that holds the line is closest.
        around = [name for node, name in definitions if _first(node) <= line <= _last(node)]
        for id_ in ID.findall(comment):
            yield id_, line, around[-1] if around else ""


def _comments(path: Path) -> Iterator[tuple[int, str]]:
    for token in tokenize.tokenize(io.BytesIO(path.read_bytes()).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def _first(definition: _Definition) -> int:
    return min([definition.lineno, *(mark.lineno for mark in definition.decorator_list)])


def _last(definition: _Definition) -> int:
    return definition.end_lineno or definition.lineno


def _marked(definition: _Definition) -> Iterator[str]:
    """Read the ids out of `@rule("…", "…")`, also spelled `@pytest.mark.rule("…")`."""
    for mark in definition.decorator_list:
        match mark:
            case ast.Call(func=ast.Name(id="rule") | ast.Attribute(attr="rule"), args=arguments):
                for argument in arguments:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield argument.value
