"""Where a server may post, and where not."""

from pathlib import Path

import pytest

from estoril.server.posting import check_url, is_public
from estoril.server.refusals import Refusal
from tests.server.running import running

pytestmark = pytest.mark.xdist_group("server-posting")


def test_webhooks_are_off_unless_the_host_wants_them(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/x.db", tmp_path) as server:
        table = server.open_table("me", "open")
        where = f"/api/tables/{table['table']}/webhook"
        status, problem = server.request(
            "PUT", where, {"url": "https://example.org/"}, table["token"]
        )
        assert (status, problem["code"]) == (409, "webhook.off")


PRIVATE = (
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "::1",
    "fe80::1",
    "fd00::1",
    "::ffff:127.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
)


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_recognised(address: str) -> None:
    assert not is_public(address)
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(Refusal) as refusal:
        check_url(f"http://{host}/hook", private=False)
    assert refusal.value.code == "address.private"


@pytest.mark.parametrize(
    "url",
    ["ftp://a.example/", "http://", "http://u:p@a.example/", "http://a.example:0/", "http://a b/"],
)
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(Refusal) as refusal:
        check_url(url, private=True)
    assert refusal.value.code == "address.url"


def test_public_addresses_are_allowed() -> None:
    assert is_public("93.184.216.34") and is_public("2606:2800:220:1::1")
    check_url("https://chat.example.org/hooks/1?x=y", private=False)
