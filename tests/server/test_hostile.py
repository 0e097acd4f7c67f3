"""What strangers send: rubbish is refused and never our fault, and nobody holds up others."""

import asyncio
import contextlib
import http.client
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.frames import Frame, Opcode

from estoril.server.addresses import Addresses, ProxyError
from estoril.server.frames import framed
from estoril.server.settings import GENEROUS, Limits
from tests.server.running import Running, running

pytestmark = pytest.mark.xdist_group("server-hostile")


@pytest.fixture(scope="module")
def server(lasting_database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(lasting_database, tmp_path_factory.mktemp("server")) as found:
        yield found


def raw(server: Running, text: bytes, seconds: float = 5) -> bytes:
    """Send bytes as they are; return what comes back until the other side closes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=seconds) as line:
        line.sendall(text)
        found = b""
        with contextlib.suppress(TimeoutError, ConnectionError):
            while more := line.recv(65536):
                found += more
    return found


def status_of(answer: bytes) -> int:
    """Return the status of an answer."""
    return int(answer.split(b" ", 2)[1])


# -- rubbish ----------------------------------------------------------------------------------

PATHS = [
    "/assets/" + "a" * 300,
    "/assets/" + "a" * 5000,
    "/assets/%00",
    "/assets/%ff%fe",
    "/assets/..%2f..%2fapp.py",
    "/assets/.hidden",
    "/assets/%2e%2e",
    "/t/%00",
    "/api/tables/%00",
    "/api/tables/%00/view",
    "/api/tables/%00/messages",
    "/api/tables/" + "a" * 4000,
    "/api/tables/%ed%a0%80",
    "/api/tables/%F0%9F%92%A3/record",
    "/api/tables?before=nan",
    "/api/tables?before=inf",
    "/api/tables?before=1e999",
    "/api/tables?state=%00",
    "/api/tables?state=%ff",
    "/api/words?language=%00",
    "/api/words?language=..%2f",
    "/api/rules?language=%00",
    "/api/rules/%00",
    "/api/rules/%ff",
    "/api/content?modules=%00",
    "/api/content?modules=%ff,base",
    "/api/content?modules=" + "," * 90,
    "/nowhere/%00",
    "/%00",
    "//",
    "/api/tables/x/socket",
]


@pytest.mark.parametrize("token", [None, "x" * 43])
@pytest.mark.parametrize("path", PATHS)
def test_no_path_is_our_fault(server: Running, path: str, token: str | None) -> None:
    given = b"" if token is None else f"Authorization: Bearer {token}\r\n".encode()
    answer = raw(
        server,
        b"GET "
        + path.encode()
        + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
        + given
        + b"\r\n",
    )
    assert status_of(answer) in (200, 400, 403, 404, 422), answer


BODIES = [
    b"[" * 8000,
    b"[" * 8000 + b"]" * 8000,
    b'{"seats":' * 1500 + b"1" + b"}" * 1500,
    b'{"name": "\xff\xfe"}',
    b'{"name": "\xed\xa0\x80", "seats": [{}, {}]}',
    b'{"name": "\\ud800", "seats": [{"who": "me"}, {}]}',
    b'{"name": "\\u0000", "seats": [{"who": "me"}, {}]}',
    b'{"seats": [{}, {}], "modules": ["\\ud800"]}',
    b'{"seats": [{}, {"colour": "\\ud800"}]}',
    b'{"seats": [{}, {"who": "bot", "bot": "\\ud800"}]}',
    b'{"seats": [{}, {}], "edition": "\\udfff"}',
    b'{"seats": [{}, {}], "stand_in": "\\u0000"}',
    b'{"seats": [{}, {}], "clock": {"per": "game", "seconds": 1e400}}',
    b'{"seats": [{}, {}], "clock": {"per": "game", "seconds": 99999999999999999999999}}',
    b'{"\xff": 1}',
    b"\xef\xbb\xbf{}",
    b"\x00",
    b"",
    b"NaN",
]


@pytest.mark.parametrize("body", BODIES, ids=range(len(BODIES)))
def test_no_body_is_our_fault(server: Running, body: bytes) -> None:
    status, problem = server.request("POST", "/api/tables", body)
    assert status in (400, 409, 413, 422), problem
    assert problem["text"]


COMMANDS = [
    b'{"command": "say_phrase", "phrase": "\\ud800"}',
    b'{"command": "say", "text": "\\ud800"}',
    b'{"command": "rename", "name": "\\ud800"}',
    b'{"command": "recolour", "colour": "\\ud800"}',
    b'{"command": "give_to_bot", "seat": 1, "bot": "\\ud800"}',
    b'{"command": "act", "turn": 99999999999999999999999999, "action": 1}',
    b'{"command": "act", "turn": 1, "action": -9223372036854775808}',
    b'{"command": "act", "turn": 1, "action": {"kind": "\\ud800"}}',
    b'{"command": "\\ud800"}',
    b'{"command": ' + b"[" * 7000,
]


@pytest.mark.parametrize("body", COMMANDS, ids=range(len(COMMANDS)))
@pytest.mark.anyio
@pytest.mark.usefixtures("lines")
async def test_no_command_is_our_fault(server: Running, body: bytes) -> None:
    table = server.open_table("me", "open")
    path = f"/api/tables/{table['table']}/commands"
    status, problem = server.request("POST", path, body, table["token"])
    assert status in (400, 409, 422), problem
    client = await server.sit(table, table["token"])
    await client.socket.send(b'{"type": "ask", "id": 1, "request": '.decode() + body.decode() + "}")
    answer = await client.next("refused")
    assert answer["code"] != "server"


HEADERS = [
    b"Origin: http://[bad\r\n",
    b"Origin: \xff\xfe\r\n",
    b"Origin: http://x:99999999\r\n",
    b"Authorization: Bearer " + b"\xff" * 20 + b"\r\n",
    b"Accept-Language: \xff;q=\xfe,;;;q=q,de;q=1e999\r\n",
    b"Accept-Language: " + b"x-" * 2000 + b"\r\n",
    b"X-Forwarded-For: \xff, [::, 1.2.3.4.5, ,\r\n",
    b"Accept-Encoding: \xff\r\n",
]
OPENING = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


@pytest.mark.parametrize("header", HEADERS, ids=range(len(HEADERS)))
def test_no_header_is_our_fault(server: Running, header: bytes) -> None:
    for path in (b"/", b"/api/words", b"/api/tables/nowhere/view", b"/assets/x"):
        asked = b"GET " + path + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + header + b"\r\n"
        assert status_of(raw(server, asked)) < 500
    asked = b"GET /api/tables/nowhere/socket HTTP/1.1\r\nHost: x\r\n" + OPENING + header + b"\r\n"
    assert status_of(raw(server, asked, 1)) in (101, 400, 403)


def test_a_body_that_goes_wrong_half_way_is_refused_once(server: Running) -> None:
    for path in (b"/nowhere", b"/api/tables"):
        answer = raw(
            server,
            b"POST " + path + b" HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n\r\nc\r\n{}",
        )
        assert status_of(answer) == 400
        assert answer.count(b"HTTP/1.1") == 1


def test_a_socket_to_a_name_that_is_none_is_refused(server: Running) -> None:
    for name in (b"%00", b"%ff", b"a" * 33, b"%F0%9F%92%A3"):
        asked = b"GET /api/tables/" + name + b"/socket HTTP/1.1\r\nHost: x\r\n" + OPENING + b"\r\n"
        assert status_of(raw(server, asked, 1)) in (400, 403, 404)


@pytest.mark.anyio
@pytest.mark.usefixtures("lines")
@pytest.mark.parametrize(
    "text", ["[" * 8000, '{"type": "hello", "token": "\\ud800"}', "\x00", "{}"]
)
async def test_no_hello_is_our_fault(server: Running, text: str) -> None:
    line = await server.connect({"table": "nowhere"})
    await line.send(text)
    assert '"server"' not in str(await line.recv())


def test_last_words_that_are_none_may_come_with_the_end(server: Running) -> None:
    """Both in one packet: the line is closed by the other side before its words are refused."""
    words, close = b"\x81\x80\0\0\0\0", b"\x88\x82\0\0\0\0\x03\xe8"
    asked = b"GET /api/tables/nowhere/socket HTTP/1.1\r\nHost: x\r\n" + OPENING + b"\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as line:
        line.sendall(asked)
        assert status_of(line.recv(65536)) == 101
        line.sendall(words + close)
        answer = b""
        while more := line.recv(65536):
            answer += more
        assert b"\x88\x02\x03\xe8" in answer


def test_names_that_are_none_are_not_remembered() -> None:
    from estoril.server import files

    before = files._read.cache_info().currsize
    for number in range(100):
        assert files.read(f"nothing-{number}.js") is None
    assert files._read.cache_info().currsize == before


# -- addresses --------------------------------------------------------------------------------


def scope(peer: str, *forwarded: str) -> dict[str, Any]:
    headers = [(b"x-forwarded-for", hop.encode("latin-1")) for hop in forwarded]
    return {"client": (peer, 1), "headers": headers}


@pytest.mark.parametrize(
    ("peer", "forwarded", "counted"),
    [
        ("10.0.0.1", ["1.2.3.4"], "1.2.3.4"),
        ("10.0.0.1", ["6.6.6.6, 1.2.3.4"], "1.2.3.4"),  # forged, and passed on by the proxy
        ("10.0.0.1", ["6.6.6.6", "1.2.3.4, 10.0.0.2"], "1.2.3.4"),  # by two of them
        ("10.0.0.1", ["1.2.3.4:5678"], "1.2.3.4"),
        ("10.0.0.1", ["[2001:db8::1]:5678"], "2001:db8::/64"),
        ("10.0.0.1", ["2001:db8:0:0:ffff::1"], "2001:db8::/64"),
        ("10.0.0.1", ["::ffff:1.2.3.4"], "1.2.3.4"),
        ("10.0.0.1", ["junk"], "10.0.0.1"),
        ("10.0.0.1", ["1.2.3.4, junk\xff"], "10.0.0.1"),
        ("10.0.0.1", ["junk, 1.2.3.4"], "1.2.3.4"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("::ffff:10.0.0.1", ["1.2.3.4"], "1.2.3.4"),
        ("5.5.5.5", ["1.2.3.4"], "5.5.5.5"),  # no proxy of ours
        ("::ffff:5.5.5.5", [], "5.5.5.5"),
        ("2001:db8:1:2:3:4:5:6%eth0", [], "2001:db8:1:2::/64"),
    ],
)
def test_people_are_counted_and_not_what_they_say(
    peer: str, forwarded: list[str], counted: str
) -> None:
    assert Addresses(["10.0.0.0/8"]).of(scope(peer, *forwarded)) == counted


def test_what_is_no_network_is_no_proxy() -> None:
    with pytest.raises(ProxyError, match="the proxy is neither"):
        Addresses(["the proxy"])


def knock(server: Running, forwarded: str) -> int:
    """Ask for something as somebody behind a proxy."""
    return server.request("GET", "/api", X_Forwarded_For=forwarded)[0]


def test_behind_a_proxy_each_person_has_limits_of_their_own(tmp_path: Path) -> None:
    limits = Limits(requests=1.0)  # five at once
    database = f"sqlite:///{tmp_path}/estoril.db"
    with running(database, tmp_path, limits=limits, proxies=("127.0.0.1",)) as server:
        assert 429 in [knock(server, f"{i}.6.6.6, 1.2.3.4") for i in range(1, 20)]
        assert knock(server, "1.2.3.5") == 200
        assert 429 in [knock(server, f"2001:db8::{i}") for i in range(20)]
        assert 429 in [knock(server, f"junk {i}") for i in range(20)]
        assert 'estoril_limited_total{limit="limit.requests"}' in server.get("/metrics")[1]


def test_nobody_is_believed_who_is_no_proxy(tmp_path: Path) -> None:
    limits = Limits(requests=1.0)
    with running(f"sqlite:///{tmp_path}/estoril.db", tmp_path, limits=limits) as server:
        assert 429 in [knock(server, f"1.2.3.{i}") for i in range(20)]
        assert server.logged().count("X-Forwarded-For is not believed") == 1


# -- slow and half-sent -----------------------------------------------------------------------

BRISK = msgspec.structs.replace(GENEROUS, head=1.0, arrival=1.0, answer=3.0, hello=1.0)
HALVES = {
    "nothing": b"",
    "half a head": b"GET /api HTTP/1.1\r\nHost: x\r\n",
    "half a body": b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    b"Content-Length: 100\r\n\r\n{",
    "a body nobody wants": b"POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
    "another half": b"GET /api HTTP/1.1\r\nHost: x\r\n\r\nGET /api HTTP/1.1\r\n",
    "another half body": b"GET /api HTTP/1.1\r\nHost: x\r\n\r\n"
    b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    b"Content-Length: 100\r\n\r\n{",
    "no hello": b"GET /api/tables/x/socket HTTP/1.1\r\nHost: x\r\n" + OPENING + b"\r\n",
}


@pytest.fixture(scope="module")
def brisk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("brisk")
    with running(f"sqlite:///{folder}/estoril.db", folder, limits=BRISK) as server:
        yield server


@pytest.mark.parametrize("half", HALVES)
@pytest.mark.parametrize("drips", [False, True])
def test_who_does_not_finish_is_hung_up_on(brisk: Running, half: str, drips: bool) -> None:
    with socket.create_connection(("127.0.0.1", brisk.port), timeout=0.2) as line:
        line.sendall(HALVES[half])
        until = time.monotonic() + 15
        while time.monotonic() < until:
            try:
                if not line.recv(65536):
                    return
                continue
            except TimeoutError:
                pass
            except ConnectionError:
                return
            if drips and half != "no hello":
                with contextlib.suppress(ConnectionError):
                    line.sendall(b"x")
    raise AssertionError("the line is still open")


def test_half_requests_do_not_keep_others_out(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(Limits(), lines=50, head=2.0)
    with running(f"sqlite:///{tmp_path}/estoril.db", tmp_path, limits=limits) as server:
        assert '"event":"limits"' in server.logged() and '"connections":' in server.logged()
        with contextlib.ExitStack() as lines:
            held = []
            for _ in range(1100):
                line = socket.create_connection(("127.0.0.1", server.port), timeout=5)
                held.append(lines.enter_context(line))
                with contextlib.suppress(ConnectionError):
                    line.sendall(HALVES["half a head"])
            # from elsewhere one gets in at once, from here when the deadline has passed
            elsewhere = socket.create_connection(
                ("127.0.0.1", server.port), 5, source_address=("127.0.0.2", 0)
            )
            with elsewhere:
                elsewhere.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
                assert b" 200 " in elsewhere.recv(4096)
            until = time.monotonic() + 20
            while True:
                with contextlib.suppress(OSError, http.client.HTTPException):
                    if server.get("/healthz")[0] == 200:
                        break
                assert time.monotonic() < until
                time.sleep(0.1)
        limited = server.get("/metrics")[1]
        assert 'limit="limit.lines"' in limited and 'limit="limit.slow"' in limited


def test_there_are_never_more_connections_than_descriptors_allow(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, connections=20)
    asked = b"GET /healthz HTTP/1.0\r\n\r\n"
    with running(f"sqlite:///{tmp_path}/estoril.db", tmp_path, limits=limits) as server:
        with contextlib.ExitStack() as lines:
            for _ in range(20):
                line = socket.create_connection(("127.0.0.1", server.port), timeout=5)
                lines.enter_context(line)
            assert b" 200 " not in raw(server, asked)
        until = time.monotonic() + 10
        while b" 200 " not in raw(server, asked):
            assert time.monotonic() < until


# -- frames -----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 100_000])
def test_a_text_is_framed_as_others_frame_it(size: int) -> None:
    text = b"x" * size
    assert framed(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


def frame(opcode: int, payload: bytes = b"") -> bytes:
    """Return a frame of a client; a mask of zeros is a mask."""
    size = len(payload)
    head = bytes([opcode, 128 | size]) if size < 126 else bytes([opcode, 254]) + size.to_bytes(2)
    return head + bytes(4) + payload


def a_socket(server: Running, table: str = "nowhere") -> socket.socket:
    """Open a socket by hand."""
    line = socket.create_connection(("127.0.0.1", server.port), timeout=10)
    line.sendall(f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: x\r\n".encode())
    line.sendall(OPENING + b"\r\n")
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += line.recv(4096)
    assert status_of(answer) == 101
    return line


def until_closed(line: socket.socket) -> bytes:
    """Return what comes until the other side hangs up."""
    found = b""
    with contextlib.suppress(ConnectionError):
        while more := line.recv(65536):
            found += more
    return found


def flood(line: socket.socket, part: bytes, times: int) -> int:
    """Send something again and again without reading; return how often it was taken."""
    line.settimeout(0.5)
    for sent in range(times):
        try:
            line.sendall(part)
        except OSError:
            return sent
    return times


HELLO = frame(0x81, b'{"type": "hello"}')
FLOODS = {
    "empty frames of one message": frame(0x01, b"x") + frame(0x00) * 10_000,
    "tiny frames of one message": frame(0x01, b"x") + frame(0x00, b"y") * 8_000,
    "pings": frame(0x89, b"p" * 125) * 10_000,
    "pongs": frame(0x8A) * 10_000,
    "messages": frame(0x81, b"{}") * 10_000,
    "pings before hello": frame(0x89) * 10_000,
}


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("strict")
    limits = msgspec.structs.replace(GENEROUS, frames=50, messages=20)
    with running(f"sqlite:///{folder}/estoril.db", folder, limits=limits) as server:
        yield server


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_of_frames_ends_at_its_limit_and_nobody_waits(strict: Running, kind: str) -> None:
    table = strict.open_table("me", "open")["table"]
    with a_socket(strict, table) as line:
        if kind != "pings before hello":
            line.sendall(HELLO)
        taken = flood(line, FLOODS[kind], 130)  # of empty frames these are 1.3 million
        begun = time.monotonic()
        assert strict.get("/healthz")[0] == 200
        assert time.monotonic() - begun < 1
        assert taken < 130
    limited = strict.get("/metrics")[1]
    assert 'limit="limit.messages"' in limited or 'limit="limit.frames"' in limited


def test_pongs_that_nobody_reads_do_not_pile_up(brisk: Running) -> None:
    assert brisk.process is not None

    def resident() -> int:
        assert brisk.process is not None
        status = Path(f"/proc/{brisk.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0])

    before = resident()
    with a_socket(brisk, brisk.open_table("me", "open")["table"]) as line:
        line.sendall(HELLO)
        flood(line, frame(0x89, b"p" * 125) * 1000, 300)  # these limits are generous
        assert brisk.get("/healthz")[0] == 200
        assert resident() - before < 10_000  # kB; they would be 38,000


BROKEN = {
    "no mask": b"\x81\x02{}",
    "a reserved bit": b"\xc1\x82" + bytes(4) + b"{}",
    "no such kind": frame(0x83),
    "a long ping": b"\x89\xfe\x00\x80" + bytes(4) + b"x" * 128,
    "half a ping": frame(0x09),
    "a part of nothing": frame(0x80, b"x"),
    "one message in another": frame(0x01, b"x") + frame(0x81, b"y"),
    "a closing that is none": frame(0x88, b"\x00"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_who_breaks_the_protocol_is_told_so(brisk: Running, kind: str) -> None:
    with a_socket(brisk) as line:
        line.sendall(BROKEN[kind])
        answer = until_closed(line)
    assert int.from_bytes(answer[2:4]) == 1002, answer


def test_a_message_may_come_in_parts_and_not_be_too_long_in_all(brisk: Running) -> None:
    with a_socket(brisk, brisk.open_table("me", "open")["table"]) as line:
        line.sendall(frame(0x01, b'{"type": ') + frame(0x89, b"?") + frame(0x80, b'"hello"}'))
        answer = b""
        while b'"seen"' not in answer:
            answer += line.recv(65536)
        assert answer.startswith(b"\x8a\x01?") and b'"welcome"' in answer
        line.sendall(frame(0x01, b"x" * 5000) + frame(0x80, b"x" * 5000))
        assert b"\x03\xf1" in until_closed(line)  # 1009


def test_who_asks_and_does_not_read_is_not_read_from(brisk: Running) -> None:
    """A line that takes nothing is read from only until what waits for it is too much."""
    look = frame(0x81, b'{"type": "look", "id": 1}')
    with a_socket(brisk, brisk.open_table("me", "open")["table"]) as line:
        line.sendall(HELLO)
        assert flood(line, look * 1000, 1000) < 1000
        assert brisk.get("/healthz")[0] == 200


# -- long histories ---------------------------------------------------------------------------


@pytest.mark.anyio
@pytest.mark.usefixtures("lines")
async def test_who_missed_more_than_can_be_told_gets_a_fresh_view(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, backlog=50_000)
    with running(f"sqlite:///{tmp_path}/estoril.db", tmp_path, limits=limits) as server:
        table, tokens = server.started(2)
        ana = await server.sit(table, tokens[0])
        for i in range(60):
            assert (await ana.ask("say", text=f"{i} " + "\u6d77" * 270))["type"] == "done"
        for token in (None, tokens[1]):
            late = await server.sit(table, token, since=3)
            seen = await late.next("seen", "bye")
            assert seen["type"] == "seen" and seen["snapshot"]["number"] == late.welcome["number"]
            await ana.ask("say_phrase", phrase="hello")
            news = await late.next("news", "bye")
            assert news["message"]["chat"]["phrase"] == "hello"
        recent = await server.sit(table, tokens[1], since=late.welcome["number"])
        assert (await recent.next("news"))["message"]["number"] == late.welcome["number"] + 1


@pytest.mark.anyio
@pytest.mark.usefixtures("lines")
async def test_rooms_of_tables_that_are_none_are_not_remembered(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/estoril.db", tmp_path) as server:
        for i in range(20):
            line = await server.connect({"table": f"none-{i}"})
            await line.close()
            server.get(f"/api/tables/none-{i}/view", "x" * 43)
        until = time.monotonic() + 10
        while "\nestoril_rooms 0\n" not in server.get("/metrics")[1]:
            assert time.monotonic() < until
            await asyncio.sleep(0.05)
