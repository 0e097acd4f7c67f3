"""Figures for Prometheus, in its text format.

Each process has its own. Where several serve one socket, each shows those of all: they are told
apart by the label `worker`.
"""

from __future__ import annotations

import os
import sys
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final, Literal

import msgspec

_BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

Labels = tuple[tuple[str, str], ...]


class MetricSample(msgspec.Struct, frozen=True, array_like=True):
    """One number: the end of its name, its labels and its value."""

    ending: str
    labels: Labels
    value: float


class Family(msgspec.Struct, frozen=True, array_like=True):
    """A figure with all its numbers."""

    name: str
    kind: Literal["counter", "gauge", "histogram"]
    about: str
    samples: tuple[MetricSample, ...]


class Counter:
    """Something that is counted, by one label or none."""

    def __init__(self, name: str, about: str, label: str = "") -> None:
        self._name, self._about, self._label = f"{name}_total", about, label
        self._counts: dict[str, float] = {} if label else {"": 0}

    def add(self, value: str = "", amount: float = 1) -> None:
        """Count one more."""
        self._counts[value] = self._counts.get(value, 0) + amount

    def family(self) -> Family:
        """Return what was counted."""
        samples = tuple(
            MetricSample("", _labels(self._label, value), count)
            for value, count in sorted(self._counts.items())
        )
        return Family(self._name, "counter", self._about, samples)


class Gauge:
    """Something that is as it is when asked."""

    def __init__(self, name: str, about: str, read: Callable[[], float]) -> None:
        self._name, self._about, self._read = name, about, read

    def family(self) -> Family:
        """Return how it is now."""
        return Family(
            self._name, "gauge", self._about, (MetricSample("", (), float(self._read())),)
        )


class Histogram:
    """How long something takes, in seconds, by one label or none."""

    def __init__(self, name: str, about: str, label: str = "") -> None:
        self._name, self._about, self._label = name, about, label
        self._counts: dict[str, list[int]] = {}
        self._sums: dict[str, float] = {}
        if not label:
            self._begin("")

    def _begin(self, value: str) -> list[int]:
        self._sums[value] = 0.0
        counts = self._counts[value] = [0] * (len(_BOUNDS) + 1)
        return counts

    def note(self, seconds: float, value: str = "") -> None:
        """Note one more."""
        counts = self._counts.get(value) or self._begin(value)
        counts[bisect_left(_BOUNDS, seconds)] += 1
        self._sums[value] += seconds

    def family(self) -> Family:
        """Return how many took how long."""
        samples = []
        for value, counts in sorted(self._counts.items()):
            labels, total = _labels(self._label, value), 0
            for bound, count in zip((*_BOUNDS, "+Inf"), counts, strict=True):
                total += count
                samples.append(MetricSample("_bucket", (*labels, ("le", str(bound))), total))
            samples.append(MetricSample("_sum", labels, self._sums[value]))
            samples.append(MetricSample("_count", labels, total))
        return Family(self._name, "histogram", self._about, tuple(samples))


def _labels(label: str, value: str) -> Labels:
    return ((label, value),) if label else ()


class Metrics:
    """All figures of a process."""

    def __init__(self) -> None:
        self._figures: list[Counter | Histogram | Gauge] = []
        count, time = self._counter, self._histogram
        self.entries = count("estoril_entries", "Entries made durable by this process.", "kind")
        self.conflicts = count(
            "estoril_conflicts", "Entries that another process was quicker with."
        )
        self.refusals = count("estoril_refusals", "Requests and messages refused.", "code")
        self.requests = count("estoril_http_requests", "Requests answered.", "status")
        self.limited = count("estoril_limited", "Requests turned away by a limit.", "limit")
        self.bot_failures = count("estoril_bot_failures", "Decisions that a bot failed at.")
        self.webhooks = count("estoril_webhooks", "Webhooks posted.", "outcome")
        self.pushes = count("estoril_pushes", "Calls to browsers.", "outcome")
        self.troubles = count("estoril_database_troubles", "Calls that failed.", "problem")
        self.seconds = time(
            "estoril_command_seconds", "From a command's arrival until it is durable and told."
        )
        self.database = time("estoril_database_seconds", "Calls of the database.", "call")
        self.bot_waits = time(
            "estoril_bot_wait_seconds", "Until a bot's decision has a process.", "table"
        )
        self.thoughts = time("estoril_bot_thinking_seconds", "Decisions of bots.", "bot")
        self.lag = time("estoril_loop_lag_seconds", "How late what is due begins.")
        self.gauge("process_resident_memory_bytes", "Memory.", memory)
        self.gauge("process_open_fds", "Open descriptors.", descriptors)
        self.gauge("process_max_fds", "Descriptors that there may be.", most_descriptors)

    def _counter(self, name: str, about: str, label: str = "") -> Counter:
        found = Counter(name, about, label)
        self._figures.append(found)
        return found

    def _histogram(self, name: str, about: str, label: str = "") -> Histogram:
        found = Histogram(name, about, label)
        self._figures.append(found)
        return found

    def gauge(self, name: str, about: str, read: Callable[[], float]) -> None:
        """Add something that is read when asked for."""
        self._figures.append(Gauge(name, about, read))

    def families(self) -> tuple[Family, ...]:
        """Return all figures as they are now."""
        return tuple(figure.family() for figure in self._figures)


def written(found: Mapping[str, Iterable[Family]]) -> str:
    """Write figures down, by the workers whose they are; the only one has no name."""
    gathered: dict[str, list[tuple[str, Family]]] = {}
    for worker, families in found.items():
        for family in families:
            gathered.setdefault(family.name, []).append((worker, family))
    lines = []
    for name, group in gathered.items():
        first = group[0][1]
        lines += [f"# HELP {name} {first.about}", f"# TYPE {name} {first.kind}"]
        for worker, family in group:
            lines += [_line(name, sample, worker) for sample in family.samples]
    return "\n".join(lines) + "\n"


def _line(name: str, sample: MetricSample, worker: str) -> str:
    labels = (("worker", worker), *sample.labels) if worker else sample.labels
    inside = ",".join(f'{label}="{value}"' for label, value in labels)
    return f"{name}{sample.ending}{{{inside}}} {sample.value:.10g}".replace("{}", "")


# -- the process ------------------------------------------------------------------------------


def memory() -> float:
    """Return how many bytes of memory this process has."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return _largest()


def _largest() -> float:
    """Return how much memory it had at most, where nothing tells how much it has."""
    if sys.platform == "win32":
        return float("nan")
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used if sys.platform == "darwin" else used * 1024


def descriptors() -> float:
    """Return how many descriptors are open."""
    for folder in ("/proc/self/fd", "/dev/fd"):
        try:
            return len(os.listdir(folder)) - 1  # without that of the folder
        except OSError:
            continue
    return float("nan")


def most_descriptors() -> float:
    """Return how many descriptors there may be."""
    if sys.platform == "win32":
        return float("nan")
    import resource

    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return float("inf") if soft == resource.RLIM_INFINITY else soft
