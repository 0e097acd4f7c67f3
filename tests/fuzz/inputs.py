"""Inputs: files of the corpus that people can read and write, and the bytes they stand for.

The first line says what an input is; the rest is what is sent:

    http                     a request as it goes over the line, newlines being CR LF
    json POST /api/tables    a body for a path, sent with all it takes to be heard
    socket                   frames, one in each line, after a socket was opened

A frame is its kind and its load: `text {"type":"ping","id":1}`. Before the kind may stand `more`
(it is not the last of its message), `bare` (no mask), `rsv=4`, `size=99` (a size that is not
true), `times=500`. The kind may be a number. `\\xff` and the like are bytes; `{TABLE}`, `{TOKEN}`,
`{INVITATION}` and `{TURN}` stand for what there is on the server.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

OPCODES: Final = {"continuation": 0, "text": 1, "binary": 2, "close": 8, "ping": 9, "pong": 10}
_ESCAPE: Final = re.compile(rb"\\x([0-9a-fA-F]{2})")
_MOST: Final = 3000  # times that a frame is sent


class Input(msgspec.Struct, frozen=True):
    """What is sent to a server, as text: its kind, where it goes, and the rest."""

    kind: str
    where: str
    text: str

    def __str__(self) -> str:
        return f"{self.kind} {self.where}".rstrip() + "\n" + self.text

    @classmethod
    def read(cls, text: str) -> Input:
        """Read a file of the corpus."""
        first, _, rest = text.partition("\n")
        kind, _, where = first.partition(" ")
        if kind not in ("http", "json", "socket"):
            raise ValueError(f"not an input: {first!r}")
        return cls(kind, where, rest)


def read_corpus(folder: Path) -> dict[str, Input]:
    """Return the inputs of a folder by the names of their files."""
    paths = sorted(folder.glob("*.txt"))
    return {path.stem: Input.read(path.read_text(encoding="utf-8")) for path in paths}


def data_of(text: str, places: dict[str, str]) -> bytes:
    """Return the bytes that a text stands for."""
    for name, value in places.items():
        text = text.replace(f"{{{name}}}", value)
    data = text.encode("utf-8", "surrogatepass")
    return _ESCAPE.sub(lambda found: bytes([int(found[1], 16)]), data)


def readable(text: str) -> str:
    """Write what cannot be read in a text as the bytes that it is sent as."""
    return "".join(
        letter
        if letter == "\n" or letter.isprintable()
        else "".join(f"\\x{byte:02x}" for byte in letter.encode("utf-8", "surrogatepass"))
        for letter in text
    )


def request_of(found: Input, places: dict[str, str]) -> bytes:
    """Return the bytes of a request."""
    if found.kind == "http":
        return data_of(found.text, places).replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    body = data_of(found.text, places)
    method, _, path = found.where.partition(" ")
    token = places["INVITATION" if path.endswith("/join") else "TOKEN"]
    head = (
        f"{method} {data_of(path, places).decode('latin-1')} HTTP/1.1\r\nHost: x\r\n"
        f"Connection: close\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode("latin-1") + body


def frames_of(found: Input, places: dict[str, str]) -> Iterator[bytes]:
    """Yield the frames of a socket's input."""
    for line in found.text.splitlines():
        words = line.split(" ")
        first, mask, size, times = 0x80, True, None, 1
        while words and ("=" in words[0] or words[0] in ("more", "bare")):
            name, _, value = words.pop(0).partition("=")
            number = int(value) if value.isdigit() else 0
            match name:
                case "more":
                    first &= 0x7F
                case "bare":
                    mask = False
                case "rsv":
                    first |= (number & 7) << 4
                case "size":
                    size = number
                case "times":
                    times = min(number, _MOST)
        kind = words.pop(0) if words else ""
        opcode = OPCODES.get(kind, int(kind) if kind.isdigit() else 1) & 15
        load = data_of(" ".join(words), places)
        yield frame(first | opcode, load, mask=mask, size=size) * times


def frame(first: int, load: bytes, *, mask: bool = True, size: int | None = None) -> bytes:
    """Return a frame, with a size that need not be true."""
    size = (len(load) if size is None else size) & (2**64 - 1)
    second = 0x80 if mask else 0
    if size < 126:
        head = bytes([first, second | size])
    elif size < 65536:
        head = bytes([first, second | 126]) + struct.pack("!H", size)
    else:
        head = bytes([first, second | 127]) + struct.pack("!Q", size)
    return head + (b"\0\0\0\0" if mask else b"") + load  # a mask of zeros is a mask
