"""What a run gave, brought to the speed of the fastest core."""

from __future__ import annotations

import statistics
from dataclasses import dataclass, field

from benchmarks.row import Kind, Row


@dataclass
class Sample:
    """What one pass of a row gave."""

    version: str
    decisions: float
    games: float
    wall: float
    cpu: float
    core: float
    legal: float | None
    rss_kb: int | None


@dataclass
class Measured:
    """A row with its samples, or why there are none."""

    row: Row
    samples: list[Sample] = field(default_factory=list)
    problem: str = ""


@dataclass
class Figures:
    """The medians of a row."""

    row: Row
    version: str
    rate: float  # decisions per second, corrected
    games: float  # per second, corrected
    clock: float  # decisions per second by the clock
    spread: float  # (highest - lowest) / median of the corrected rate
    per_game: float
    legal: float | None
    megabytes: float | None


@dataclass
class Results:
    """A whole run."""

    entries: list[Measured]
    seconds: float
    passes: int
    took: float = 0.0

    def figures(self, kind: Kind | None = None) -> list[Figures]:
        """Return the figures of the rows that gave any, Estoril first, then from fast to slow."""
        full = max((s.core for entry in self.entries for s in entry.samples), default=1.0)
        found = [
            _figures(entry, full)
            for entry in self.entries
            if entry.samples and kind in (None, entry.row.kind)
        ]
        return sorted(found, key=lambda each: (each.row.peer != "estoril", -each.rate))

    def problems(self) -> list[tuple[Row, str]]:
        """Return the rows that gave nothing, and why."""
        return [(entry.row, entry.problem) for entry in self.entries if not entry.samples]


def _figures(entry: Measured, full: float) -> Figures:
    samples = entry.samples
    scales = [full / sample.core / sample.cpu for sample in samples]
    pairs = list(zip(samples, scales, strict=True))
    rates = [sample.decisions * scale for sample, scale in pairs]
    rate = statistics.median(rates)
    games = sum(sample.games for sample in samples)
    peaks = [sample.rss_kb for sample in samples if sample.rss_kb is not None]
    return Figures(
        row=entry.row,
        version=samples[0].version,
        rate=rate,
        games=statistics.median(sample.games * scale for sample, scale in pairs),
        clock=statistics.median(sample.decisions / sample.wall for sample in samples),
        spread=(max(rates) - min(rates)) / rate,
        per_game=sum(sample.decisions for sample in samples) / games,
        legal=samples[0].legal,
        megabytes=max(peaks) / 1024 if peaks else None,
    )
