"""Figures for Prometheus, in its text format."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Counter:
    """Something that is counted, by one label or none."""

    def __init__(self, name: str, about: str, label: str = "") -> None:
        self.name, self.about, self._label = name, about, label
        self._counts: dict[str, float] = {} if label else {"": 0}

    def add(self, value: str = "", amount: float = 1) -> None:
        """Count one more."""
        self._counts[value] = self._counts.get(value, 0) + amount

    def lines(self) -> list[str]:
        """Write it down."""
        name = f"{self.name}_total"
        return [f"# HELP {name} {self.about}", f"# TYPE {name} counter"] + [
            f'{name}{{{self._label}="{value}"}} {count:g}' if value else f"{name} {count:g}"
            for value, count in sorted(self._counts.items())
        ]


class Gauge:
    """Something that is as it is when asked."""

    def __init__(self, name: str, about: str, read: Callable[[], float]) -> None:
        self.name, self.about, self._read = name, about, read

    def lines(self) -> list[str]:
        """Write it down."""
        return [
            f"# HELP {self.name} {self.about}",
            f"# TYPE {self.name} gauge",
            f"{self.name} {self._read():g}",
        ]


class Histogram:
    """How long something takes, in seconds."""

    def __init__(self, name: str, about: str) -> None:
        self.name, self.about = name, about
        self._counts = [0] * (len(_BOUNDS) + 1)
        self._sum = 0.0

    def note(self, seconds: float) -> None:
        """Note one more."""
        self._counts[bisect_left(_BOUNDS, seconds)] += 1
        self._sum += seconds

    def lines(self) -> list[str]:
        """Write it down."""
        lines = [f"# HELP {self.name} {self.about}", f"# TYPE {self.name} histogram"]
        total = 0
        for bound, count in zip((*_BOUNDS, "+Inf"), self._counts, strict=True):
            total += count
            lines.append(f'{self.name}_bucket{{le="{bound}"}} {total}')
        return [*lines, f"{self.name}_sum {self._sum:g}", f"{self.name}_count {total}"]


class Metrics:
    """All figures of a server."""

    def __init__(self) -> None:
        self.entries = Counter("estoril_entries", "Entries made durable by this process.", "kind")
        self.conflicts = Counter(
            "estoril_conflicts", "Entries that another process was quicker with."
        )
        self.refusals = Counter("estoril_refusals", "Commands that were refused.", "code")
        self.requests = Counter("estoril_http_requests", "Requests answered.", "status")
        self.limited = Counter("estoril_limited", "Requests turned away by a limit.", "limit")
        self.bot_failures = Counter("estoril_bot_failures", "Decisions that a bot failed at.")
        self.webhooks = Counter("estoril_webhooks", "Webhooks posted.", "outcome")
        self.pushes = Counter("estoril_pushes", "Calls to browsers.", "outcome")
        self.seconds = Histogram(
            "estoril_command_seconds", "From a command's arrival until it is durable and told."
        )
        self._gauges: list[Gauge] = []

    def gauge(self, name: str, about: str, read: Callable[[], float]) -> None:
        """Add something that is read when asked for."""
        self._gauges.append(Gauge(name, about, read))

    def text(self) -> str:
        """Write all figures down."""
        counted: tuple[Counter | Histogram, ...] = (
            self.entries,
            self.conflicts,
            self.refusals,
            self.requests,
            self.limited,
            self.bot_failures,
            self.webhooks,
            self.pushes,
            self.seconds,
        )
        figures: tuple[Counter | Histogram | Gauge, ...] = (*counted, *self._gauges)
        lines = [line for figure in figures for line in figure.lines()]
        return "\n".join(lines) + "\n"
