"""A Firefox without windows, driven by WebDriver BiDi: as much of a page as a `Person` needs.

Firefox speaks BiDi by itself, so the one that a system has will do; the library that drives
Chromium wants a build of its own.
"""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from websockets.sync.client import ClientConnection, connect

from tests.web.browsers import find_firefox

_LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
# Nothing is asked of anybody elsewhere.
_QUIETLY = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.enabled": False,
}


@contextmanager
def open_firefox(folder: Path, wide: int = 1280, high: int = 720) -> Iterator[Firefox]:
    """Start a Firefox with a profile of its own; end it in the end."""
    path = find_firefox()
    assert path is not None
    lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in _QUIETLY.items()]
    (folder / "user.js").write_text("\n".join(lines))
    asked = [path, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", folder]
    with (
        (folder / "said").open("w") as said,
        subprocess.Popen(asked, stdout=said, stderr=said) as process,
    ):
        try:
            with connect(f"{_address(folder / 'said')}/session", max_size=None) as line:
                yield Firefox(line, wide, high)
        finally:
            process.terminate()


def _address(said: Path, seconds: float = 60) -> str:
    """Wait until a Firefox says where it listens."""
    until = time.monotonic() + seconds
    while not (found := _LISTENS.search(said.read_text())):
        assert time.monotonic() < until, said.read_text()
        time.sleep(0.05)
    return found[1]


class Firefox:
    """One page of a Firefox."""

    def __init__(self, line: ClientConnection, wide: int, high: int) -> None:
        self._line = line
        self._numbers = itertools.count(1)
        self._hears: dict[str, list[Callable[[Any], None]]] = {}
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])
        self.context = self.send("browsingContext.getTree")["contexts"][0]["context"]
        viewport = {"width": wide, "height": high}
        self.send("browsingContext.setViewport", context=self.context, viewport=viewport)

    def send(self, method: str, **params: object) -> dict[str, Any]:
        """Send a command and return its result; what happens meanwhile is told to who listens."""
        number = next(self._numbers)
        self._line.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            told = json.loads(self._line.recv(timeout=60))
            if told.get("id") == number:
                if told["type"] == "error":
                    raise AssertionError(f"{method}: {told['message']}")
                return dict(told["result"])
            if told.get("method") == "log.entryAdded" and told["params"]["type"] == "javascript":
                for hear in self._hears.get("pageerror", ()):
                    hear(told["params"]["text"])

    # -- what a person does with a page -------------------------------------------------------

    def set_default_timeout(self, timeout: float) -> None:
        """Everything here waits as long as it is told to."""

    def on(self, event: str, hear: Callable[[Any], None]) -> None:
        """Hear of errors; sockets cannot be listened to."""
        self._hears.setdefault(event, []).append(hear)

    def add_init_script(self, script: str) -> None:
        """Run something before each page; the empty one in between may keep nothing."""
        on_page = f"() => {{ try {{ {script} }} catch {{}} }}"
        self.send("script.addPreloadScript", functionDeclaration=on_page)

    def goto(self, url: str) -> None:
        self.send("browsingContext.navigate", context=self.context, url=url, wait="complete")
        # going on would break them off
        self.evaluate("() => document.fonts.ready.then(() => true)")

    def evaluate(self, script: str, given: object = None) -> Any:
        """Call a function in the page; values go and come as JSON."""
        called = script if "=>" in script else f"() => ({script})"
        result = self.send(
            "script.callFunction",
            functionDeclaration=(
                f"async (given) => JSON.stringify(await ({called})(JSON.parse(given))) ?? 'null'"
            ),
            arguments=[{"type": "string", "value": json.dumps(given)}],
            target={"context": self.context},
            awaitPromise=True,
        )
        assert result["type"] == "success", result["exceptionDetails"]["text"]
        return json.loads(result["result"]["value"])

    def wait_for_function(self, script: str, timeout: float = 60_000) -> None:
        until = time.monotonic() + timeout / 1000
        while not self.evaluate(script):
            assert time.monotonic() < until, f"never true: {script}"
            time.sleep(0.02)

    @property
    def mouse(self) -> Self:
        return self

    def click(self, x: float, y: float) -> None:
        """Click with the mouse, as people do."""
        steps: list[dict[str, Any]] = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        source = {"type": "pointer", "id": "mouse", "actions": steps}
        self.send("input.performActions", context=self.context, actions=[source])

    def press(self, key: str) -> None:
        steps = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        source = {"type": "key", "id": "keys", "actions": steps}
        self.send("input.performActions", context=self.context, actions=[source])
