"""The manual of the command line: what a command takes, as help, as Markdown and as a man page.

A command's parameters are typer's; their texts are in the catalogues. Everything else that a help
says is declared here once: which options belong together, what stands for a value, examples, exit
codes and variables of the environment. `docs/cli.md` and `docs/man` are written from it by
`make docs`.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import fill, wrap
from typing import Any, Final, NamedTuple

from estoril.cli.failures import (
    BAD_INPUT,
    DEFECT,
    DIFFERS,
    INTERRUPTED,
    NOT_POSSIBLE,
    PIPE_CLOSED,
    TRACEBACK,
)
from estoril.words import say

# Options by what they are about, in the order in which a help has them. One that is nowhere here
# is a setting of a server.
GROUPS: Final = {
    "game": "players modules edition variants rulings content seed",
    "who": "bots people seat name join server",
    "files": "resume load again step record records data table out merge report",
    "work": "depth luck games puzzles start simulations generations searched curve reading "
    "population check-games seconds passes only limit on-error thoughts part jobs on",
    "find": "chapter theme level all code state unused most chat at",
    "show": "all-open plain pace confirm remarks json quiet",
    "do": "yes replace open check config set",
    "settings": "",
    "general": "language version help",
}  # fmt: skip
_GROUP_OF: Final = {name: group for group, names in GROUPS.items() for name in names.split()}
# What stands for the value of an option, where its type does not say it.
METAVARS: Final = {
    "at": "TABLE",
    "backups": "FOLDER",
    "bots": "BOTS",
    "chapter": "CHAPTER",
    "data": "FOLDER",
    "database": "URL",
    "depth": "DEPTH",
    "edition": "EDITION",
    "join": "LINK",
    "language": "LANGUAGE",
    "limit": "SECONDS",
    "modules": "MODULES",
    "name": "NAME",
    "on": "PLACE",
    "on-error": "WORD",
    "only": "ROWS",
    "origin": "URL",
    "pace": "PACE",
    "part": "PART",
    "people": "PEOPLE",
    "public-url": "URL",
    "records": "PATH",
    "report": "FOLDER",
    "rulings": "RULINGS",
    "seat": "SEAT",
    "seconds": "SECONDS",
    "server": "URL",
    "set": "NAME=VALUE",
    "state": "STATE",
    "theme": "THEME",
    "unused": "DAYS",
    "variants": "VARIANTS",
}
_OF_TYPES: Final = {"int": "N", "float": "N", "Path": "FILE"}
EXAMPLES: Final = {
    "": ("estoril play", "estoril rules who goes first", "estoril serve --open"),
    "play": (
        "estoril play --players 4 --modules all",
        "estoril play --people Ana,Bruno --bots agent",
        "estoril play --bots spymaster:seconds=2,tourist --record game.json",
        "estoril play --server http://localhost:1942 --name Ana",
        "estoril play --resume",
        "estoril play --again game.json --step 57",
    ),
    "serve": (
        "estoril serve --open",
        "estoril serve --host 0.0.0.0 --public-url https://example.org",
        "estoril serve --config estoril.toml --check",
    ),
    "admin": ("estoril admin list --state running", "estoril admin backup tables.db"),
    "admin list": ("estoril admin list --unused 30 --json",),
    "admin show": ("estoril admin show 4kq2 --chat",),
    "admin close": ("estoril admin close 4kq2",),
    "admin delete": ("estoril admin delete 4kq2 --yes",),
    "admin forget": ("estoril admin forget Ana --at 4kq2 --yes",),
    "admin backup": ("estoril admin backup tables.db",),
    "admin restore": ("estoril admin restore tables.db --replace",),
    "admin migrate": ("estoril admin migrate --database sqlite:////var/lib/estoril/estoril.db",),
    "admin downgrade": ("estoril admin downgrade 0001",),
    "sim": (
        "estoril sim --games 10000 --players 3 --seed 1",
        "estoril sim --modules all --table games.csv",
        "estoril sim --games 100000 --records games.bundle --data study",
    ),
    "arena": (
        "estoril arena --bots spymaster,agent,tourist --games 300",
        "estoril arena --bots my_bots:Miser,agent --out games.jsonl --report report",
        "estoril arena --bots agent,tourist --games 100000 --on ray --data study",
        'estoril arena --bots "exec:node miser.mjs,old=agent@/opt/older/bin/python,agent"',
    ),
    "data": (
        "estoril data million",
        "estoril data study --bots agent,tourist --games 20000 --players 2 --thoughts",
    ),
    "bot": ("estoril bot informant", "estoril bot spymaster:seconds=2"),
    "bench": ("estoril bench", "estoril bench --only inside,batch --json"),
    "tune": (
        "estoril tune weights.toml",
        "estoril tune weights.toml --generations 3 --population 8 --games 10 --check-games 100",
    ),
    "train": (
        "estoril train mine.net --games 12000",
        "estoril train mine.net --generations 3 --simulations 200 --jobs 8",
    ),
    "replay": ("estoril replay game.json", "estoril replay game.json --seat red --plain"),
    "review": (
        "estoril review game.json",
        "estoril review game.json --seat red --all",
        "estoril review game.json --depth deep --json",
    ),
    "watch": (
        "estoril watch --bots spymaster,agent,tourist",
        "estoril watch http://localhost:1942/t/TABLE",
    ),
    "puzzles": ("estoril puzzles daily", "estoril puzzles list --theme tie"),
    "puzzles list": ("estoril puzzles list --theme shield --level 5",),
    "puzzles play": ("estoril puzzles play 17", "estoril puzzles play 17 --json"),
    "puzzles daily": ("estoril puzzles daily", "estoril puzzles daily --plain"),
    "puzzles make": (
        "estoril puzzles make mine.jsonl --puzzles 20 --seed 7",
        "estoril puzzles make ties.jsonl --theme tie --puzzles 10",
    ),
    "puzzles check": ("estoril puzzles check --most 10", "estoril puzzles check mine.jsonl"),
    "verify": ("estoril verify game.json", "estoril verify records/*.json games.bundle --quiet"),
    "convert": (
        "estoril convert records/*.json --records games.bundle",
        "estoril convert games.bundle --records records",
        "estoril convert ladder.jsonl --data study",
    ),
    "mcp": ("estoril mcp", "estoril mcp --bots spymaster:seconds=2,agent"),
    "rules": (
        "estoril rules PLACE-04",
        "estoril rules how many tiles can I keep",
        "estoril rules --chapter RES",
        "estoril rules --all | less",
    ),
    "content": ("estoril content --modules vip", "estoril content --content mine.toml"),
    "completion": (
        "estoril completion bash >> ~/.bashrc",
        "estoril completion zsh > ~/.zfunc/_estoril",
        "estoril completion fish > ~/.config/fish/completions/estoril.fish",
    ),
}  # fmt: skip
EXIT_CODES: Final = {
    0: "fine", DIFFERS: "differs", BAD_INPUT: "wrong", DEFECT: "defect",
    NOT_POSSIBLE: "impossible", INTERRUPTED: "interrupted", PIPE_CLOSED: "pipe",
}  # fmt: skip
VARIABLES: Final = (
    "ESTORIL_LANGUAGE", "ESTORIL_PURE", "ESTORIL_CONFIG", "ESTORIL_SETTING", TRACEBACK,
    "XDG_DATA_HOME", "NO_COLOR", "TERM",
)  # fmt: skip
_WIDEST: Final = 100
_ABOUT: Final = (
    "All commands with all that they take; `estoril COMMAND --help` says the same in four "
    "languages, `man estoril` where the man pages are installed. `make docs` writes this page."
)
_INDENT: Final = "  "


class Entry(NamedTuple):
    """An option, an argument or a command, and what it is for."""

    names: str
    text: str


class Section(NamedTuple):
    """Entries under a title."""

    title: str
    entries: tuple[Entry, ...]


class ManualPage(NamedTuple):
    """All that is said about one command."""

    command: str
    about: str
    usage: str
    sections: tuple[Section, ...]
    examples: tuple[str, ...]


# -- what is said ---------------------------------------------------------------------------------


def page(command: Any, path: str) -> ManualPage:
    """Describe a command of typer, called by a path such as `estoril admin list`."""
    commands = [Entry(name, each.help) for name, each in getattr(command, "commands", {}).items()]
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    options = [each for each in command.params if each.param_type_name == "option"]
    usage = [path, f"[{say('cli.options')}]", *map(_in_usage, arguments)]
    sections = [
        Section(
            say("cli.arguments"), tuple(Entry(_metavar(each), _text(each)) for each in arguments)
        ),
        Section(say("cli.commands"), tuple(commands)),
    ]
    for group in GROUPS:
        found = [Entry(_names(each), _text(each)) for each in options if _group(each) == group]
        if group == "general":
            found.append(Entry("--help, -h", say("cli.help.help")))
        sections.append(Section(say(f"cli.group.{group}"), tuple(found)))
    if path == "estoril":
        codes = (Entry(str(code), say(f"cli.exit.{word}")) for code, word in EXIT_CODES.items())
        variables = (Entry(name, say(f"cli.variable.{name}")) for name in VARIABLES)
        sections += [
            Section(say("cli.exits"), tuple(codes)),
            Section(say("cli.variables"), tuple(variables)),
        ]
    return ManualPage(
        path,
        command.help,
        " ".join([*usage, say("cli.usage.command")] if commands else usage),
        tuple(section for section in sections if section.entries),
        EXAMPLES[path.partition(" ")[2]],
    )


def _long_name(option: Any) -> str:
    return str(max(option.opts, key=len)).removeprefix("--")


def _group(option: Any) -> str:
    return _GROUP_OF.get(_long_name(option), "settings")


def _names(option: Any) -> str:
    """Write the names of an option, the long one first, with what stands for its value."""
    names = sorted([*option.opts, *option.secondary_opts], key=lambda name: name[:2] != "--")
    value = "" if option.is_flag else f" {_metavar(option)}"
    return ", ".join(names) + value


def _metavar(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        return str(parameter.metavar or parameter.name.upper())
    kind = parameter.type_descriptor.annotation
    usual = _OF_TYPES.get(getattr(kind, "__name__", ""), "TEXT")
    return METAVARS.get(_long_name(parameter), usual)


def _in_usage(argument: Any) -> str:
    name = _metavar(argument)
    if argument.nargs != 1:
        name = f"{name.removesuffix('...')}..."
    return name if argument.required else f"[{name}]"


def _text(parameter: Any) -> str:
    """Return the text of a parameter, with its usual value and whether it must be given."""
    notes = []
    if parameter.show_default and parameter.default not in (None, False, "", [], ()):
        value = parameter.default
        shown = ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
        shown = str(shown).lower() if isinstance(value, bool) else shown
        notes.append(say("cli.default", value=shown))
    if parameter.param_type_name == "option" and parameter.required:
        notes.append(say("cli.required"))
    return " ".join([parameter.help, *(f"[{note}]" for note in notes)])


# -- how it is written ----------------------------------------------------------------------------


def as_help(page: ManualPage) -> str:
    """Write a page for the terminal, in the width that it has."""
    width = min(_WIDEST, shutil.get_terminal_size().columns)
    usage = say("cli.usage", usage=page.usage)
    parts = [fill(usage, width, subsequent_indent=_INDENT * 2), fill(page.about, width)]
    for section in page.sections:
        column = min(28, max(len(entry.names) for entry in section.entries)) + 2
        lines = [line for entry in section.entries for line in _lines(entry, column, width)]
        parts.append("\n".join([f"{section.title}:", *lines]))
    parts.append(
        "\n".join([f"{say('cli.examples')}:", *(_INDENT + each for each in page.examples)])
    )
    return "\n\n".join(parts)


def _lines(entry: Entry, column: int, width: int) -> Iterator[str]:
    """Set an entry: its names, and beside or below them the text."""
    room = max(20, width - column - len(_INDENT))
    texts = wrap(entry.text, room, break_long_words=False, break_on_hyphens=False) or [""]
    if len(entry.names) + 2 > column:
        yield _INDENT + entry.names
    else:
        yield _INDENT + entry.names.ljust(column) + texts.pop(0)
    yield from (_INDENT + " " * column + text for text in texts)


def as_markdown(pages: Sequence[ManualPage]) -> str:
    """Write all pages as one document."""
    parts = ["# The command line", _ABOUT]
    for each in pages:
        level = "##" if each.command.count(" ") < 2 else "###"
        parts += [f"{level} {each.command}", each.about, f"```\n{each.usage}\n```"]
        for section in each.sections:
            rows = [f"| `{entry.names}` | {entry.text} |" for entry in section.entries]
            parts.append("\n".join([f"| {section.title} | |", "|---|---|", *rows]))
        parts.append("\n".join(["```", *each.examples, "```"]))
    return "\n\n".join(parts) + "\n"


def as_man(page: ManualPage, others: Sequence[str]) -> str:
    """Write a page for `man`, which names the main one and those below it."""
    from estoril import __version__

    name = page.command.replace(" ", "-")
    lines = [
        f'.TH "{name.upper()}" "1" "" "estoril {__version__}"',
        ".SH NAME", f"{_roff(name)} \\- {_roff(page.about)}",
        ".SH SYNOPSIS", _roff(page.usage),
    ]  # fmt: skip
    for section in page.sections:
        lines.append(f".SH {_roff(section.title.upper())}")
        for entry in section.entries:
            lines += [".TP", f"\\fB{_roff(entry.names)}\\fR", _roff(entry.text)]
    lines += [".SH EXAMPLES", ".nf", *map(_roff, page.examples), ".fi", ".SH SEE ALSO"]
    near = (other for other in others if other == "estoril" or other.startswith(f"{name}-"))
    lines.append(", ".join(f"\\fB{_roff(other)}\\fR(1)" for other in near if other != name))
    return "\n".join(lines) + "\n"


def _roff(text: str) -> str:
    """Write a text such that nothing in it is an order to the typesetter."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text[:1] in (".", "'") else text


def _pages(command: Any, path: str) -> Iterator[ManualPage]:
    yield page(command, path)
    for name in getattr(command, "commands", {}):
        yield from _pages(command.load(name), f"{path} {name}")


def write(folder: Path) -> None:
    """Write the document and the man pages into a folder of documents."""
    from estoril.cli.commands import root

    pages = list(_pages(root(), "estoril"))
    (folder / "cli").with_suffix(".md").write_text(as_markdown(pages), "utf-8")
    names = [each.command.replace(" ", "-") for each in pages]
    (folder / "man").mkdir(exist_ok=True)
    for name, each in zip(names, pages, strict=True):
        (folder / "man" / f"{name}.1").write_text(as_man(each, names), "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
