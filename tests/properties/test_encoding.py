"""Observations say all that a seat may know, in the numbers that the specification promises."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from random import Random

import msgspec
import numpy as np
import numpy.typing as npt
import pytest

import estoril
from estoril.bulk.batch import Batch
from estoril.bulk.encoder import Encoder
from estoril.bulk.specification import SCALES, Specification, UnknownPart, specify
from estoril.engine import encoding
from estoril.engine.kinds import Seat
from estoril.game.game import Game
from estoril.game.views import View
from estoril.testing import all_setups, play_randomly, rule, twin_steps

SETUPS = list(all_setups())[::311]
FULL = [options for options in all_setups() if len(options.modules) == 5][::23]
setups = pytest.mark.parametrize("options", SETUPS, ids=lambda o: f"{o.players}-{o.edition}")


def moments(options: estoril.Options, seed: int, every: int = 7) -> Iterator[Game]:
    """Yield a random game every few decisions, and at its end."""
    game = Game(options, estoril.content(), seed=seed)
    for n, _ in enumerate(play_randomly(game, Random(seed))):
        if n % every == 0:
            yield game
    yield game


class Decoded:
    """An observation, read by what the specification says of it."""

    def __init__(self, spec: Specification, row: npt.NDArray[np.int8], seat: int) -> None:
        self.spec, self.row, self.seat = spec, row, seat
        self.players = spec.options.players

    def rows(self, part: str) -> dict[str, dict[str, int]]:
        """Return the numbers of a part, by row and column."""
        found = self.spec.part(part)
        names = [column.name for column in found.columns]
        table = self.row[found.start : found.stop].reshape(found.shape).tolist()
        return {
            row: dict(zip(names, numbers, strict=True))
            for row, numbers in zip(found.rows, table, strict=True)
        }

    def tile(self, number: int) -> str | None:
        """Name a tile that is known."""
        return self.spec.part("hand").rows[number - 2] if number > 1 else None

    def who(self, number: int) -> int | None:
        """Return a seat given as `someone`."""
        return (number - 1 + self.seat) % self.players if number else None

    def seats(self, bits: int) -> tuple[int, ...]:
        """Return a set of seats."""
        found = (i for i in range(self.players) if bits >> i & 1)
        return tuple(sorted((i + self.seat) % self.players for i in found))


@setups
def test_every_number_is_in_its_range(options: estoril.Options) -> None:
    encoder = Encoder(options)
    rows = [
        encoder.observe(game.view(seat))
        for game in moments(options, seed=3)
        for seat in range(options.players)
    ]
    table = np.array(rows)
    assert table.shape[1] == encoder.width == len(encoder.sizes)
    assert (table >= 0).all()
    over = np.flatnonzero(table.max(axis=0) >= encoder.sizes)
    assert over.tolist() == []


@setups
def test_a_view_a_state_and_a_batch_give_the_same_numbers(options: estoril.Options) -> None:
    encoder = Encoder(options)
    batch = Batch.of([options], seed=5)
    game = Game(options, estoril.content(), seed=5)
    for _ in range(40):
        seat = int(batch.actors[0])
        view = game.view(seat)
        assert (encoder.observe(view) == batch.observations[0]).all()
        assert (encoder.legal(view) == batch.legal[0]).all()
        for other in range(options.players):
            told = encoder.observe(game.view(other))
            assert (told == batch.observe(other)[0]).all()
            assert told.tobytes() == encoding.encoded(game._state, Seat(other))
        code = int(batch.sample()[0])
        game.play(seat, code)
        batch.step([code])


@rule("INFO-02", "INFO-03", "INFO-07", "END-02", "PEEK-04")
@pytest.mark.parametrize("options", FULL, ids=lambda o: f"{o.players}-{o.edition}")
def test_an_observation_says_what_the_view_says(options: estoril.Options) -> None:
    encoder = Encoder(options)
    met = set()
    for game in chain(*(moments(options, seed) for seed in range(4))):
        for seat in range(options.players):
            view = game.view(seat)
            told = Decoded(encoder.specification, encoder.observe(view), seat)
            compare_moment(told, view)
            compare_places(told, view)
            compare_players(told, view)
            met |= {"chosen"} if view.players[seat].chosen else set()
            met |= {"removed"} if view.removed else set()
            met |= {"folder"} if any(s.known_by for p in view.places for s in p.spaces) else set()
            met |= {"returned"} if len(view.pile.returned) > 6 else set()
            met |= {"stake"} if any(place.stakes for place in view.places) else set()
    assert met == {"chosen", "removed", "folder", "returned", "stake"}


def compare_moment(told: Decoded, view: View) -> None:
    """Compare where the game stands, the missions, the pile and what left the game."""
    moment = told.rows("moment")["0"]
    assert moment["round"] == view.round
    assert told.seats(moment["waiting"]) == view.to_act
    assert told.tile(moment["drawn"]) == view.drawn
    assert moment["die"] == (view.die or 0)
    assert told.who(moment["first"] + 1) == view.first
    known = {mission for mission, row in told.rows("missions").items() if row["known"]}
    assert known == {each.mission for each in view.missions if each.mission}
    dealt = [told.seats(row["known"]) for row in told.rows("dealt").values()]
    assert dealt == [each.known_by for each in view.missions]
    returned = [told.tile(row["tile"]) for row in told.rows("returned").values() if row["tile"]]
    assert (moment["unseen"], (*returned,)) == (view.pile.unseen, view.pile.returned)
    gone = 2 * told.players + 1
    removed = {(tile, None) for tile, row in told.rows("whose").items() if row["whose"] == gone}
    for colour, row in told.rows("starting").items():
        whose = told.who(int(colour) + 1)
        removed |= {(tile, whose) for tile, where in row.items() if where == gone}
    assert removed == {(each.tile, each.colour) for each in view.removed}


def compare_places(told: Decoded, view: View) -> None:
    """Compare the grid."""
    locations, spaces = told.rows("locations"), told.rows("spaces")
    laid = {name for name, row in locations.items() if row["place"]}
    assert laid == {place.id for place in view.places}
    for place in view.places:
        row = locations[place.id]
        assert row["quarter"] == place.quarter
        columns = (("reward", "known"), ("second_reward", "second_known"))
        for (tile, known), reward in zip(columns, place.rewards, strict=False):
            assert told.tile(row[tile]) == reward.tile and row["face_up"] == reward.face_up
            assert told.seats(row[known]) == reward.known_by
        for space in place.spaces:
            row = spaces[space.id]
            assert (told.tile(row["tile"]), row["tile"] > 0) == (space.tile, space.occupied)
            assert (told.who(row["owner"]), told.who(row["controller"])) == (
                space.owner,
                space.controller,
            )
            assert told.seats(row["known"]) == space.known_by
            marks = (row["marks"] & 2, row["marks"] & 4, row["marks"] & 8)
            assert tuple(map(bool, marks)) == (space.shield, space.void, space.turned)
        for stake, row in zip(place.stakes, told.rows("stakes").values(), strict=False):
            assert (told.who(row["by"]), told.tile(row["tile"])) == (stake.seat, stake.tile)
            assert row["from_hand"] & 1 == (stake.source == "hand")


def compare_players(told: Decoded, view: View) -> None:
    """Compare networks, discards and the own tiles."""
    assert view.seat is not None
    own = view.players[view.seat]
    for part, tiles in (("hand", own.hand or ()), ("chosen", own.chosen)):
        found = {tile: row["count"] for tile, row in told.rows(part).items() if row["count"]}
        assert found == Counter(tiles)
    for player in view.players:
        away = (player.seat - view.seat) % told.players
        row = told.rows("seats")[str(away)]
        assert (row["hand_size"], row["markers"]) == (player.hand_size, player.markers)
        for where, tiles in (
            (away + 1, [(tile, None) for tile in player.network]),
            (away + 1 + told.players, [(each.tile, each.colour) for each in player.discards]),
        ):
            pile = {tile for tile, row in told.rows("whose").items() if row["whose"] == where}
            starting = Counter(
                tile
                for row in told.rows("starting").values()
                for tile, there in row.items()
                if there == where
            )
            assert Counter(pile) + starting == Counter(tile for tile, _ in tiles)


@rule("INFO-07", "ASN-01", "PLACE-05", "LOC01-02")
def test_an_observation_says_what_was_learned_of_other_hands() -> None:
    options = estoril.choose(3, "all", rulings=("controllers_hand",))
    encoder = Encoder(options)
    played = chain(*(moments(options, seed, every=1) for seed in range(40)))
    game = next(game for game in played if game._state.stake_count)
    state = game.view(0).observed
    folder = next(c for c in range(state.cat.cells) if state.occupied >> c & 1)
    state.armed, state.armed_cells = 0b110, 1 << folder
    state.stake_from_hand, state.stake_armed = [1] * 4, [1, 0, 0, 0]
    state.shown, state.shown_more = [0, 0b101, 0, 0, 0], [0, 0x200, 0, 0, 0]
    for seat in range(3):
        row = np.frombuffer(encoding.encoded(state, Seat(seat)), np.int8)
        assert (row < encoder.sizes).all()
        told = Decoded(encoder.specification, row, seat)
        assert told.seats(told.rows("moment")["0"]["armed"]) == (1, 2)
        armed = [name for name, numbers in told.rows("spaces").items() if numbers["marks"] & 16]
        assert armed == [encoder.specification.part("spaces").rows[state.cell_space[folder]]]
        assert next(iter(told.rows("stakes").values()))["from_hand"] == 3
        shown = told.rows("shown_starting")
        assert [*shown[str((1 - seat) % 3)].values()] == [1, 0, 3, 0, 0, 0]
        assert sum(map(sum, (numbers.values() for numbers in shown.values()))) == 4


@rule("INFO-08")
@pytest.mark.parametrize("options", FULL[:3], ids=lambda o: f"{o.players}-{o.edition}")
def test_an_observation_is_the_same_in_a_twin_game(options: estoril.Options) -> None:
    rng, encoder, compared = Random(7), Encoder(options), 0
    for seed in range(4):
        game = Game(options, estoril.content(), seed=seed)
        for _ in play_randomly(game, Random(seed)):
            pass
        reader = rng.randrange(options.players)
        steps = twin_steps(options, game.steps, reader, rng)
        if steps is not None:
            truth, twin = game.again(len(steps)), game.along(steps)
            assert truth != twin
            told = encoder.observe(truth.view(reader))
            assert (told == encoder.observe(twin.view(reader))).all(), f"seed {seed}"
            compared += 1
    assert compared


@pytest.mark.compiled
@setups
def test_compact_numbers_have_no_holes_and_miss_nothing(options: estoril.Options) -> None:
    encoder, spec = Encoder(options), specify(options)
    game = Game(options, estoril.content(), seed=0)
    assert [row.code for row in spec.actions] == encoder.codes.tolist()
    for row in spec.actions[::5]:
        action = game.action(row.code)
        assert spec.kinds[row.kind] == action.__struct_config__.tag
        names = game.view(0).content
        if row.tile >= 0:
            assert names.tiles[row.tile].id == action.tile
        if row.space >= 0:
            space = (
                f"{names.locations[row.space // 4].id}.{('I', 'II', 'III', 'IV')[row.space % 4]}"
            )
            assert space in msgspec.structs.astuple(action)
    batch = Batch.of([options] * 64, seed=1)
    for _ in range(150):
        legal = np.flatnonzero(batch.legal.any(axis=0))
        assert (encoder.numbers[legal] >= 0).all()
        batch.step(batch.sample())
    assert encoder.num_actions < encoder.num_codes


def test_codes_mean_the_same_in_all_setups_with_the_same_modules() -> None:
    by_modules: dict[tuple[str, ...], set[tuple[object, ...]]] = {}
    for options in list(all_setups())[::41]:
        game = Game(options, estoril.content(), seed=0)
        actions = tuple(
            game.action(code) for code in range(1, game.num_codes, 97) if named(game, code)
        )
        by_modules.setdefault(options.boxes, set()).add(actions)
    assert len(by_modules) > 3
    assert {len(found) for found in by_modules.values()} == {1}


def named(game: Game, code: int) -> bool:
    """Say whether a code is one of an action."""
    try:
        return bool(game.action(code))
    except estoril.ActionError:
        return False


def test_the_specification_is_data() -> None:
    spec = specify(estoril.choose(4, "all"))
    again = msgspec.json.decode(msgspec.json.encode(spec), type=Specification)
    assert again == spec
    for part in spec.parts:
        for column in part.columns:
            assert column.scale in SCALES and column.meaning and column.size > 1
    with pytest.raises(UnknownPart, match="no part"):
        spec.part("nonsense")


def test_one_hot_has_a_one_for_each_number() -> None:
    batch = Batch(8, 3, seed=1)
    encoder = batch.encoder()
    hot = encoder.one_hot(batch.observations)
    assert hot.shape == (8, encoder.sizes.sum())
    assert (hot.sum(axis=1) == encoder.width).all()
    assert (encoder.one_hot(batch.observations[0]) == hot[0]).all()


def test_a_spectator_has_no_observation() -> None:
    game = estoril.new_game(2, seed=7)
    with pytest.raises(estoril.ActionError):
        Encoder(game.options).observe(game.view(None))
