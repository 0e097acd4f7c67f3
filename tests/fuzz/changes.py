"""How inputs are changed: letters, lines, frames, and the values inside JSON."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any, Final

from tests.fuzz.inputs import OPCODES, Input, readable

# Strings and numbers that programs have stumbled over.
STRANGE: Final = (
    *[
        "\x00",
        "\\xff\\xfe",
        "\\xed\\xa0\\x80",
        "\ufeff",
        "\u202e",
        "\U0001f4a3",
        "%00",
        "%ff",
        "%2e%2e%2f",
    ],
    *[
        "../../etc/passwd",
        "' or 1=1 --",
        "{{7*7}}",
        "\r\nX: y",
        "a" * 300,
        "é" * 100,
        "-1",
        "1e999",
    ],
    *[
        "nan",
        "0x1",
        "9" * 40,
        "null",
        "true",
        "[]",
        "{}",
        '"',
        "\\",
        "%",
        "&",
        "?",
        "#",
        ";",
        ",",
        "*",
    ],
)
NUMBERS: Final = (
    *[-1, 0, 1, 4, 5, 127, 128, 255, 65535, 65536, 2**31 - 1, 2**31, 2**53, 2**63, 2**64, -(2**63)],
    *[1e308, -0.0, 0.1],
)
HEADERS: Final = (
    "Transfer-Encoding: chunked",
    "Transfer-Encoding: gzip, chunked",
    "Content-Length: 5",
    "Content-Length: -1",
    "Content-Length: 99999999999",
    "Expect: 100-continue",
    "Connection: Upgrade",
    "Connection: keep-alive",
    "Upgrade: websocket",
    "Upgrade: h2c",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Version: 8",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Key: x",
    "Sec-WebSocket-Extensions: permessage-deflate",
    "Sec-WebSocket-Protocol: x, y",
    "Origin: http://[bad",
    "Origin: null",
    "Host: ",
    "Host: \\xff",
    "Authorization: Bearer {TOKEN}",
    "Authorization: Bearer {INVITATION}",
    "Authorization: Bearer \\xff",
    "Authorization: Basic eDp5",
    "Accept-Language: de;q=1e999, \\xff",
    "Accept-Encoding: br;q=0, *;q=\\xff",
    "X-Forwarded-For: 1.2.3.4, [::",
    "Cookie: a=b; \\x00",
    "Range: bytes=0-0,5-",
    "If-None-Match: *",
    "Content-Type: application/json",
    "Content-Type: text/plain; charset=\\xff",
    "X: " + "y" * 3000,
    ": nothing",
    " folded",
)
MESSAGES: Final = (
    '{"type":"hello","token":"{TOKEN}"}',
    '{"type":"hello"}',
    '{"type":"hello","since":0,"form":"picture"}',
    '{"type":"ping","id":1}',
    '{"type":"look","id":1,"packed":true}',
    '{"type":"why","id":1,"tile":"linda_x","target":"casino"}',
    '{"type":"ask","id":1,"request":{"command":"say","text":"x"}}',
    '{"type":"ask","id":1,"request":{"command":"act","action":1,"turn":{TURN}}}',
)


class Changer:
    """Makes another input of one, at random."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def change(self, found: Input, corpus: list[Input]) -> Input:
        """Change an input in a few places."""
        how: dict[str, Callable[[Input, list[Input]], Input]] = {
            "http": self._request,
            "json": self._body,
            "socket": self._frames,
        }
        for _ in range(self._rng.choice([1, 1, 2, 4])):
            found = how[found.kind](found, corpus)
        return Input(found.kind, readable(found.where), readable(found.text[:40_000]))

    def _other(self, kind: str, corpus: list[Input]) -> Input:
        return self._rng.choice([each for each in corpus if each.kind == kind])

    # -- letters ------------------------------------------------------------------------------

    def letters(self, text: str) -> str:
        """Change a text somewhere."""
        rng = self._rng
        place, end = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        match rng.randrange(6):
            case 0:
                return text[:place] + text[end:]
            case 1:
                return text[:place] + text[place:end] * rng.choice([2, 3, 50]) + text[end:]
            case 2:
                return text[:place] + rng.choice(STRANGE) + text[place:]
            case 3:
                return text[:place] + rng.choice(STRANGE) + text[end:]
            case 4:
                return text[:place] + f"\\x{rng.randrange(256):02x}" + text[place + 1 :]
            case _:
                return text[:place] + str(rng.choice(NUMBERS)) + text[place:]

    # -- requests -----------------------------------------------------------------------------

    def _request(self, found: Input, corpus: list[Input]) -> Input:
        rng = self._rng
        lines = found.text.split("\n")
        place = rng.randrange(len(lines))
        match rng.randrange(7):
            case 0:
                lines[place] = self.letters(lines[place])
            case 1:
                lines.insert(min(1, place), rng.choice(HEADERS))
            case 2:
                lines.insert(1, rng.choice(HEADERS))
            case 3:
                del lines[place]
            case 4:
                lines.insert(place, lines[place])
            case 5:
                other = self._other("http", corpus).text.split("\n")
                lines[0] = other[0]
            case _:
                method, _, rest = lines[0].partition(" ")
                path, _, version = rest.rpartition(" ")
                path = self.letters(path)
                method = rng.choice(
                    [method, method, "GET", "POST", "DELETE", "HEAD", "OPTIONS", "PRI"]
                )
                lines[0] = f"{method} {path} {version}"
        return Input("http", "", "\n".join(lines) or "\n")

    # -- JSON ---------------------------------------------------------------------------------

    def _body(self, found: Input, corpus: list[Input]) -> Input:
        if self._rng.random() < 0.1:
            return Input("json", self._other("json", corpus).where, found.text)
        if self._rng.random() < 0.1:
            method, _, path = found.where.partition(" ")
            path = self.letters(path).replace(" ", "%20").replace("\n", "%0a").replace("\r", "%0d")
            return Input("json", f"{method} {path}", found.text)
        return Input("json", found.where, self.json(found.text))

    def json(self, text: str) -> str:
        """Change a text of JSON: a value in it or, at times, its letters."""
        try:
            value = json.loads(text)
        except ValueError:
            return self.letters(text)
        if self._rng.random() < 0.15:
            return self.letters(text)
        return json.dumps(self._value(value))

    def _value(self, value: Any) -> Any:
        """Change a value, or one inside it."""
        rng = self._rng
        if isinstance(value, dict) and value and rng.random() < 0.8:
            key = rng.choice(list(value))
            match rng.randrange(5):
                case 0:
                    return {each: value[each] for each in value if each != key}
                case 1:
                    return {**value, self.letters(key)[:100]: value[key]}
                case _:
                    return {**value, key: self._value(value[key])}
        if isinstance(value, list) and value and rng.random() < 0.8:
            place = rng.randrange(len(value))
            match rng.randrange(4):
                case 0:
                    return value[:place] + value[place + 1 :]
                case 1:
                    return value * rng.choice([2, 3, 400])
                case _:
                    return [*value[:place], self._value(value[place]), *value[place + 1 :]]
        if isinstance(value, str) and rng.random() < 0.6:
            return self.letters(value)
        return rng.choice(
            [None, True, False, [], {}, "", rng.choice(NUMBERS), rng.choice(STRANGE), _deep(rng)]
        )

    # -- frames -------------------------------------------------------------------------------

    def _frames(self, found: Input, corpus: list[Input]) -> Input:
        rng = self._rng
        lines = found.text.split("\n")
        place = rng.randrange(len(lines))
        match rng.randrange(8):
            case 0:
                lines.insert(place, self._frame())
            case 1:
                lines.insert(place, f"text {rng.choice(MESSAGES)}")
            case 2:
                del lines[place]
            case 3:
                lines[place] = f"{self._flag()} {lines[place]}"
            case 4:
                kind, _, load = lines[place].partition(" ")
                lines[place] = f"{kind} {self.json(load)}".replace("\n", "\\x0a")
            case 5:
                other = self._other("socket", corpus).text.split("\n")
                lines = lines[:place] + other[rng.randrange(len(other)) :]
            case 6:
                lines.insert(place, f"times={rng.choice([2, 30, 1000])} {lines[place]}")
            case _:
                lines[place] = self.letters(lines[place]).replace("\n", "\\x0a")
        return Input("socket", found.where, "\n".join(lines[:40]))

    def _flag(self) -> str:
        rng = self._rng
        size = rng.choice([0, 1, 125, 126, 127, 65535, 65536, 2**31, 2**63, 2**64 - 1])
        return rng.choice(["more", "bare", f"rsv={rng.randrange(8)}", f"size={size}", "times=300"])

    def _frame(self) -> str:
        rng = self._rng
        kind = rng.choice([*OPCODES, str(rng.randrange(16))])
        load = rng.choice(
            ["", "x", "\\x03\\xe8bye", "\\x00\\x00", "y" * 126, "z" * 9000, *MESSAGES]
        )
        return f"{kind} {load}"


def _deep(rng: random.Random) -> Any:
    value: Any = 1
    for _ in range(rng.choice([3, 90, 400])):
        value = [value] if rng.random() < 0.5 else {"a": value}
    return value
