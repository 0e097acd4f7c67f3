"""Pages: what previews of links say, and what stands at addresses that lead nowhere."""

import re
from collections.abc import Iterator
from html import unescape

import pytest

from estoril.server import files
from estoril.server.pages import POLICY, card_of, dress
from tests.server.running import Running, running

pytestmark = pytest.mark.xdist_group("server-pages")
PAGE = '<html lang="en"><title>Estoril</title><p data-lost="<!--lost-->"><!--script-->'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    if not (files.FOLDER / "index.html").exists():
        raise AssertionError("The browser client is not built: make web")
    folder = tmp_path_factory.mktemp("pages")
    with running(f"sqlite:///{folder}/x.db", folder, public_url="https://play.example") as server:
        yield server


def look(server: Running, path: str, **headers: str) -> tuple[int, str]:
    status, page = server.request("GET", path, accept="text/html,*/*;q=0.8", **headers)
    return status, str(page)


def card(page: str) -> dict[str, str]:
    """Read what a preview says, as a program that makes them would."""
    found = re.findall(r'<meta (?:name|property)="([\w:]+)" content="([^"]*)">', page)
    return {name: unescape(text) for name, text in found}


def test_the_link_to_a_table_that_strangers_find_says_who_plays(server: Running) -> None:
    table = server.open_table("me", "open", "random", name='Ana "<b>"', listed=True)
    status, page = look(server, f"/t/{table['table']}")
    said = card(page)
    assert status == 200 and "<b>" not in page
    assert said["og:title"] == "A table of Estoril 1942"
    assert said["og:description"] == 'At the table: Ana "<b>" and 1 bot. 1 seat is free.'
    assert said["og:url"] == f"https://play.example/t/{table['table']}"
    assert said["og:image"].startswith("https://play.example/assets/preview-")
    name = said["og:image"].rpartition("/")[2]
    assert (files.read(name) or b"").startswith(b"\x89PNG")
    german = card(look(server, f"/t/{table['table']}/replay", accept_language="de")[1])
    assert german["og:title"] == "Eine Partie Estoril 1942, Zug um Zug"
    assert german["og:locale"] == "de"


def test_the_link_to_a_private_table_tells_nobody_who_plays(server: Running) -> None:
    table = server.open_table("me", "open", name="Ana Secreta")
    for path in (f"/t/{table['table']}", f"/t/{table['table']}/replay"):
        status, page = look(server, path)
        assert status == 200 and "Secreta" not in page
        assert table["token"] not in page and table["invitation"] not in page
        assert card(page)["og:description"].startswith("A game of spies")


@pytest.mark.parametrize("path", ["/nowhere", "/t/unknown-table", "/t/$$/replay", "/assets/x.js"])
def test_browsers_see_a_page_of_ours_where_nothing_is(server: Running, path: str) -> None:
    status, page = look(server, path)
    assert status == 404 and '<div id="app"' in page


def test_programs_are_told_in_their_form_that_nothing_is_there(server: Running) -> None:
    status, problem = server.get("/nowhere")
    assert (status, problem["code"]) == (404, "path.unknown")
    status, problem = server.request("GET", "/api/nowhere", accept="text/html")
    assert (status, problem["code"]) == (404, "path.unknown")


def test_a_page_is_dressed_in_the_language_of_its_reader() -> None:
    page = dress(PAGE, card_of("pt"), "pt", "https://play.example/", None)
    assert page.startswith('<html lang="pt"><title>Estoril 1942</title>')
    assert "O Estoril precisa de JavaScript." in page and "<!--" not in page
    assert "og:image" not in page


def test_nothing_from_elsewhere_runs_in_our_pages() -> None:
    rules = dict(rule.strip().split(" ", 1) for rule in POLICY.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["worker-src"] == rules["connect-src"] == "'self'"
    assert "unsafe" not in POLICY and "http" not in POLICY
