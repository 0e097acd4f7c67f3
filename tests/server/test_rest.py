"""The REST interface: the lobby, sitting down, refusals, and what every answer carries."""

import json
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import estoril
from estoril.server.typescript import write
from tests.server.running import Running, running

pytestmark = [pytest.mark.xdist_group("server-rest")]


@pytest.fixture(scope="module")
def server(lasting_database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("rest")
    with running(lasting_database, folder) as server:
        yield server


def test_a_table_that_does_not_begin_leaves_the_list(database: str, tmp_path: Path) -> None:
    with running(database, tmp_path, waiting=2) as server:
        listed = server.open_table("me", "open", listed=True)["table"]
        assert [table["table"] for table in server.get("/api/tables")[1]["tables"]] == [listed]
        until = time.monotonic() + 20
        while server.get("/api/tables")[1]["tables"]:
            assert time.monotonic() < until
            time.sleep(0.1)


def test_listed_tables_are_found_and_joined_without_an_invitation(server: Running) -> None:
    hidden = server.open_table("me", "open")
    listed = server.open_table("me", "open", listed=True)
    found = {table["table"]: table for table in server.get("/api/tables")[1]["tables"]}
    assert listed["table"] in found and hidden["table"] not in found
    assert found[listed["table"]]["open_seats"] == 1
    path = "/api/tables/{}/join"
    assert server.post(path.format(hidden["table"]), {"name": "Bruno"})[0] == 403
    status, seated = server.post(path.format(listed["table"]), {"name": "Bruno"})
    assert status == 201
    status, full = server.post(path.format(listed["table"]), {"name": "Carla"})
    assert (status, full["code"]) == (409, "join.full")
    server.command(listed, seated["token"], "set_ready")
    server.command(listed, listed["token"], "start")
    for _ in range(100):  # the lobby may be a moment late
        found = server.get("/api/tables?state=running")[1]["tables"]
        if listed["table"] in [table["table"] for table in found]:
            return
        time.sleep(0.02)
    raise AssertionError("the table is not listed as running")


def test_a_host_without_a_seat_may_sit_down_later_and_stays_the_host(server: Running) -> None:
    table = server.open_table("open", "open")
    assert table.get("seat") is None
    path = f"/api/tables/{table['table']}"
    status, seated = server.post(f"{path}/join", {"name": "Ana", "seat": 1}, table["token"])
    assert (status, seated["seat"], seated["token"]) == (201, 1, table["token"])
    assert server.get(f"{path}/view", table["token"])[1]["seat"] == 1
    server.join(table, "Bruno")
    server.command(table, table["token"], "kick", seat=0)


def test_an_invitation_for_a_seat_is_for_that_seat(server: Running) -> None:
    table = server.open_table("me", "open", "open")
    path = f"/api/tables/{table['table']}"
    status, invited = server.post(f"{path}/invitations", {"seat": 2}, table["token"])
    assert status == 201
    wrong = server.post(f"{path}/join", {"name": "B", "seat": 1}, invited["invitation"])
    assert (wrong[0], wrong[1]["code"]) == (403, "join.other_seat")
    assert server.post(f"{path}/join", {"name": "B"}, invited["invitation"])[1]["seat"] == 2
    assert server.post(f"{path}/invitations", {"seat": 9}, table["token"])[0] == 422
    bruno = server.join(table, "Bruno")
    assert server.post(f"{path}/invitations", {}, bruno["token"])[1]["code"] == "host.only"


def test_closed_tables_let_nobody_in(server: Running) -> None:
    table = server.open_table("me", "open", listed=True)
    server.command(table, table["token"], "close_joining")
    path = f"/api/tables/{table['table']}/join"
    assert server.post(path, {"name": "B"}, table["invitation"])[1]["code"] == "join.closed"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "not_json"),
        (b"\xff", 400, "not_json"),
        ([], 422, "invalid"),
        ({}, 422, "invalid"),
        ({"seats": [{}]}, 422, "invalid"),
        ({"seats": [{}, {}], "surprise": 1}, 422, "invalid"),
        ({"seats": [{"who": "me"}, {}]}, 422, "table.name"),
        ({"seats": [{"who": "me"}, {"who": "me"}], "name": "A"}, 422, "table.one_host"),
        ({"seats": [{}] * 5}, 422, "setup"),
        ({"seats": [{}, {}], "modules": ["nonsense"]}, 422, "setup"),
        ({"seats": [{}, {}], "rulings": ["nonsense"]}, 422, "setup"),
        ({"seats": [{}, {"who": "bot", "bot": "os:system"}]}, 409, "bot.unknown"),
        ({"seats": [{}, {"who": "bot", "bot": "exec:touch x"}]}, 409, "bot.unknown"),
        ({"seats": [{}, {}], "stand_in": "exec:touch x"}, 409, "bot.unknown"),
        ({"seats": [{}, {"who": "bot", "bot": "spymaster:seconds=9999"}]}, 409, "bot.unknown"),
        ({"seats": [{}, {}], "stand_in": "os:system"}, 409, "bot.unknown"),
        ({"seats": [{}, {}], "clock": {"per": "decision"}}, 409, "clock.range"),
        (b" " * 20_000, 413, "limit.body"),
    ],
)
def test_what_is_wrong_with_a_new_table_is_said(
    server: Running, body: Any, status: int, code: str
) -> None:
    found, problem = server.post("/api/tables", body)
    assert (found, problem["code"]) == (status, code)
    assert problem["text"]


def test_a_table_may_choose_other_readings(server: Running) -> None:
    offered = server.get("/api")[1]["rulings"]
    assert offered == list(estoril.RULINGS)
    table = server.open_table("me", "open", listed=True, rulings=offered[:1])
    path = f"/api/tables/{table['table']}"
    assert server.get(path)[1]["info"]["options"]["rulings"] == offered[:1]
    listed = {one["table"]: one["options"] for one in server.get("/api/tables")[1]["tables"]}
    assert listed[table["table"]]["rulings"] == offered[:1]
    usual = server.open_table("me", "open")
    assert "rulings" not in server.get(f"/api/tables/{usual['table']}")[1]["info"]["options"]
    rule = server.get("/api/rules/DAG-07")[1]
    assert set(rule["readings"]) == {"controllers_hand"}


def test_other_mistakes_get_their_answers(server: Running) -> None:
    table = server.open_table("me", "open")
    path = f"/api/tables/{table['table']}"
    for (method, where, token), (status, code) in {
        ("GET", "/nothing", None): (404, "path.unknown"),
        ("DELETE", "/api/tables", None): (405, "path.method"),
        ("GET", f"{path}/record", None): (409, "record.early"),
        ("GET", f"{path}/view", "x"): (401, "token.form"),
        ("DELETE", f"{path}/webhook", None): (401, "token.needed"),
        ("GET", f"{path}/messages?since=-1", None): (422, "invalid"),
        ("GET", "/api/tables?state=strange", None): (422, "invalid"),
        ("GET", "/api/rules/XX-1", None): (404, "rule.unknown"),
        ("GET", "/api/rules?language=xx", None): (404, "language.unknown"),
        ("GET", "/api/content?modules=strange", None): (422, "setup"),
    }.items():
        found, problem = server.request(method, where, token=token)
        assert (found, problem["code"]) == (status, code), where
    found, problem = server.request("POST", "/api/tables", b"{}", content_type="text/plain")
    assert (found, problem["code"]) == (415, "not_json")


def test_rules_and_content_are_served(server: Running) -> None:
    rules = server.get("/api/rules")[1]
    assert {"PLACE-04", "INFO-08"} <= {rule["id"] for rule in rules["rules"]}
    assert server.get("/api/rules/place-04")[1]["id"] == "PLACE-04"
    every = server.get("/api/content")[1]
    base = server.get("/api/content?modules=")[1]
    assert len(every["tiles"]) > len(base["tiles"]) > 20


@pytest.mark.parametrize("path", ["/", "/api", "/openapi.json", "/nothing", "/healthz", "/metrics"])
def test_every_answer_has_the_headers_that_protect_people(server: Running, path: str) -> None:
    request = urllib.request.Request(server.address + path)
    try:
        with urllib.request.urlopen(request) as response:
            headers = response.headers
    except urllib.error.HTTPError as refused:
        headers = refused.headers
        refused.close()
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


def test_figures_are_given_for_prometheus(server: Running) -> None:
    table, tokens = server.started(2)
    server.command(table, tokens[0], "say", text="hello")
    text = server.get("/metrics")[1]
    assert 'estoril_entries_total{kind="Said"}' in text
    assert "estoril_command_seconds_count" in text
    for line in text.splitlines():
        assert line.startswith("#") or float(line.rpartition(" ")[2]) >= 0


def test_the_description_names_every_type_of_the_wire(server: Running) -> None:
    described = server.get("/openapi.json")[1]
    assert described["openapi"] == "3.1.0"
    schemas = described["components"]["schemas"]
    assert {"Asked", "Told", "Snapshot", "Message", "NewTable", "Problem"} <= set(schemas)
    for reference in set(_references(described)):
        assert reference.removeprefix("#/components/schemas/") in schemas


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for inner in value.values():
            yield from _references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _references(inner)


def test_typescript_has_a_type_for_every_schema(server: Running) -> None:
    text = write()
    schemas = server.get("/openapi.json")[1]["components"]["schemas"]
    declared = {line.split()[2] for line in text.splitlines() if line.startswith("export ")}
    assert {re.sub(r"\W", "_", name) for name in schemas} <= declared
    assert ": unknown;" not in text
    assert 'type: "hello";' in text and "export type Told = " in text


def test_the_page_for_developers_says_what_there_is(server: Running) -> None:
    page = server.get("/developers")[1]
    assert "/openapi.json" in page and "<script" not in page


def test_an_address_that_cannot_be_listened_on_is_said_in_one_line(tmp_path: Any) -> None:
    """What else can be wrong with settings is in test_settings.py."""
    options = ("--host", "256.0.0.1", "--database", f"sqlite:///{tmp_path}/x.db")
    ran = subprocess.run(
        [sys.executable, "-m", "estoril", "serve", *options],
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert ran.returncode == 2 and "cannot listen" in ran.stderr
    assert len(ran.stderr.strip().splitlines()) == 1


def test_json_is_what_it_says(server: Running) -> None:
    with urllib.request.urlopen(server.address + "/api") as response:
        assert response.headers["content-type"] == "application/json"
        assert response.headers["cache-control"] == "no-store"
        json.loads(response.read())
