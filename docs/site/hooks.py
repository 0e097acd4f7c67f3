"""What the site has beyond the files of docs/: pages made by the program, and our typefaces.

ProperDocs calls the functions `on_...` while it builds (`hooks:` in mkdocs.yml).
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer.main
from properdocs.config.defaults import ProperDocsConfig
from properdocs.structure.files import File, Files
from properdocs.structure.pages import Page

from estoril import rulebook
from estoril.cli import COMMANDS
from estoril.cli.commands import app
from estoril.rulebook.page import page as rules_page
from estoril.server.configuring import SETTINGS, Setting
from estoril.words import say

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
WEB = ROOT / "web"
BRANCH = "main"
OUTSIDE = {"contributing.md": "CONTRIBUTING.md", "changelog.md": "CHANGELOG.md"}
INSIDE = {original: name for name, original in OUTSIDE.items()}

log = logging.getLogger("properdocs.hooks.estoril")  # a warning from here fails a strict build


def on_files(files: Files, config: ProperDocsConfig) -> Files:
    """Add what is not in docs/."""
    for name, content in _pages():
        files.append(File.generated(config, name, content=content))
    for name, path in _assets():
        files.append(File.generated(config, name, abs_src_path=str(path)))
    files.append(File.generated(config, "assets/fonts/fonts.css", content=_font_faces()))
    return files


def on_page_markdown(markdown: str, page: Page, config: ProperDocsConfig, files: Files) -> str:
    """Let every link lead somewhere, and every rule be found by its id."""
    name = page.file.src_uri
    if name.startswith("rules"):
        return _with_headings(markdown)
    return _with_links(markdown, name, str(config.repo_url))


def _with_headings(markdown: str) -> str:
    """Make a heading of the id of each rule: the search knows headings, and links to them."""
    markdown = re.sub(r'^<a id="([\w-]+)"></a>\n\n## (.+)$', r"## \2 { #\1 }", markdown, flags=re.M)
    rule = r'^<a id="([\w-]+)"></a>\*\*\1\*\* '
    return re.sub(rule, r"### \1 { #\1 .rule }\n\n", markdown, flags=re.M)


def _with_links(markdown: str, name: str, repository: str) -> str:
    """Let links to files outside docs/ lead to their page on the site, or to the repository."""
    origin = (ROOT / OUTSIDE.get(name, f"docs/{name}")).parent

    def moved(link: re.Match[str]) -> str:
        target = (origin / link["path"]).resolve()
        if not target.exists():
            return link[0]  # made while building, or the build will complain
        path = target.relative_to(ROOT).as_posix()
        if path in INSIDE or (name in OUTSIDE and target.is_relative_to(DOCS)):
            page = DOCS / INSIDE.get(path, path.removeprefix("docs/"))
            return f"]({os.path.relpath(page, (DOCS / name).parent)}{link['anchor']})"
        if target.is_relative_to(DOCS):
            return link[0]
        return f"]({repository}/blob/{BRANCH}/{path}{link['anchor']})"

    return re.sub(r"\]\((?P<path>[^)#:\s]+)(?P<anchor>#[^)\s]*|)\)", moved, markdown)


def on_page_content(html: str, page: Page, config: ProperDocsConfig, files: Files) -> str:
    """List the chapters of the rules beside them; say in which language they are."""
    if not page.file.src_uri.startswith("rules"):
        return html
    for title in page.toc:
        for chapter in title.children:
            chapter.children.clear()
    language = page.file.src_uri.removeprefix("rules/").removesuffix(".md")
    return f'<div lang="{language}">{html}</div>' if language in rulebook.languages() else html


def _pages() -> Iterator[tuple[str, str]]:
    """Give the pages that are made, by name."""
    yield "reference/commands.md", commands()
    yield "reference/settings.md", settings()
    for language in rulebook.languages():
        if language != "en":  # docs/rules.md, kept in the repository
            yield f"rules/{language}.md", rules_page(language)
    for name, original in OUTSIDE.items():
        yield name, (ROOT / original).read_text("utf-8")


# -- commands ---------------------------------------------------------------------------------


def commands() -> str:
    """Describe every command by what the command line itself says of it."""
    group: Any = typer.main.get_command(app)
    asked = ["--language", "en"]  # whatever the machine speaks
    top = group.make_context("estoril", asked, resilient_parsing=True)
    parts = [
        "# Commands",
        "What `estoril --help` and `estoril COMMAND --help` say. `python -m estoril` is the same "
        "command; it also finds modules in the current folder.",
        _options(group, top),
    ]
    for name in COMMANDS:
        command = group.resolve_command(top, [name])[1]
        context = command.make_context(name, [], parent=top, resilient_parsing=True)
        parts += _described(f"## {name}", command, context)
        for part, inner in getattr(command, "commands", {}).items():
            within = inner.make_context(part, [], parent=context, resilient_parsing=True)
            parts += _described(f"### {name} {part}", inner, within)
    return "\n\n".join(parts) + "\n"


def _described(heading: str, command: Any, context: Any) -> list[str]:
    """Say what a command does, and how it is called."""
    usage = command.get_usage(context).removeprefix("Usage: ")
    return [heading, command.help, f"```\n{usage}\n```", _options(command, context)]


def _options(command: Any, context: Any) -> str:
    """List the arguments and options of a command as a table."""
    records = (parameter.get_help_record(context) for parameter in command.get_params(context))
    rows = [f"| {_code(names)} | {_text(text)} |" for names, text in filter(None, records)]
    return "\n".join(["| option | meaning |", "|---|---|", *rows])


def _code(names: str) -> str:
    return "`" + names.replace("|", "\\|") + "`"


def _text(text: str) -> str:
    """Write a help text for a table; folders of this machine are nobody's business."""
    plain = text.replace(f"{ROOT}/", "")
    return re.sub(r"([|<>*_\[\]])", r"\\\1", plain)


def settings() -> str:
    """List every setting of a server as it is declared."""
    rows = [
        f"| `{setting.name}` | `{setting.variable}` | {_default(setting)} "
        f"| {_text(say(f'cli.serve.{setting.name}', 'en'))} |"
        for setting in SETTINGS
    ]
    return "\n".join(
        [
            "# Settings of a server",
            "",
            "What [`estoril serve`](commands.md#serve) can be told, by a file (`--config`), by "
            "environment variables, and by options; [Operating a server](../operating.md#settings) "
            "says how.",
            "",
            "| in the file | in the environment | default | meaning |",
            "|---|---|---|---|",
            *rows,
        ]
    )


def _default(setting: Setting) -> str:
    """Write a default; what differs by machine has none."""
    match setting.default:
        case _ if setting.name in ("database", "bot_processes", "language"):
            return ""
        case None | ():
            return ""
        case tuple(values):
            return _code(", ".join(values))
        case bool(value):
            return _code(str(value).lower())
        case value:
            return _code(str(value))


# -- look -------------------------------------------------------------------------------------


def _font_faces() -> str:
    """Take over the typefaces of the client."""
    css = (WEB / "src" / "style" / "fonts.css").read_text("utf-8")
    return re.sub(r'url\("[^"]*/([^"/]+)"\)', r'url("\1")', css)


def _assets() -> Iterator[tuple[str, Path]]:
    """Give the icon and the files of the typefaces, by name."""
    style = WEB / "src" / "style"
    yield "assets/icon.svg", style / "icon.svg"
    for found in re.findall(r'url\("([^"]+)"\)', (style / "fonts.css").read_text("utf-8")):
        path = WEB / "node_modules" / found
        if not path.exists():
            log.warning("the typefaces are not there yet: run `make web` first")
            return
        yield f"assets/fonts/{path.name}", path
