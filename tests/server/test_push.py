"""Calling browsers: encryption, and a push service where a browser reads what it is sent."""

import asyncio
import json
import queue
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from estoril.server import push
from estoril.server.access import Grant
from estoril.server.metadata import DEVICES, MetadataStore
from estoril.server.posting import Poster
from estoril.server.push import from_text, to_text
from estoril.server.refusals import Refusal
from estoril.server.storage import Store
from tests.server.running import Running, codes_of, running

pytestmark = [pytest.mark.anyio, pytest.mark.xdist_group("server-push")]


# -- encryption -------------------------------------------------------------------------------


def test_a_message_is_encrypted_as_in_the_example_of_rfc_8291() -> None:
    point = from_text(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    )
    secret = from_text("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    key = ec.derive_private_key(int.from_bytes(secret), ec.SECP256R1())
    sealed = push.seal(
        b"When I grow up, I want to be a watermelon\2",
        point,
        from_text("BTBZMqHH6r4Tts7J_aSIgg"),
        key,
        from_text("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert to_text(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWA"
        "mS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxs"
        "j_Qulcy4a-fN"
    )


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [("A" * 87, "A" * 22), ("B" * 87, "A" * 22), ("?" * 87, "A" * 22), ("", "")],
)
def test_what_is_no_key_is_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(Refusal) as refusal:
        push.check(p256dh, auth)
    assert refusal.value.code == "push.keys"


def test_the_length_of_a_message_tells_nothing() -> None:
    browser = Browser()
    sizes = {len(push.encrypt(b"x" * n, browser.point, browser.auth)) for n in (1, 100, 400)}
    assert len(sizes) == 1


# -- a browser and its push service -----------------------------------------------------------


class Browser:
    """A browser that listens, and reads what it is sent."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"
        self.point = self._key.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )

    def subscription(self, endpoint: str, language: str = "en") -> dict[str, object]:
        keys = {"p256dh": to_text(self.point), "auth": to_text(self.auth)}
        return {"endpoint": endpoint, "keys": keys, "language": language}

    def read(self, body: bytes) -> dict[str, Any]:
        """Decrypt a message, as RFC 8188 and 8291 tell it to the receiver."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self._key.exchange(ec.ECDH(), theirs)
        info = b"WebPush: info\0" + self.point + sender
        secret = HKDF(SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        message, mark, rest = AESGCM(key).decrypt(nonce, sealed, None).rpartition(b"\2")
        assert mark and not rest.strip(b"\0")
        return dict(json.loads(message))


class Service(BaseHTTPRequestHandler):
    """A push service: it keeps what is posted; the number at the end of a path is its answer."""

    posted: list[tuple[str, dict[str, str], bytes]]
    arrived: queue.Queue[str]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        type(self).posted.append((self.path, headers, body))
        self.send_response(int(self.path.rpartition("/")[2]))
        self.end_headers()
        type(self).arrived.put(self.path)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server whose push services may be on this machine."""
    folder = tmp_path_factory.mktemp("push")
    database = f"sqlite:///{folder}/x.db"
    with running(database, folder, private_webhooks=True, absence=1.0) as server:
        yield server


@pytest.fixture
def service() -> Iterator[str]:
    Service.posted, Service.arrived = [], queue.Queue()
    caught = HTTPServer(("127.0.0.1", 0), Service)
    thread = threading.Thread(target=caught.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{caught.server_port}"
    caught.shutdown()
    thread.join()
    caught.server_close()


def is_signed(authorization: str, key: str, service: str) -> bool:
    """Verify what a server says of itself (RFC 8292)."""
    scheme, given = authorization.split(" ", 1)
    parts = dict(part.strip().split("=", 1) for part in given.split(","))
    assert scheme == "vapid" and parts["k"] == key
    head, claims, signature = parts["t"].split(".")
    raw = from_text(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_text(key))
    public.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    said = json.loads(from_text(claims))
    assert said["sub"] == "https://estoril.example"
    return bool(said["aud"] == service and time.time() < said["exp"] < time.time() + 86_400)


async def arrived(seconds: float = 10) -> str | None:
    """Wait for the next call; return where it went."""
    try:
        return await asyncio.to_thread(Service.arrived.get, timeout=seconds)
    except queue.Empty:
        return None


def listen(server: Running, table: dict[str, Any], token: str, endpoint: str) -> int:
    """Let a browser listen for a seat; return the status of the answer."""
    where = f"/api/tables/{table['table']}/push"
    return server.request("PUT", where, Browser().subscription(endpoint), token)[0]


def decide(server: Running, table: dict[str, Any], token: str) -> None:
    """Take the first choice, if it is one's turn."""
    now = server.get(f"/api/tables/{table['table']}/view", token)[1]["now"]
    if now.get("turn"):
        server.command(table, token, "act", action=codes_of(now)[0], turn=now["turn"])


async def test_a_browser_without_a_page_is_called_in_its_language_and_told_no_secret(
    database: str, tmp_path: Path, service: str
) -> None:
    settings = dict(private_webhooks=True, public_url="https://estoril.example")
    with running(database, tmp_path, **settings) as server:
        key = server.get("/api")[1]["push"]
        table = server.open_table("me", "random")
        where = f"/api/tables/{table['table']}/push"
        browser = Browser()
        body = browser.subscription(f"{service}/ana/201", "de")
        assert server.request("PUT", where, body, table["token"])[0] == 204
        assert server.request("PUT", where, body, table["token"])[0] == 204  # the same browser
        server.command(table, table["token"], "start")
        assert await arrived() == "/ana/201"
        ((_, headers, sent),) = Service.posted
        assert headers["content-encoding"] == "aes128gcm" and int(headers["ttl"]) > 0
        assert is_signed(headers["authorization"], key, service)
        told = browser.read(sent)
        assert told.pop("number") >= 2  # the bot may have begun
        assert told == {
            "event": "your_turn",
            "table": table["table"],
            "title": "Du bist dran",
            "text": "Ana, in Estoril bist du an der Reihe.",
        }
        assert b"Ana" not in sent and str(table["table"]) not in json.dumps(headers)
        # push services know the server by its key after a restart
        server.stop()
        server.start()
        assert server.get("/api")[1]["push"] == key


async def test_who_has_a_page_open_is_called_when_it_is_closed_before_they_decide(
    server: Running, service: str, lines: None
) -> None:
    table = server.open_table("me", "random")
    assert listen(server, table, table["token"], f"{service}/201") == 204
    ana = await server.sit(table, table["token"])
    server.command(table, table["token"], "start")
    await ana.close()
    assert Service.posted == []
    assert await arrived() == "/201"


@pytest.mark.parametrize("status", [404, 410])
async def test_a_browser_that_listens_no_more_is_forgotten(
    server: Running, service: str, status: int
) -> None:
    table = server.open_table("me", "random")
    for answer in (status, 429):
        assert listen(server, table, table["token"], f"{service}/{answer}") == 204
    server.command(table, table["token"], "start")
    assert {await arrived(), await arrived()} == {f"/{status}", "/429"}
    decide(server, table, table["token"])
    assert await arrived() == "/429"  # it is Ana's turn again
    assert await arrived(0.2) is None


async def test_a_subscription_dies_with_the_seat(server: Running, service: str) -> None:
    table = server.open_table("open", "me")
    old = server.join(table, "Bruno", seat=0)
    assert listen(server, table, old["token"], f"{service}/lost/201") == 204
    server.command(table, table["token"], "kick", seat=0)
    where = f"/api/tables/{table['table']}/invitations"
    status, made = server.post(where, {"seat": 0}, table["token"])
    assert status == 201
    new = server.join({**table, "invitation": made["invitation"]}, "Carla", seat=0)
    assert listen(server, table, new["token"], f"{service}/good/201") == 204
    assert listen(server, table, old["token"], f"{service}/lost/201") == 409
    server.command(table, new["token"], "set_ready")
    server.command(table, table["token"], "start")
    for _ in range(3):  # unless Carla begins; what one does may have to be decided in steps
        decide(server, table, table["token"])
    assert await arrived() == "/good/201"
    assert await arrived(0.2) is None


async def test_who_does_not_want_to_be_called_is_not(server: Running, service: str) -> None:
    table = server.open_table("me", "random")
    where = f"/api/tables/{table['table']}/push"
    assert server.request("PUT", where, Browser().subscription(f"{service}/201"))[0] == 401
    assert listen(server, table, table["token"], f"{service}/201") == 204
    assert server.request("DELETE", where, token=table["token"])[0] == 204
    server.command(table, table["token"], "start")
    assert await arrived(0.2) is None


async def test_a_forged_endpoint_leads_nowhere(tmp_path: Path, service: str) -> None:
    with running(f"sqlite:///{tmp_path}/x.db", tmp_path) as server:
        table = server.open_table("me", "random")
        where = f"/api/tables/{table['table']}/push"
        for endpoint, code in (
            ("https://127.0.0.1/201", "address.private"),
            ("https://169.254.169.254/latest", "address.private"),
            ("http://push.example/201", "address.url"),
        ):
            body = Browser().subscription(endpoint)
            status, problem = server.request("PUT", where, body, table["token"])
            assert (status, problem["code"]) == (422, code)
        port = service.rpartition(":")[2]
        assert listen(server, table, table["token"], f"https://localhost:{port}/201") == 204
        server.command(table, table["token"], "start")
        while 'estoril_pushes_total{outcome="failed"} 1' not in server.get("/metrics")[1]:
            await asyncio.sleep(0.02)
        assert Service.posted == []


async def test_a_server_that_is_to_call_nobody_says_so(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/x.db", tmp_path, push=False) as server:
        assert "push" not in server.get("/api")[1]
        table = server.open_table("me", "random")
        assert listen(server, table, table["token"], "https://push.example/1") == 409


async def test_one_seat_has_so_many_browsers_and_the_oldest_goes(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path}/x.db")
    metadata = MetadataStore(store)
    await metadata.add_token("t", "token", Grant("seat", 0, 1), 0.0)
    for i in range(DEVICES + 2):
        await metadata.subscribe("t", "token", f"https://push.example/{i}", (b"", b""), "en", i)
    found = {one.endpoint for one in await metadata.subscribed("t", 0)}
    await store.close()
    assert found == {f"https://push.example/{i}" for i in range(2, DEVICES + 2)}


async def test_a_secret_of_the_server_is_made_once(database: str) -> None:
    store = await Store.open(database)
    metadata = MetadataStore(store)
    made = await asyncio.gather(*(metadata.secret("key", b"%d" % i) for i in range(5)))
    assert len(set(made)) == 1
    assert await metadata.secret("key", b"later") == made[0]
    await store.close()


async def test_what_waits_for_a_slow_service_is_limited() -> None:
    poster = Poster(each=1, crowd=0, private=True)
    assert await poster.post("http://127.0.0.1:9/", b"", {}) == (0, "Crowded")
