"""A server bears what strangers send; and the fuzzer notices when one does not."""

from __future__ import annotations

import argparse
import random
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.fuzz.__main__ import _SMALL, CORPUS, fuzz
from tests.fuzz.changes import Changer
from tests.fuzz.inputs import Input, data_of, frame, frames_of, read_corpus, readable
from tests.fuzz.probing import Probe

PLACES = {"TABLE": "t", "TOKEN": "x" * 43, "INVITATION": "y" * 43, "TURN": "3"}
pytestmark = pytest.mark.xdist_group("fuzz")


def test_a_server_bears_rubbish_for_a_while(tmp_path: Path) -> None:
    given = argparse.Namespace(seconds=6, seed=1942, grow=False, most=20)
    assert fuzz(given, f"sqlite:///{tmp_path}/fuzz.db", tmp_path) == 0


def test_the_corpus_is_small_and_can_be_read() -> None:
    corpus = read_corpus(CORPUS)
    assert {found.kind for found in corpus.values()} == {"http", "json", "socket"}
    for path in CORPUS.glob("*.txt"):
        text = path.read_text(encoding="utf-8")
        assert len(text) <= _SMALL
        assert str(Input.read(text)) == text
        assert all(letter == "\n" or letter.isprintable() for letter in text), path


def test_changes_follow_from_the_seed_and_stay_inputs() -> None:
    corpus = list(read_corpus(CORPUS).values())

    def changed(seed: int) -> list[Input]:
        rng = random.Random(seed)
        changer = Changer(rng)
        return [changer.change(rng.choice(corpus), corpus) for _ in range(300)]

    assert changed(1) == changed(1) != changed(2)
    assert len(set(map(str, changed(1)))) > 200


def test_what_cannot_be_read_is_written_as_bytes() -> None:
    text = "Olá\t\x00\u202e"
    assert readable(text) == "Olá\\x09\\x00\\xe2\\x80\\xae"
    assert data_of(readable(text), {}) == text.encode()


def test_frames_are_what_their_lines_say() -> None:
    lines = "times=2 ping x\nmore rsv=4 text a\nbare size=300 9 \\xff"
    assert list(frames_of(Input("socket", "", lines), PLACES)) == [
        b"\x89\x81\0\0\0\0x" * 2,
        b"\x41\x81\0\0\0\0a",
        b"\x89\x7e\x01\x2c\xff",
    ]


# -- what the fuzzer notices ------------------------------------------------------------------


@pytest.fixture
def pretender(tmp_path: Path) -> Iterator[Callable[[bytes, str], Probe]]:
    """Return what makes a server that gives one answer to everything, and writes one line."""
    listening = socket.create_server(("127.0.0.1", 0))

    def pretend(answer: bytes, line: str) -> Probe:
        log = tmp_path / "log"
        log.touch()
        probe = Probe(listening.getsockname()[1], log)

        def serve() -> None:
            with listening.accept()[0] as one:
                one.recv(65536)
                log.write_text(line)
                one.sendall(answer)
                one.recv(65536)

        threading.Thread(target=serve, daemon=True).start()
        return probe

    yield pretend
    listening.close()


FINE = '{"level":"info","event":"request","endpoint":"about"}\n'


def test_an_answer_of_500_is_wrong(pretender: Callable[[bytes, str], Probe]) -> None:
    probe = pretender(b"HTTP/1.1 500 Oh\r\n\r\n", FINE)
    assert probe.send(Input("http", "", "GET / HTTP/1.1\n\n"), PLACES).wrong == ("status 500",)


def test_an_error_in_the_log_is_wrong(pretender: Callable[[bytes, str], Probe]) -> None:
    probe = pretender(b"HTTP/1.1 200 OK\r\n\r\n", '{"level":"error","event":"oh"}\n')
    assert "oh" in probe.send(Input("http", "", "GET / HTTP/1.1\n\n"), PLACES).wrong[0]


def test_a_traceback_in_the_log_is_wrong(pretender: Callable[[bytes, str], Probe]) -> None:
    probe = pretender(b"HTTP/1.1 200 OK\r\n\r\n", "Traceback (most recent call last):\n")
    assert "Traceback" in probe.send(Input("http", "", "GET / HTTP/1.1\n\n"), PLACES).wrong[0]


def test_a_fault_of_ours_in_a_socket_is_wrong(pretender: Callable[[bytes, str], Probe]) -> None:
    refused = b'{"type":"refused","code":"server","text":"oh"}'
    opened = b"HTTP/1.1 101 Switching\r\n\r\n"
    probe = pretender(opened + frame(0x81, refused, mask=False), FINE)
    found = probe.send(Input("socket", "", "text {}"), PLACES)
    assert found.wrong == ("refused: oh",)
    assert found.name == "socket+refused+cut-server-about"


def test_behaviour_has_a_name_by_answer_reason_and_log(
    pretender: Callable[[bytes, str], Probe],
) -> None:
    probe = pretender(b'HTTP/1.1 404 No\r\n\r\n{"code":"path.unknown"}', FINE)
    found = probe.send(Input("http", "", "GET /x HTTP/1.1\n\n"), PLACES)
    assert (found.wrong, found.name) == ((), "http+404-path.unknown-about")
