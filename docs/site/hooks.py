"""What the site has beyond the files of docs/: pages made by the program, and our typefaces.

ProperDocs calls the functions `on_...` while it builds (`hooks:` in mkdocs.yml).
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator
from pathlib import Path

from properdocs.config.defaults import ProperDocsConfig
from properdocs.structure.files import File, Files
from properdocs.structure.pages import Page

from estoril import rulebook
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
    yield "reference/settings.md", settings()
    for language in rulebook.languages():
        if language != "en":  # docs/rules.md, kept in the repository
            yield f"rules/{language}.md", rules_page(language)
    for name, original in OUTSIDE.items():
        yield name, (ROOT / original).read_text("utf-8")


# -- settings ---------------------------------------------------------------------------------


def _code(names: str) -> str:
    return "`" + names.replace("|", "\\|") + "`"


def _text(text: str) -> str:
    """Write a help text for a table."""
    return re.sub(r"([|<>*_\[\]])", r"\\\1", text)


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
            "What [`estoril serve`](../cli.md#estoril-serve) can be told, by a file (`--config`), "
            "by environment variables, and by options; "
            "[Operating a server](../operating.md#settings) says how.",
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
