"""Configuring: what a server is told by options, environment and file, and what of it is wrong.

What is given on the command line counts before the environment, that before the file, and that
before the default. All that is wrong is told at once.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct, inspect

from estoril.errors import EstorilError
from estoril.server.settings import Settings
from estoril.words import nearest

PREFIX: Final = "ESTORIL_"
CONFIG: Final = "ESTORIL_CONFIG"  # names the file
_FILE: Final = "_FILE"  # a variable that ends so names a file with the value, as secrets are given
Origin = Literal["command", "variable", "file", "default"]


class SettingError(EstorilError):
    """A setting is unknown, or cannot be what it was set to; the message says what it can be."""


class Setting(Struct, frozen=True):
    """A setting, as it is declared."""

    path: tuple[str, ...]
    type: inspect.Type
    default: Any

    @property
    def name(self) -> str:
        """Its name, with that of its section."""
        return ".".join(self.path)

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return PREFIX + "_".join(self.path).upper()

    @property
    def is_plain(self) -> bool:
        """Whether it stands in no section; such a one has an option of its own."""
        return len(self.path) == 1

    @property
    def is_list(self) -> bool:
        """Whether it has several values."""
        return isinstance(self.type, inspect.VarTupleType)

    def read(self, value: object) -> Any:
        """Return a value as the setting has it; text is taken for what it says.

        Raises:
            SettingError: It cannot be that.
        """
        if isinstance(value, str) and self.is_list:
            value = [word for word in re.split(r"[\s,]+", value) if word]
        try:
            return msgspec.convert(value, self._annotation, strict=not isinstance(value, str))
        except msgspec.ValidationError:
            raise self._wrong(value) from None

    @property
    def _annotation(self) -> Any:
        return _annotation(self.path)

    def _wrong(self, value: object) -> SettingError:
        name, given = self.name, str(value)
        match self.type:
            case inspect.IntType(ge=least, le=None):
                return SettingError("error.setting.whole", name=name, value=given, least=least or 0)
            case inspect.IntType(ge=least, le=most):
                return SettingError(
                    "error.setting.between",
                    name=name,
                    value=given,
                    least=least or 0,
                    most=most or 0,
                )
            case inspect.FloatType(gt=None):
                return SettingError("error.setting.number", name=name, value=given)
            case inspect.FloatType():
                return SettingError("error.setting.positive", name=name, value=given)
            case inspect.BoolType():
                return SettingError("error.setting.switch", name=name, value=given)
            case inspect.LiteralType(values=values):
                known = ", ".join(map(str, values))
                return SettingError("error.setting.choice", name=name, value=given, known=known)
            case inspect.VarTupleType():
                return SettingError("error.setting.list", name=name, value=given)
            case _:
                return SettingError("error.setting.text", name=name, value=given)


def _annotation(path: tuple[str, ...], kind: Any = Settings) -> Any:
    """Return the type of a field, as it is annotated."""
    fields = {each.encode_name: each.type for each in msgspec.structs.fields(kind)}
    found = fields[path[0]]
    return found if len(path) == 1 else _annotation(path[1:], found)


def _declared(kind: type[Struct], above: tuple[str, ...] = ()) -> Iterator[Setting]:
    for each in msgspec.structs.fields(kind):
        path = (*above, each.encode_name)
        if isinstance(each.type, type) and issubclass(each.type, Struct):
            yield from _declared(each.type, path)
            continue
        default = each.default
        if default is msgspec.NODEFAULT:
            default = each.default_factory() if callable(each.default_factory) else None
        yield Setting(path, inspect.type_info(each.type), default)


SETTINGS: Final = tuple(_declared(Settings))
_BY_NAME: Final = {setting.name: setting for setting in SETTINGS}
_BY_VARIABLE: Final = {setting.variable: setting for setting in SETTINGS}


class SettingSource(Struct, frozen=True):
    """Where a value comes from; a variable and a file have a name."""

    origin: Origin
    name: str = ""


_DEFAULT: Final = SettingSource("default")


class Configuration(Struct, frozen=True):
    """What a server is to be, where that was said, and what was wrong."""

    settings: Settings
    sources: dict[str, SettingSource]
    problems: list[SettingError]

    def rows(self) -> Iterator[tuple[Setting, Any, SettingSource]]:
        """Yield every setting with its value and where that comes from."""
        for setting in SETTINGS:
            value: Any = self.settings
            for part in setting.path:
                names = {each.encode_name: each.name for each in msgspec.structs.fields(value)}
                value = getattr(value, names[part])
            yield setting, value, self.sources.get(setting.name, _DEFAULT)


def configure(
    options: Mapping[str, object],
    environ: Mapping[str, str],
    file: Path | None = None,
    also: Iterable[str] = (),
) -> Configuration:
    """Put the settings of a server together.

    Args:
        options: What was given on the command line, by name.
        environ: The environment (`os.environ`).
        file: A TOML file; without, the one that the environment names, if any.
        also: More of the command line, each as `limits.sockets=50`.
    """
    return _Reading().configure(options, environ, file, also)


class _Reading:
    """One reading of all sources; what is wrong is noted, and the rest goes on."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.sources: dict[str, SettingSource] = {}
        self.problems: list[SettingError] = []

    def configure(
        self,
        options: Mapping[str, object],
        environ: Mapping[str, str],
        file: Path | None,
        also: Iterable[str],
    ) -> Configuration:
        if file is None and environ.get(CONFIG):
            file = Path(environ[CONFIG])
        if file is not None:
            self._read_file(file)
        self._read_environment(environ)
        command = SettingSource("command")
        for text in also:
            self._note(partial(self._take_text, text, command), command)
        for name, value in options.items():
            self._take(_BY_NAME[name], value, command)
        settings = msgspec.convert(self._nested(), Settings)
        settings = msgspec.structs.replace(
            settings,
            language=nearest([settings.language]) or settings.language,
            public_url=settings.public_url and settings.public_url.rstrip("/"),
        )
        return Configuration(settings, self.sources, self.problems)

    def _nested(self) -> dict[str, Any]:
        nested: dict[str, Any] = {}
        for name, value in self.values.items():
            *above, last = _BY_NAME[name].path
            place = nested
            for part in above:
                place = place.setdefault(part, {})
            place[last] = value
        return nested

    def _take(self, setting: Setting, value: object, source: SettingSource) -> None:
        def take() -> None:
            self.values[setting.name] = setting.read(value)
            self.sources[setting.name] = source

        self._note(take, source)

    def _take_text(self, text: str, source: SettingSource) -> None:
        name, equals, value = text.partition("=")
        setting = _BY_NAME.get(name.strip())
        if not equals:
            raise SettingError("error.setting.form", text=text)
        if setting is None:
            raise _unknown(name.strip(), _BY_NAME)
        self._take(setting, value.strip(), source)

    def _note(self, work: Callable[[], None], source: SettingSource) -> None:
        try:
            work()
        except SettingError as problem:
            problem.where = source.name
            self.problems.append(problem)

    # -- the environment ----------------------------------------------------------------------

    def _read_environment(self, environ: Mapping[str, str]) -> None:
        for variable, value in sorted(environ.items()):
            plain = variable.removesuffix(_FILE)
            if variable in _BY_VARIABLE:
                self._take(_BY_VARIABLE[variable], value, SettingSource("variable", variable))
            elif plain != variable and plain in _BY_VARIABLE:
                source = SettingSource("variable", variable)
                self._note(partial(self._take_secret, _BY_VARIABLE[plain], value, source), source)
            elif near := _misspelt(variable):
                self.problems.append(
                    SettingError("error.setting.unknown.near", name=variable, near=near)
                )

    def _take_secret(self, setting: Setting, file: str, source: SettingSource) -> None:
        self._take(setting, _content(Path(file)).strip(), source)

    # -- the file -----------------------------------------------------------------------------

    def _read_file(self, file: Path) -> None:
        source = SettingSource("file", str(file))
        found: dict[str, Any] = {}

        def read() -> None:
            try:
                found.update(tomllib.loads(_content(file)))
            except tomllib.TOMLDecodeError as problem:
                raise SettingError("error.setting.toml", problem=str(problem)) from None

        self._note(read, source)
        for name, value in _flat(found):
            if name in _BY_NAME:
                self._take(_BY_NAME[name], value, source)
            else:
                unknown = _unknown(name, _BY_NAME)
                unknown.where = source.name
                self.problems.append(unknown)


def _flat(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, object]]:
    """Yield the values of a file by their names, with those of their sections."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", value


def _content(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeError) as problem:
        reason = getattr(problem, "strerror", None) or type(problem).__name__
        raise SettingError("error.setting.file", file=str(file), problem=reason) from None


def _misspelt(variable: str) -> str | None:
    """Return the variable that was meant; others may have variables that begin as ours do."""
    known = [name.removeprefix(PREFIX) for name in (*_BY_VARIABLE, CONFIG)]
    given = variable.removeprefix(PREFIX)
    if given in (variable, *known):
        return None
    near = get_close_matches(given, known, n=1, cutoff=0.7)
    return PREFIX + near[0] if near else None


def _unknown(name: str, known: Iterable[str]) -> SettingError:
    """Say that there is no such setting, with the nearest name if one is near."""
    near = next(iter(get_close_matches(name, known, n=1)), None)
    if near is None:
        return SettingError("error.setting.unknown", name=name)
    return SettingError("error.setting.unknown.near", name=name, near=near)
