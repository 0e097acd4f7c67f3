"""A person who sees nothing: reads the accessibility tree alone, as a screen reader does."""

from functools import cache
from typing import Any

from playwright.sync_api import CDPSession

from estoril.words import catalogue, say, say_many
from tests.web.typist import Typist

HAND = say("web.hand")
OPEN = (say("web.space.open"), say("web.space.target"))  # how the names of targets end
OVER = say("web.end")
UNDO = say("web.undo")
# What Tab is looked for by, and what it is called.
CALLED = {
    "play": say("web.home.play"),
    "replay": say("web.end.replay"),
    "discard": say_many("web.answer.discard", 2).split()[0],
}


@cache
def _asked() -> dict[str, str]:
    """Return which decision each headline asks for; capitals are a matter of style."""
    start = "web.head.mine."
    keys = [key for key in catalogue("en").messages if key.startswith(start)]
    return {say(key).casefold(): key.removeprefix(start) for key in keys}


class Node:
    """One thing in the tree: its role, its name, its states and what it lies in."""

    def __init__(self, node: dict[str, Any], inside: tuple[str, ...]) -> None:
        self.role = str(node["role"]["value"])
        self.name = str(node.get("name", {}).get("value", "")).strip()
        states = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
        self.disabled = bool(states.get("disabled"))
        self.pressed = states.get("pressed") == "true"
        self.focused = bool(states.get("focused"))
        self.inside = inside


class Listener(Typist):
    """Somebody who plays by names and roles alone, and by keys."""

    _line: CDPSession | None = None

    def read(self) -> list[Node]:
        """Read the whole tree, in its order."""
        if self._line is None:
            self._line = self.page.context.new_cdp_session(self.page)
        nodes = self._line.send("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in nodes}
        found: list[Node] = []

        def walk(id: str, inside: tuple[str, ...]) -> None:
            node = by_id.get(id)
            if node is None:
                return
            if not node.get("ignored"):
                found.append(Node(node, inside))
                inside = (*inside, f"{found[-1].role} {found[-1].name}".strip())
            for child in node.get("childIds", ()):
                walk(child, inside)

        walk(nodes[0]["nodeId"], ())
        return found

    def glance(self) -> dict[str, Any]:
        nodes = self.read()
        buttons = [node for node in nodes if node.role == "button" and not node.disabled]
        tray = [node for node in nodes if f"region {HAND}" in node.inside]
        words = [node.name.casefold() for node in nodes if node.role == "StaticText"]
        asked = next((_asked()[word] for word in words if word in _asked()), "")
        hand = [node for node in nodes if f"group {HAND}" in node.inside and node.role == "button"]
        answers = [one for one in buttons if one in tray and not one.name.startswith(UNDO)]
        answers = [one for one in answers if one not in hand]
        told = [node.name for node in nodes if "log " in " ".join(node.inside)]
        return {
            "over": any(node.role == "region" and node.name == OVER for node in nodes),
            "asked": bool(asked),
            "turn": (asked, len(hand), *told[-3:]),
            "kind": asked,
            "due": next((n for n in range(1, 20) if _discards(n) in words), 0),
            "aside": sum(node.pressed for node in hand),
            "cards": sum(not node.disabled for node in hand),
            "lit": sum(node.name.endswith(OPEN) for node in buttons),
            "answers": len(answers),
            "pass": 0,
        }

    def focus(self) -> dict[str, Any]:
        """Where the focus is, by its name; somebody who looks on must see it too."""
        here = super().focus()
        name = next((n.name for n in self.read() if n.focused and n.role != "RootWebArea"), "")
        does = [do for do, word in CALLED.items() if name.startswith(word)]
        return {**here, "does": does[0] if does else ""}

    def wait_until_over(self) -> None:
        while not self.glance()["over"]:
            self.page.wait_for_timeout(100)

    def wait_until_called(self) -> None:
        while not (seen := self.glance())["asked"] and not seen["over"]:
            self.page.wait_for_timeout(100)  # reading all of it takes the page some time


@cache
def _discards(number: int) -> str:
    return say_many("web.ask.discard", number).casefold()
