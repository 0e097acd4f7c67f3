"""Worker processes that leave interrupts to the main process, and end when it is gone."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import parent_process, resource_tracker


@contextmanager
def deaf() -> Iterator[None]:
    """Start processes that do not hear an interrupt, which is the main process's affair.

    They inherit what is blocked here; an interrupt in the meantime is delivered afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # its own start would lift the block
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin_worker() -> None:
    """Prepare a worker process: deaf to interrupts, and gone when the main process is."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this worker when the main process is gone, however it went."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
