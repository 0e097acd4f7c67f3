"""The examples of deploy/ in earnest: proxies before a real server, and the image, built and run.

`make test-deploy` runs these; what a test needs and this machine lacks is said at the end.
"""

import asyncio
import contextlib
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from runpy import run_path
from typing import IO

import pytest
from websockets.asyncio.client import connect

from estoril.server.settings import GENEROUS
from tests.server.running import Running, running

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
pytestmark = [pytest.mark.soak, pytest.mark.anyio]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def tool(name: str, package: str | None = None) -> str:
    """Return the path of a program, or leave the test out; on our servers it must be there."""
    beside = Path(sys.executable).with_name(name)
    found = str(beside) if beside.exists() else shutil.which(name)
    if found is None:
        reason = f"there is no {name}: apt-get install {package or name}"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return found


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    """A certificate that nobody has signed, and its key."""
    names = tmp_path / "certificate.pem", tmp_path / "key.pem"
    subprocess.run(
        [tool("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
         "-out", names[0], "-keyout", names[1]],
        check=True, capture_output=True,
    )  # fmt: skip
    return names


@contextlib.contextmanager
def proxy(command: list[str], port: int, **environ: str) -> Iterator[None]:
    """Run a proxy until it is not needed any more."""
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, env={**os.environ, **environ}, stderr=said)
        try:
            wait(lambda: socket.create_connection(("127.0.0.1", port), 1).close(), process, said)
            yield
        finally:
            process.terminate()
            process.wait(20)


def wait(attempt: Callable[[], object], process: subprocess.Popen[bytes], said: IO[bytes]) -> None:
    """Try until it works."""
    deadline = time.monotonic() + 60
    while True:
        try:
            attempt()
            return
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                said.seek(0)
                raise AssertionError(f"it does not answer: {said.read().decode()}") from None
            time.sleep(0.1)  # nothing tells from outside that a process listens


def trusting() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


async def play_through(port: int, server: Running) -> None:
    """Open a table and play by sockets, all through the proxy; limits count people."""
    base = f"https://localhost:{port}"

    def post(path: str, body: object, token: str = "", **headers: str) -> dict[str, object]:
        sent = {"content-type": "application/json", **headers}
        if token:
            sent["authorization"] = f"Bearer {token}"
        request = urllib.request.Request(base + path, json.dumps(body).encode(), sent)
        with urllib.request.urlopen(request, timeout=20, context=trusting()) as answer:
            return dict(json.load(answer))

    seats = [{"who": "me"}, {"who": "bot", "bot": "random"}]
    table = await asyncio.to_thread(post, "/api/tables", {"name": "Ana", "seats": seats})
    token, path = str(table["token"]), f"/api/tables/{table['table']}"
    await asyncio.to_thread(post, f"{path}/commands", {"command": "start"}, token)
    address = f"wss://localhost:{port}{path}/socket"
    async with connect(address, ssl=trusting(), proxy=None, origin=base) as line:  # type: ignore[arg-type]
        await line.send(json.dumps({"type": "hello", "token": token}))
        assert json.loads(await line.recv())["type"] == "welcome"
        for text in ("one", "two", "three"):
            ask = {"command": "say", "text": text}
            await line.send(json.dumps({"type": "ask", "id": 1, "request": ask}))
        heard = []
        while len(heard) < 3:
            told = json.loads(await asyncio.wait_for(line.recv(), 20))
            heard += [told["message"]["chat"]["text"]] if "chat" in told.get("message", {}) else []
        assert heard == ["one", "two", "three"]
    # figures are not for strangers
    with pytest.raises(urllib.error.HTTPError, match="404") as hidden:
        await asyncio.to_thread(
            urllib.request.urlopen, f"{base}/metrics", timeout=20, context=trusting()
        )
    hidden.value.close()
    # whatever they say of themselves, people are counted by where they come from
    assert "X-Forwarded-For is not believed" not in server.logged()
    refused = 0
    for number in range(30):
        try:
            forged = f"198.51.100.{number}"
            await asyncio.to_thread(
                lambda: post("/api/tables", {"seats": seats[1:] * 2}, **{"x-forwarded-for": forged})  # noqa: B023
            )
        except urllib.error.HTTPError as problem:
            refused += problem.code == 429
            problem.close()
    assert refused > 0


def counting(database: Path) -> dict[str, object]:
    """Settings of a server that lets one address open few tables."""
    import msgspec

    limits = msgspec.structs.replace(GENEROUS, tables=0.1)
    return dict(limits=limits, proxies=("127.0.0.1", "::1"))


async def test_nginx_before_a_server(tmp_path: Path, certificate: tuple[Path, Path]) -> None:
    nginx, port = tool("nginx", "nginx-light"), free_port()
    with running(f"sqlite:///{tmp_path}/t.db", tmp_path, **counting(tmp_path)) as server:
        text = (DEPLOY / "nginx.conf").read_text("utf-8")
        text = re.sub(r"listen (\[::\]:)?80;", f"listen 127.0.0.1:{free_port()};", text, count=1)
        text = re.sub(r"    listen \[::\]:.*;\n", "", text)
        text = text.replace("listen 443 ", f"listen 127.0.0.1:{port} ")
        text = text.replace("127.0.0.1:1942", f"127.0.0.1:{server.port}")
        text = re.sub(r"ssl_certificate .*;", f"ssl_certificate {certificate[0]};", text)
        text = re.sub(r"ssl_certificate_key .*;", f"ssl_certificate_key {certificate[1]};", text)
        own = [f"{kind}_temp_path {tmp_path}/{kind};" for kind in
               ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")]  # fmt: skip
        config = tmp_path / "nginx.conf"
        config.write_text(
            f"daemon off; pid {tmp_path}/pid; error_log stderr; events {{}}\n"
            f"http {{ access_log off; {' '.join(own)}\n{text}\n}}\n"
        )
        command = [nginx, "-c", str(config), "-p", str(tmp_path), "-e", "stderr"]
        subprocess.run([*command, "-t"], check=True)
        with proxy(command, port):
            await play_through(port, server)


async def test_caddy_before_a_server(tmp_path: Path) -> None:
    caddy, port = tool("caddy"), free_port()
    with running(f"sqlite:///{tmp_path}/t.db", tmp_path, **counting(tmp_path)) as server:
        config = tmp_path / "Caddyfile"
        # not on the usual ports, not to the authorities for certificates
        config.write_text(
            f"{{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\thttp_port {free_port()}\n"
            f"\thttps_port {port}\n}}\n" + (DEPLOY / "Caddyfile").read_text("utf-8")
        )
        environ = {
            "ESTORIL_SITE": "localhost", "ESTORIL_UPSTREAM": f"127.0.0.1:{server.port}",
            "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "HOME": str(tmp_path),
        }  # fmt: skip
        check = [caddy, "validate", "--config", str(config), "--adapter", "caddyfile"]
        subprocess.run(check, check=True, env={**os.environ, **environ})
        command = [caddy, "run", "--config", str(config), "--adapter", "caddyfile"]
        with proxy(command, port, **environ):
            await asyncio.sleep(1)  # until it has made a certificate for itself
            await play_through(port, server)


def test_the_linters_of_each_format_have_nothing_to_say() -> None:
    done = subprocess.run(
        [tool("hadolint"), "--failure-threshold", "info", str(ROOT / "Dockerfile")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "")
    done = subprocess.run(
        [tool("kubernetes-validate"), "--strict", str(DEPLOY / "kubernetes.yaml")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_bill_of_materials_is_as_its_schema_has_it(tmp_path: Path) -> None:
    validation = pytest.importorskip("cyclonedx.validation.json")
    from cyclonedx.schema import SchemaVersion

    target = tmp_path / "bill.json"
    subprocess.run([sys.executable, ROOT / "tools/sbom.py", target], check=True)
    validator = validation.JsonStrictValidator(SchemaVersion.V1_6)
    assert validator.validate_str(target.read_text("utf-8")) is None


class Image:
    """The image, built without a daemon on a bare Debian, and a root of it to run."""

    def __init__(self, folder: Path) -> None:
        self._buildah = [
            tool("buildah"), "--root", str(folder / "root"), "--runroot", str(folder / "run"),
        ]  # fmt: skip
        self.container = ""

    def run(self, *command: str) -> str:
        """Let buildah do something."""
        done = subprocess.run([*self._buildah, *command], capture_output=True, text=True, cwd=ROOT)
        assert done.returncode == 0, done.stderr[-4000:]
        return done.stdout.strip()

    def build(self) -> None:
        """Make a base with Python, and the image on it."""
        fresh = run_path(str(ROOT / "tools/fresh.py"))
        base = self.run("from", "scratch")
        self.run("add", base, str(fresh["bare_root"](fresh["Case"]("debian-12", False, True))), "/")
        certificates = "/etc/ssl/certs/ca-certificates.crt"
        if Path(certificates).exists():  # whom this machine trusts, for pip and npm
            self.run("add", base, certificates, certificates)
            for name in ("PIP_CERT", "NODE_EXTRA_CA_CERTS"):
                self.run("config", "--env", f"{name}={certificates}", base)
        self.run("commit", base, "localhost/base")
        self.run(
            "bud", "--isolation", "chroot", "--format", "docker", "--tag", "localhost/estoril",
            "--build-arg", "BASE=localhost/base",
            "--build-arg", "COMPILER=gcc libc6-dev python3-dev", ".",
        )  # fmt: skip
        self.container = self.run("from", "localhost/estoril")

    def mount(self) -> Path:
        """Return where its files are."""
        return Path(self.run("mount", self.container))


@pytest.mark.timeout(1800)
def test_the_image_is_built_and_serves_as_nobody_with_nothing_to_write_to(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("an image is built and run by root here, as there is no daemon")
    tool("debootstrap")
    image = Image(tmp_path)
    image.build()
    told = json.loads(image.run("inspect", "--type", "image", "localhost/estoril"))
    config = told["OCIv1"]["config"]
    assert config["User"] == "10001:10001" and config["Entrypoint"] == ["estoril"]
    root, port = image.mount(), free_port()
    try:
        size = int(subprocess.check_output(["du", "-sm", root / "opt/estoril"]).split()[0])
        assert size < 160, f"{size} MB beyond the base"
        assert not list((root / "opt/estoril").rglob("pip/__init__.py"))
        serve_read_only(root, port, config["Env"])
    finally:
        image.run("umount", image.container)


def serve_read_only(root: Path, port: int, environ: list[str]) -> None:
    """Run the server in the root of the image: another user, read-only, but for /data and /tmp."""
    script = (
        f"mount --bind {root} {root} && mount -o remount,ro,bind {root} && "
        f"mount -t tmpfs -o uid=10001,mode=700 none {root}/data && "
        f"mount -t tmpfs none {root}/tmp && mount -t proc none {root}/proc && "
        f"mount -t tmpfs none {root}/dev && mknod -m 666 {root}/dev/null c 1 3 && "
        f"mknod -m 666 {root}/dev/urandom c 1 9 && mkdir -m 1777 {root}/dev/shm && "
        f"exec chroot --userspec 10001:10001 {root} env -i {' '.join(environ)} "
        f"ESTORIL_PORT={port} ESTORIL_HOST=127.0.0.1 sh -c "
        "'! touch /etc/written 2>/dev/null && test $(id -u) = 10001 && cd /data "
        "&& estoril serve --check && exec estoril serve'"
    )
    command = ["unshare", "--mount", "--propagation", "private", "sh", "-c", script]
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, stdout=said, stderr=said)
        try:
            address = f"http://127.0.0.1:{port}"
            wait(
                lambda: urllib.request.urlopen(f"{address}/healthz", timeout=2).close(),
                process,
                said,
            )
            with urllib.request.urlopen(address, timeout=5) as page:
                assert b"Estoril" in page.read()
        finally:
            process.terminate()
            process.wait(20)
