"""Nobody learns more than the rules allow: the secrecy properties, over all modules and variants.

The truth and a twin game, in which everything that one seat cannot know is made up anew, must
look, sound and behave the same to that seat.
"""

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import estoril
from estoril import events
from estoril.engine import terms
from estoril.engine.kinds import Cell
from estoril.engine.knowledge import folder_choices
from estoril.game.events import Event, Fact
from estoril.game.game import Game, content_from
from estoril.testing import all_setups, play_randomly, rule

FULL = [o for o in all_setups() if len(o.modules) == 5]
SETUPS = st.sampled_from(list(all_setups()))
SEEDS = st.integers(0, 2**64 - 1)

# facts that turn something up for everybody: from there on, twins may go different ways
TURNED_UP = (
    events.Revealed,
    events.RewardRevealed,
    events.RewardDealt,
    events.Seduced,
    events.TileBuried,
    events.RewardShown,
    events.Discarded,
    events.StakeWon,
    events.StakeLost,
    events.MissionShown,
    events.AgendaShown,
    events.TurnSkipped,
)


def readers(game: Game) -> list[int | None]:
    """All who look at a game."""
    return [None, *range(game.players)]


@rule("INFO-08")
@given(SETUPS, SEEDS)
def test_filling_the_unknown_gives_the_same_view_and_legal_actions(
    options: estoril.Options, seed: int
) -> None:
    game = Game(options, content_from(None), seed=seed)
    rng = Random(seed)
    for seat, _ in play_randomly(game, rng):
        if rng.random() > 0.1:
            continue
        for reader in readers(game):
            twin = game.imagine(reader, rng.getrandbits(64))
            assert twin.view(reader).json() == game.view(reader).json(), f"seed {seed}"
            if reader is not None:
                assert [str(a) for a in twin.legal(reader)] == [str(a) for a in game.legal(reader)]
        assert game.view(seat).codes == game.legal_codes(seat)


@rule("INFO-08")
@given(st.sampled_from(FULL), SEEDS)
def test_repeated_fillings_differ_where_something_is_unknown(
    options: estoril.Options, seed: int
) -> None:
    game = Game(options, content_from(None), seed=seed)
    rng = Random(seed)
    for _ in play_randomly(game, rng, most=rng.randrange(30)):
        pass
    observed = game.view(0).observed
    fillings = [game.imagine(0, rng.getrandbits(64))._state for _ in range(12)]
    if terms.HIDDEN in observed.reward and observed.bag_size > 3:
        assert len({tuple(filling.reward) for filling in fillings}) > 1
    folders = [cell for cell in range(observed.cat.cells) if observed.tile[cell] == terms.HIDDEN]
    if any(folder_choices(observed, Cell(cell)).bit_count() > 1 for cell in folders):
        assert len({tuple(filling.tile) for filling in fillings}) > 1
    if terms.HIDDEN in observed.agenda:
        assert len({tuple(filling.agenda) for filling in fillings}) > 1


@rule("INFO-08")
@pytest.mark.parametrize(
    "options", FULL, ids=lambda o: f"{o.players}-{o.edition}-{len(o.variants)}"
)
def test_what_happens_looks_the_same_in_a_twin_game(options: estoril.Options) -> None:
    seed = FULL.index(options)
    rng = Random(seed)
    game = Game(options, content_from(None), seed=seed)
    compared = 0
    while not game.is_over:
        seat = rng.choice(game.to_act)
        code = rng.choice(game.legal_codes(seat))
        reader = rng.choice([reader for reader in readers(game) if reader != seat] + [seat])
        twin = game.imagine(reader, rng.getrandbits(64))
        likeness = like(game, twin, seat, code, reader)
        told = game.play(seat, code)
        if likeness is not None:
            seen = twin.play(seat, likeness)
            compared += compare(told, seen, reader, f"seed {seed}, {game.action(code)}")
    assert compared > 100, f"seed {seed}: only {compared} events compared"


def like(game: Game, twin: Game, seat: int, code: int, reader: int | None) -> int | None:
    """Return the action of a twin game that looks to the reader like this one, if there is one."""
    action = game.action(code)
    if seat == reader or code in twin.legal_codes(seat):
        return code
    for other in twin.legal(seat):
        match action, other:
            case estoril.Place(space=space), estoril.Place(space=as_well) if space == as_well:
                return twin.code(other)
            case estoril.Stake(source="hand"), estoril.Stake(source="hand"):
                return twin.code(other)
            case estoril.Discard(), estoril.Discard():
                return twin.code(other)
    return None


def compare(truth: list[Event], twin: list[Event], reader: int | None, where: str) -> int:
    """Compare events as the reader sees them, up to the first that turns something up."""
    count = 0
    for left, right in zip(truth, twin, strict=False):
        a, b = left.seen_by(reader), right.seen_by(reader)
        if isinstance(a, TURNED_UP) or isinstance(b, TURNED_UP) or chancy(a) or chancy(b):
            break
        if isinstance(a, events.Placed) and a.face_up:
            break  # a face-up tile is a different choice, not a secret
        if isinstance(a, events.Peeked) and a.seat == reader:
            break  # the reader is meant to see what lies there
        assert msgspec.json.encode(a) == msgspec.json.encode(b), where
        count += 1
    return count


def chancy(fact: Fact) -> bool:
    """Say whether chance decided this: twins have dice of their own."""
    return isinstance(
        fact, events.DiceRolled | events.TileDrawn | events.EnigmaPlaced | events.RoundEnded
    )


@rule("INFO-08")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_reasons_and_errors_are_the_same_in_a_twin_game(players: int) -> None:
    variants = ("secret_agenda",) if players in (2, 5) else ("secret_agenda", "secret_missions")
    game = estoril.new_game(players, seed=players, modules="all", variants=variants)
    rng = Random(players)
    asked = 0
    for _ in play_randomly(game, rng):
        reader = rng.randrange(players)
        twin = game.imagine(reader, rng.getrandbits(64))
        for code in rng.sample(range(game.num_codes), 30):
            assert error_of(game, reader, code) == error_of(twin, reader, code)
            asked += 1
    assert asked > 1000


def error_of(game: Game, seat: int, code: int) -> str:
    """Return what a seat is told when it asks for this action, without taking it."""
    try:
        reason = game.why_not(seat, code)
    except estoril.EstorilError as problem:
        return f"{type(problem).__name__}: {problem}"
    return "legal" if reason is None else f"{reason} {reason.rule}"


@rule("INFO-08", "INFO-02", "INFO-03")
@pytest.mark.parametrize("options", FULL[::3], ids=lambda o: f"{o.players}-{o.edition}")
def test_knowledge_grows_only_by_events_addressed_to_the_seat(options: estoril.Options) -> None:
    seed = 7 + FULL.index(options)
    rng = Random(seed)
    game = Game(options, content_from(None), seed=seed)
    known = {reader: secrets_known(game, reader) for reader in readers(game)}
    while not game.is_over:
        seat = rng.choice(game.to_act)
        told = game.play(seat, rng.choice(game.legal_codes(seat)))
        for reader in readers(game):
            now = secrets_known(game, reader)
            heard = b"".join(msgspec.json.encode(event.seen_by(reader)) for event in told)
            for secret in now - known[reader]:
                assert f'"{secret}"'.encode() in heard, f"seed {seed}: {reader} knows {secret}"
            known[reader] = now
        if game.is_over:
            break


def secrets_known(game: Game, reader: int | None) -> set[str]:
    """Return the tiles and missions that a reader knows to lie somewhere."""
    view = game.view(reader)
    places = [tile for place in view.places for tile in place.rewards]
    found = {reward.tile for reward in places} | set(view.pile.returned) | {view.drawn}
    found |= {mission.mission for mission in view.missions}
    if not game.is_over:
        found |= {player.agenda for player in view.players}
    for place in view.places:
        for space in place.spaces:
            if space.owner != reader and space.tile not in game.view(reader).hand:
                found.add(space.tile)
        found |= {stake.tile for stake in place.stakes if stake.seat != reader}
    return {name for name in found if name is not None}


@rule("INFO-08")
def test_an_observed_state_holds_no_generator_and_no_foreign_hand() -> None:
    game = estoril.new_game(4, seed=5, modules="all")
    observed = game.view(1).observed
    assert observed.rng == 0
    assert observed.bag == 0
    assert [observed.hand[seat] for seat in (0, 2, 3)] == [0, 0, 0]
