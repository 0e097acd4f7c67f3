"""The figures of all processes that serve one socket: whichever is asked shows them all.

Each writes its own to a file once a second, as another may not have time to answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from estoril.server.metrics import Family, Metrics, written

_ENDING: Final = ".figures"
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(tuple[Family, ...])


class Berth(msgspec.Struct, frozen=True):
    """The place of a process in a crew: its name, and where all of them leave their figures."""

    worker: str
    folder: str

    @property
    def file(self) -> Path:
        """Where this one leaves its own."""
        return Path(self.folder) / f"{self.worker}{_ENDING}"

    def leave(self) -> None:
        """Remove the figures of a process that is no more."""
        self.file.unlink(missing_ok=True)


class Figures:
    """The figures of this process, and those that others of its crew have left."""

    def __init__(self, metrics: Metrics, place: Berth | None) -> None:
        self._metrics = metrics
        self.place = place

    def share(self) -> None:
        """Leave one's own for the others."""
        if self.place is not None:
            part = self.place.file.with_suffix(".part")
            part.write_bytes(_encoder.encode(self._metrics.families()))
            part.replace(self.place.file)

    def text(self) -> str:
        """Write them all down."""
        own = self._metrics.families()
        if self.place is None:
            return written({"": own})
        return written({self.place.worker: own, **_others(self.place)})


def _others(place: Berth) -> Mapping[str, tuple[Family, ...]]:
    """Return the figures of the others, by their names."""
    found = {}
    for file in sorted(Path(place.folder).glob(f"*{_ENDING}")):
        if file != place.file:
            try:
                found[file.stem] = _decoder.decode(file.read_bytes())
            except (OSError, msgspec.MsgspecError):
                continue  # it has just gone
    return found
