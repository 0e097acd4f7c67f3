"""Fair play over the network: hands that were dealt, invitations, hosts, rematches."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from estoril.server.storage import urls
from tests.server.playing import Player
from tests.server.running import Running, running

pytestmark = [pytest.mark.xdist_group("server-fair-play")]


@pytest.fixture(scope="module")
def server(lasting_database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("fair")
    with running(lasting_database, folder, proxies=("127.0.0.1",)) as found:
        yield found


def ask(
    server: Running, table: dict[str, Any], token: str, command: str, **more: Any
) -> tuple[int, Any]:
    """Ask something of a table that may be refused."""
    return server.post(
        f"/api/tables/{table['table']}/commands", {"command": command, **more}, token
    )


def join(
    server: Running, table: dict[str, Any], token: str | None, name: str, address: str
) -> tuple[int, Any]:
    """Sit down, coming from an address."""
    path = f"/api/tables/{table['table']}/join"
    return server.request("POST", path, {"name": name}, token, X_Forwarded_For=address)


def invite(server: Running, table: dict[str, Any], token: str) -> str:
    """Ask for another invitation."""
    status, made = server.post(f"/api/tables/{table['table']}/invitations", {}, token)
    assert status == 201, made
    return str(made["invitation"])


def test_the_host_cannot_take_the_hand_of_who_was_sent_away(server: Running) -> None:
    table, tokens = server.started(3)
    server.command(table, tokens[0], "kick", seat=2)
    server.command(table, tokens[0], "open_seat", seat=2)
    fresh = invite(server, table, tokens[0])
    assert join(server, table, fresh, "Ana too", "9.9.9.9")[0] == 409
    assert join(server, table, tokens[0], "Ana too", "9.9.9.9")[1]["code"] == "join.seated"
    server.command(table, tokens[1], "agree", seat=2)
    assert join(server, table, tokens[1], "Bruno too", "9.9.9.9")[1]["code"] == "join.seated"
    status, seated = join(server, table, fresh, "Eva", "9.9.9.9")
    assert (status, seated["seat"]) == (201, 2)


def test_a_hand_does_not_go_to_the_address_of_a_player(server: Running) -> None:
    status, table = server.request(
        "POST",
        "/api/tables",
        {"name": "Ana", "seats": [{"who": "me"}, {"who": "bot", "bot": "tourist"}]},
        X_Forwarded_For="1.2.3.4",
    )
    assert status == 201
    server.command(table, table["token"], "start")
    server.command(table, table["token"], "open_seat", seat=1)
    refused = join(server, table, table["invitation"], "Ana too", "1.2.3.4")
    assert (refused[0], refused[1]["code"]) == (409, "join.dealt")
    assert join(server, table, table["invitation"], "Bruno", "1.2.3.5")[0] == 201


def test_who_was_sent_away_does_not_come_back_by_the_same_invitation(server: Running) -> None:
    table = server.open_table("me", "open", "open")
    path = f"/api/tables/{table['table']}/invitations"
    for_two = server.post(path, {"seat": 2}, table["token"])[1]["invitation"]
    for send_away in ({"command": "kick"}, {"command": "give_to_bot", "bot": "tourist"}):
        invitation = invite(server, table, table["token"])
        status, bruno = join(server, table, invitation, "Bruno", "5.5.5.5")
        assert status == 201
        assert ask(server, table, table["token"], seat=bruno["seat"], **send_away)[0] == 200
        for void in (table["invitation"], invitation):
            refused = join(server, table, void, "Bruno", "5.5.5.5")
            assert (refused[0], refused[1]["code"]) == (403, "join.void")
        assert join(server, table, bruno["token"], "Bruno", "5.5.5.5")[0] == 409
    status, seated = join(server, table, for_two, "Carla", "5.5.5.6")
    assert (status, seated["seat"]) == (201, 2), "an invitation for another seat is good"


def test_one_stranger_does_not_take_every_seat(server: Running) -> None:
    table = server.open_table("me", "open", "open", "open", listed=True)
    assert join(server, table, None, "Bruno", "5.5.5.5")[0] == 201
    assert join(server, table, None, "Carla", "5.5.5.5")[1]["code"] == "join.twice"
    assert join(server, table, None, "Carla", "5.5.5.6")[0] == 201
    server.command(table, table["token"], "kick", seat=1)
    assert join(server, table, None, "Bruno", "5.5.5.5")[1]["code"] == "join.kicked"
    assert join(server, table, None, "Duarte", "5.5.5.7")[0] == 201


@pytest.mark.anyio
@pytest.mark.usefixtures("lines")
async def test_a_host_who_leaves_hands_over(server: Running) -> None:
    table = server.open_table("me", "open", "open")
    bruno = server.join(table, "Bruno")
    line = await server.sit(table, bruno["token"])
    assert not line.welcome["host"]
    server.command(table, table["token"], "leave")
    left = (await line.next("news"))["message"]
    assert left["note"]["key"] == "table.left.host" and left["info"]["seats"][1]["host"]
    assert (await server.sit(table, bruno["token"])).welcome["host"]
    assert not (await server.sit(table, table["token"])).welcome["host"]
    assert ask(server, table, table["token"], "close_joining")[1]["code"] == "host.only"
    assert join(server, table, table["token"], "Ana", "1.2.3.4")[1]["code"] == "join.invitation"
    assert server.post(f"/api/tables/{table['table']}/invitations", {}, table["token"])[0] == 409
    invitation = invite(server, table, bruno["token"])
    ana = join(server, table, invitation, "Ana", "1.2.3.4")[1]
    server.command(table, ana["token"], "set_ready")
    server.command(table, bruno["token"], "give_to_bot", seat=2, bot="tourist")
    server.command(table, bruno["token"], "start")


@pytest.mark.anyio
@pytest.mark.usefixtures("lines")
async def test_a_rematch_asked_for_three_times_is_one_table(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/estoril.db"
    with running(database, tmp_path) as server:
        table = server.open_table("me", "open", "random")
        bruno = server.join(table, "Bruno")
        server.command(table, bruno["token"], "set_ready")
        server.command(table, table["token"], "start")
        server.command(table, table["token"], "leave")
        await Player([server], table, bruno["token"], 1).play()
        tokens = (table["token"], bruno["token"], table["token"])
        lines = [await server.sit(table, token) for token in tokens]
        answers = await asyncio.gather(*(line.ask("rematch") for line in lines))
        assert sorted(answer["type"] for answer in answers) == ["done", "refused", "refused"]
        assert {a["code"] for a in answers if "code" in a} == {"rematch.already"}
        engine = sa.create_engine(urls.parse(database))
        with engine.connect() as connection:
            assert connection.scalar(sa.text("select count(*) from tables")) == 2
        engine.dispose()
        following = server.get(f"/api/tables/{table['table']}")[1]["info"]["next"]
        again = {"table": following}
        # Ana left first and handed over
        assert (await server.sit(again, bruno["token"])).welcome["host"]
        assert not (await server.sit(again, table["token"])).welcome["host"]


@pytest.mark.anyio
@pytest.mark.usefixtures("lines")
async def test_a_rematch_does_not_revive_invitations(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/estoril.db"
    with running(database, tmp_path) as server:
        table = server.open_table("me", "open", "random")
        bruno = server.join(table, "Bruno")
        server.command(table, table["token"], "kick", seat=bruno["seat"])
        server.command(table, table["token"], "give_to_bot", seat=1, bot="random")
        server.command(table, table["token"], "start")
        await Player([server], table, table["token"], 1).play()
        fresh = invite(server, table, table["token"])
        server.command(table, table["token"], "rematch")
        again = {"table": server.get(f"/api/tables/{table['table']}")[1]["info"]["next"]}
        server.command(again, table["token"], "open_seat", seat=1)
        assert join(server, again, table["invitation"], "Bruno", "5.5.5.5")[0] == 403
        assert join(server, again, fresh, "Carla", "5.5.5.6")[0] == 201
