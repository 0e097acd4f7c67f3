"""Write the `.pxd` files that give compiled modules their C types, from what the sources say.

Fields, parameters and results have the types of their annotations, by kind (`engine/kinds.py`).
A local variable has the type of what it is first given; where that cannot be told, or something
of another C type is given to it later, the build asks for an annotation: nothing is guessed.

- A function can be called from C, and from Python, too, unless it takes an array. It runs without
  the GIL and raises nothing, unless it takes, returns or makes an object of Python or lets go of
  the GIL itself. Methods have the GIL. What begins with `_` is left to Python.
- Arrays on the stack are what `room` stands for in the plain form.
- What is said in C by hand is in the `.pxi` file beside a module, and comes last.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

ROOMS = ("estoril/engine", "estoril/bots/mind")
CONSTANTS = {"layout", "terms", "weights"}
NO_C_FORM = {"__init__", "fields"}
PLAIN = {"bits", "kinds", *CONSTANTS, *NO_C_FORM}  # modules that are not compiled
WRITABLE = {"State"}  # whose fields Python may set; those of others it may read
OBJECTS = {"bytearray", "bytes", "dict", "list", "str", "tuple"}
LOCALS = {  # what @cython.locals calls them
    "Py_ssize_t": "cython.Py_ssize_t",
    "double": "cython.double",
    "int": "cython.int",
    "long long": "cython.longlong",
    "short": "cython.short",
    "unsigned int": "cython.uint",
    "unsigned long long": "cython.ulonglong",
}
NUMBERS = {"double", "long long", "Py_ssize_t", "unsigned long long"}  # that any int fits into
WIDE = ("float", "Word", "Large", "Offset")  # a sum is of the first of these that is in it
NOTE = "# Written by tools/headers.py from the .py file of this name; by hand are .pxi files.\n"
KINDS = "estoril.engine.kinds"


class UntypedError(Exception):
    """The sources do not say what C type something has."""


class Kind(NamedTuple):
    """A kind of numbers or sets: its C type, that in an object or array, what a set is of."""

    c: str = ""
    kept: str = ""
    member: str = ""


class Function(NamedTuple):
    """A function or a method with its annotations."""

    node: ast.FunctionDef
    params: dict[str, str]
    returns: str
    by_hand: bool  # in C, as the source has its plain form alone


@dataclass
class Scope:
    """What a module or a class declares."""

    name: str
    imports: dict[str, list[str]] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    overloads: dict[str, list[Function]] = field(default_factory=dict)
    classes: dict[str, Scope] = field(default_factory=dict)
    fields: dict[str, str] = field(default_factory=dict)  # types of fields, and of constants
    values: dict[str, int] = field(default_factory=dict)  # of constants

    def read(self, body: Iterable[ast.stmt]) -> Scope:
        """Read its statements."""
        for node, plain in statements(body):
            match node:
                case ast.ImportFrom(module=str(source), names=names):
                    self.imports.setdefault(source, []).extend(name.name for name in names)
                case ast.FunctionDef(name=name, args=args, decorator_list=decorators):
                    params = {a.arg: ast.unparse(a.annotation) for a in args.args if a.annotation}
                    returns = ast.unparse(node.returns) if node.returns else ""
                    function = Function(node, params, returns, plain)
                    if "overload" in map(ast.unparse, decorators):
                        self.overloads.setdefault(name, []).append(function)
                    else:
                        self.functions[name] = function
                case ast.ClassDef(name=name):
                    self.classes[name] = Scope(f"{self.name}.{name}").read(node.body)
                case ast.AnnAssign(target=ast.Name(id=name), annotation=said):
                    self.fields[name] = ast.unparse(said)
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    self._read_constant(name, value)
        return self

    def _read_constant(self, name: str, value: ast.expr) -> None:
        kind = "int"
        match value:
            case ast.Call(func=ast.Name(id=kind), args=[value]):
                pass
        with suppress(AttributeError, NameError, TypeError):
            number = eval(ast.unparse(value), {"__builtins__": {}}, self.values)
            if isinstance(number, int):
                self.values[name], self.fields[name] = number, kind


def statements(body: Iterable[ast.stmt], plain: bool = False) -> Iterator[tuple[ast.stmt, bool]]:
    """Yield statements one after the other, and whether only the plain form has them."""
    for node in body:
        yield node, plain
        match node:
            case ast.If(test=test, body=body, orelse=orelse):
                asked = ast.unparse(test)
                yield from statements(body, plain or asked == "not cython.compiled")
                yield from statements(orelse, plain or asked == "cython.compiled")
            case ast.For(body=body) | ast.While(body=body) | ast.With(body=body):
                yield from statements(body, plain)


def expressions(node: ast.stmt) -> Iterator[ast.expr]:
    """Yield the expressions of a statement, without those of statements inside it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            yield from (inner for inner in ast.walk(child) if isinstance(inner, ast.expr))


def parts(said: str) -> tuple[str, list[str]]:
    """Take a type such as `By[Seat, Tiles]` apart: its name, and what is in brackets."""
    match ast.parse(said, mode="eval").body:
        case ast.BinOp(left=left):  # str | None
            return parts(ast.unparse(left))
        case ast.Subscript(value=value, slice=ast.Tuple(elts=inner)):
            return ast.unparse(value), [ast.unparse(part) for part in inner]
        case ast.Subscript(value=value, slice=only):
            return ast.unparse(value), [ast.unparse(only)]
    return said, []


class Sources:
    """All modules that are compiled, and those they take their numbers from."""

    def __init__(self, folder: Path) -> None:
        self.paths = {
            f"{room}/{path.stem}".replace("/", "."): path
            for room in ROOMS
            for path in sorted((folder / room).glob("*.py"))
            if path.stem not in NO_C_FORM
        }
        trees = {name: ast.parse(path.read_text("utf-8")) for name, path in self.paths.items()}
        self.modules = {name: Scope(name).read(tree.body) for name, tree in trees.items()}
        self.classes = {
            name: form
            for module in self.modules.values()
            if stem(module.name) not in PLAIN
            for name, form in module.classes.items()
        }
        self.constants = {
            stem(name): SimpleNamespace(**module.values) for name, module in self.modules.items()
        }
        self.kinds: dict[str, Kind] = {}
        self.aliases: dict[str, str] = {}
        for node in ast.walk(trees[KINDS]):
            match node:
                case ast.ClassDef(bases=[base, *_]):
                    self._read_kind(node, *parts(ast.unparse(base)))
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                    self.aliases[name] = ast.unparse(value)

    def _read_kind(self, node: ast.ClassDef, base: str, members: list[str]) -> None:
        kind = self.kinds.get(base, Kind())
        if members:
            kind = kind._replace(member=members[0])
        for line in node.body:
            match line:
                case ast.Assign(targets=names, value=ast.Constant(value=str(c))):
                    kind = kind._replace(**{ast.unparse(name): c for name in names})
        if kind.c:
            self.kinds[node.name] = kind

    def is_set(self, said: str) -> bool:
        """Say whether a type is one of sets, or of anything else that only bits go into."""
        return said == "More" or bool(said in self.kinds and self.kinds[said].member)

    def kept(self, said: str) -> str:
        """Return the C type of a number in an object or an array."""
        if said in self.kinds:
            return self.kinds[said].kept
        return {"int": "int", "float": "double"}[said]

    def c_type(self, said: str) -> str:
        """Return the C type of a parameter, a result or a variable."""
        if said in self.kinds:
            return self.kinds[said].c
        name, inner = parts(self.aliases.get(said, said))
        match name:
            case "By":
                return f"{self.kept(inner[1])} *"
            case "Line":
                return f"{self.kept(inner[0])}[::1]"
            case "Sheet":
                return f"{self.kept(inner[0])}[:, ::1]"
            case "Set":
                return "unsigned long long"
            case "int" | "bool" | "K":
                return "int"
            case "float":
                return "double"
            case _ if name in self.classes or name in OBJECTS:
                return name
        raise UntypedError(f"{said} has no C type")

    def is_object(self, said: str) -> bool:
        """Say whether a type is one of Python's objects."""
        name, _ = parts(said)
        return name in self.classes or name in OBJECTS

    def size(self, length: ast.expr) -> int:
        """Work out a length such as `terms.SLOTS * 2`."""
        number = eval(ast.unparse(length), {"__builtins__": {}}, self.constants)
        assert isinstance(number, int)
        return number


class Body:
    """The inside of a function: the types of its variables, and whether it needs the GIL."""

    def __init__(self, sources: Sources, module: Scope, function: Function, owner: str) -> None:
        self.sources = sources
        self.module = module
        self.types = {**function.params, "self": owner}
        self.locals: dict[str, str] = {}  # as @cython.locals has them
        objects = any(parts(said)[0] in OBJECTS for said in function.params.values())
        self.gil = bool(owner) or objects or sources.is_object(function.returns)
        for node, plain in statements(function.node.body):
            try:
                self._read(node, plain)
            except UntypedError as problem:
                path = sources.paths[module.name]
                raise SystemExit(f"{path}:{node.lineno}: {problem}; annotate it") from None

    def _read(self, node: ast.stmt, plain: bool) -> None:
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.Call(func=ast.Name(id="room"), args=[kind, size]),
            ):
                said = ast.unparse(kind)
                self.types[name] = f"By[int, {said}]"
                element = LOCALS[self.sources.kept(said)]
                self.locals[name] = f"{element}[{self.sources.size(size)}]"
            case _ if plain:
                return
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._give(target, value)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=said):
                self._set(name, ast.unparse(said))
            case ast.AugAssign(target=ast.Name(id=name)) if name not in self.types:
                raise UntypedError(f"the type of {name} cannot be told")
            case ast.For(target=target, iter=over):
                self._give(target, over, each=True)
            case ast.With():
                self.gil = True
        for found in expressions(node):
            if isinstance(found, ast.Call):
                with suppress(UntypedError):
                    self.gil |= self.sources.is_object(self._of(found))
            if isinstance(found, ast.BinOp) and isinstance(found.op, ast.Div):
                self._check_division(found)

    def _check_division(self, division: ast.BinOp) -> None:
        """Refuse `/` between whole numbers: in C it would leave out the fraction."""
        try:
            sides = {self._of(division.left), self._of(division.right)}
        except UntypedError:
            return
        if not sides & {"float", "Single"}:
            raise UntypedError(f"{ast.unparse(division)} would have no fraction in C")

    def _give(self, target: ast.expr, value: ast.expr, *, each: bool = False) -> None:
        """Note what a variable is given; fields and arrays have their types already."""
        match target:
            case ast.Name(id=name):
                try:
                    said = self._each(value) if each else self._of(value)
                except UntypedError as problem:
                    raise UntypedError(f"the type of {name} cannot be told ({problem})") from None
                self._set(name, said)
            case ast.Tuple():
                raise UntypedError(f"the types of {ast.unparse(target)} cannot be told")

    def _set(self, name: str, said: str) -> None:
        c = self.sources.c_type(said)
        if name not in self.types:
            self.types[name] = said
            self.locals[name] = LOCALS.get(c, c)
            return
        before = self.sources.c_type(self.types[name])
        if before != c and (c != "int" or before not in NUMBERS):
            raise UntypedError(f"{name} is {before} above and {c} here")

    def _each(self, over: ast.expr) -> str:
        """Return the type of what a loop goes over."""
        match over:
            case ast.Call(func=ast.Name(id="range"), args=[stop] | [_, stop] | [_, stop, _]):
                said = self._of(stop)
                return said if said in self.sources.kinds else "int"
        name, inner = parts(self._of(over))
        if name == "list" and inner:
            return inner[0]
        raise UntypedError(f"what {ast.unparse(over)} holds is not known")

    def _of(self, node: ast.expr) -> str:
        """Return the type of an expression."""
        match node:
            case ast.Constant(value=float()):
                return "float"
            case ast.Constant(value=str()) | ast.JoinedStr():
                return "str"
            case ast.Constant(value=int()) | ast.Compare() | ast.UnaryOp(op=ast.Not()):
                return "int"
            case ast.UnaryOp(operand=operand):
                return self._joined([self._of(operand)])
            case ast.BinOp(op=ast.Div()):
                return "float"
            case ast.BinOp(left=left, right=right):
                return self._joined([self._of(left), self._of(right)])
            case ast.BoolOp(values=values):
                return self._chosen(values)
            case ast.IfExp(body=body, orelse=orelse):
                return self._chosen([body, orelse])
            case ast.List() | ast.ListComp():
                return "list"
            case ast.Name(id=name) if name in self.types:
                return self.types[name]
            case ast.Name(id=name) if name in self.module.fields:
                return self.module.fields[name]
            case ast.Attribute(value=value, attr=name):
                return self._field(value, name)
            case ast.Subscript(value=value):
                return self._item(value)
            case ast.Call():
                return self._result(node)
        raise UntypedError(f"{ast.unparse(node)} is not known")

    def _joined(self, said: list[str]) -> str:
        """Return the type of what is reckoned from numbers or sets."""
        for one in said:
            if self.sources.is_set(one):
                return one
        return next((wide for wide in WIDE if wide in said), "int")

    def _chosen(self, values: list[ast.expr]) -> str:
        """Return the type of one of several values."""
        said = {self._of(value) for value in values} - {"Nothing"}
        return said.pop() if len(said) == 1 else self._joined(sorted(said))

    def _field(self, value: ast.expr, name: str) -> str:
        scope = self._scope(value)
        if scope is None:
            owner, inner = parts(self._of(value))
            if owner == "Sheet" and name == "shape":
                return "list[int]"
            scope = self.sources.classes.get(owner, Scope(""))
        if name not in scope.fields:
            raise UntypedError(f"{ast.unparse(value)}.{name} is not known")
        said, inner = parts(scope.fields[name])
        return inner[0] if said == "Annotated" else scope.fields[name]

    def _item(self, value: ast.expr) -> str:
        said = self._of(value)
        name, inner = parts(self.sources.aliases.get(said, said))
        if name == "By":
            return inner[1]
        if name in ("Line", "Sheet", "list", "tuple") and inner:
            return inner[0]
        raise UntypedError(f"what {ast.unparse(value)} holds is not known")

    def _scope(self, value: ast.expr) -> Scope | None:
        """Return the module that a name stands for."""
        match value:
            case ast.Name(id=name):
                for source, names in self.module.imports.items():
                    if name in names and f"{source}.{name}" in self.sources.modules:
                        return self.sources.modules[f"{source}.{name}"]
        return None

    def _result(self, call: ast.Call) -> str:
        """Return the type of what a call gives."""
        scope, name = self.module, ""
        match call.func:
            case ast.Name(id=name):
                if name in self.sources.kinds or name in self.sources.classes or name in OBJECTS:
                    return name
                if name in ("abs", "max", "min"):
                    return self._chosen(call.args)
                if name in ("int", "len"):
                    return "int"
            case ast.Attribute(value=value, attr=name):
                module = self._scope(value)
                scope = module or self.sources.classes.get(self._of(value), Scope(""))
        for function in scope.overloads.get(name, []):
            if [self._of(argument) for argument in call.args] == [*function.params.values()]:
                return function.returns
        if name not in scope.functions or name in scope.overloads:
            raise UntypedError(f"{ast.unparse(call.func)} is not known")
        function = scope.functions[name]
        if function.returns != "K":
            return function.returns
        for argument, said in zip(call.args, function.params.values(), strict=True):
            if said == "Set[K]":
                given = self._of(argument)
                if given == said:
                    return "K"
                if given in self.sources.kinds:
                    return self.sources.kinds[given].member
        raise UntypedError(f"{ast.unparse(call)} is not known")


class Header:
    """The .pxd file of a module."""

    def __init__(self, sources: Sources, module: Scope) -> None:
        self.sources = sources
        self.module = module
        self.named: set[str] = set()  # classes

    def text(self) -> str:
        """Return it all."""
        name = stem(self.module.name)
        if name in CONSTANTS:
            lines = [f"    {name} = {value}" for name, value in self.module.values.items()]
            body = "\n".join(["cdef enum:", *lines, ""])
        elif self.module.name == KINDS:
            body = self._kinds()
        elif name in PLAIN:
            body = ""
        else:
            body = self._declarations()
        path = self.sources.paths[self.module.name].with_suffix(".pxi")
        by_hand = path.read_text("utf-8") if path.exists() else ""
        return "\n\n".join(part for part in (NOTE, body, by_hand) if part)

    def _kinds(self) -> str:
        """Write what says that a number is of a kind: nothing but a cast."""
        kinds = self.sources.kinds.items()
        macros = sorted({f"    #define {_cast(kind.c)}(n) (({kind.c})(n))" for _, kind in kinds})
        lines = [
            f'    {kind.c} {name} "{_cast(kind.c)}"({kind.c} n) noexcept nogil'
            for name, kind in kinds
        ]
        return "\n".join(["cdef extern from *:", '    """', *macros, '    """', *lines, ""])

    def _declarations(self) -> str:
        lines: list[str] = []
        for name, form in self.module.classes.items():
            lines += ["", "", "@cython.final", f"cdef class {name}:"]
            access = "public" if name in WRITABLE else "readonly"
            for each, said in form.fields.items():
                lines.append(f"    cdef {access} {self._field(each, said)}")
            methods = [
                f"    {line}"
                for function in form.functions.values()
                for line in self._function(function, name)
            ]
            lines += ["", *methods] if methods else []
        lines += ["", ""]
        for function in self.module.functions.values():
            lines += self._function(function, "")
        return "\n".join([*self._cimports(), *lines, ""])

    def _cimports(self) -> Iterator[str]:
        yield "cimport cython"
        for source, names in self.module.imports.items():
            c_forms = [
                name
                for name in names
                if f"{source}.{name}" in self.sources.modules
                or (source == KINDS and name in self.sources.kinds)
            ]
            if c_forms:
                yield f"from {source} cimport {', '.join(c_forms)}"
        for name in sorted(self.named - {*self.module.classes}):
            module = self.sources.classes[name].name.removesuffix(f".{name}")
            yield f"from {module} cimport {name}"

    def _field(self, name: str, said: str) -> str:
        length = ""
        outer, inner = parts(said)
        if outer == "Annotated":
            said, length = inner
        outer, inner = parts(said)
        if outer == "By":
            index, kind = inner
            return f"{self.sources.kept(kind)} {name}[{length or f'terms.{index.upper()}S'}]"
        if said in self.sources.kinds:
            return f"{self.sources.kept(said)} {name}"
        try:
            return f"{self._c(said)} {name}"
        except UntypedError:
            return f"object {name}"

    def _c(self, said: str) -> str:
        c = self.sources.c_type(said)
        self.named |= {c} & {*self.sources.classes}
        return c

    def _function(self, function: Function, owner: str) -> list[str]:
        """Declare a function or a method, if it is one for C."""
        name = function.node.name
        if name.startswith("_") or function.by_hand:
            return []
        try:
            types = [self._c(said) for said in function.params.values()]
        except UntypedError as problem:
            path = self.sources.paths[self.module.name]
            advice = f"to leave it to Python, call it _{name}"
            raise SystemExit(f"{path}:{function.node.lineno}: {problem}; {advice}") from None
        params = [f"{c} {each}" for c, each in zip(types, function.params, strict=True)]
        body = Body(self.sources, self.module, function, owner)
        self.named |= {*body.locals.values()} & {*self.sources.classes}
        returns = ""
        if function.returns != "None":
            with suppress(UntypedError):
                returns = self._c(function.returns) + " "
        elif not body.gil:
            returns = "void "
        called = "cdef" if any(" *" in param for param in params) else "cpdef"
        ending = "" if body.gil else " noexcept nogil"
        given = ", ".join(["self"] * bool(owner) + params)
        lines = [f"{called} {returns}{name}({given}){ending}"]
        if body.locals:
            said = ", ".join(f"{each}={c}" for each, c in body.locals.items())
            lines.insert(0, f"@cython.locals({said})")
        return lines


def stem(name: str) -> str:
    """Return the last part of a name."""
    return name.rpartition(".")[2]


def _cast(c: str) -> str:
    return "estoril_" + c.replace(" ", "_")


def write(folder: Path = Path("src")) -> None:
    """Write all .pxd files that are not there as they should be, and remove others."""
    sources = Sources(folder)
    written = set()
    for name, module in sources.modules.items():
        path = sources.paths[name].with_suffix(".pxd")
        written.add(path)
        text = Header(sources, module).text()
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
    for room in ROOMS:
        for path in {*(folder / room).glob("*.pxd")} - written:
            path.unlink()


if __name__ == "__main__":
    write()
