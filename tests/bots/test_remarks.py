"""What bots remark is true: it is what they counted while they thought, and nothing else."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

import estoril
from estoril.bots import Remark, make
from estoril.bots.beliefs import evaluation_for, load_outlook
from estoril.bots.calibration import calibrated
from estoril.bots.level import Level
from estoril.bots.mind import policy
from estoril.bots.mind.ledger import Ledger
from estoril.bots.mind.rollouts import play_rounds
from estoril.bots.searching import Budget, Searcher, settle
from estoril.bots.thought import FEAR, RISE, SHARE, Prospects, prospects_of, remarks_on
from estoril.engine import flow, knowledge, terms
from estoril.engine.kinds import Code, Seat
from estoril.server import replays
from estoril.table import Local, SeatPlan, TableError, create
from estoril.words import Teller
from estoril.words.choosing import languages

pytestmark = pytest.mark.compiled
STRIDE = 0xD1342543DE82EF95  # between the seeds of imagined worlds


def moments(players: int, seed: int, every: int) -> Iterator[estoril.View]:
    """Yield what those see who decide in a game of informants, now and then."""
    game, rng, bot = estoril.new_game(players=players, seed=seed), Random(seed), make("informant")
    number = 0
    while not game.is_over:
        seat = game.to_act[0]
        view = game.view(seat)
        if len(view.legal) > 1:
            number += 1
            if number % every == 0:
                yield view
        game.play(seat, bot.choose(view, view.legal, rng), events=False)


def test_the_ledger_has_what_came_of_every_round() -> None:
    """Who got what lay where, counted again from the same worlds."""
    for view in moments(3, 5, 7):
        seat, s = Seat(view.seat or 0), view.observed
        codes, times, seed = view.codes[:3], 4, 99
        book = Ledger(s, seat, len(codes))
        sums = array("d", bytes(8 * len(codes)))
        e = evaluation_for(s.cat)
        play_rounds(e, s, seat, array("h", codes), sums, book, times, seed)
        counts: list[Counter[tuple[int, int]]] = [Counter() for _ in codes]
        strengths: Counter[int] = Counter()
        hidden = s.occupied & ~s.face_up & ~s.known[seat]
        for k in range(times):
            world = s.copy()
            knowledge.imagine(world, seat, (seed + k * STRIDE) & (1 << 64) - 1)
            for cell in range(terms.CELLS):
                if hidden >> cell & 1:
                    strengths[cell] += s.cat.strength[world.tile[cell]]
            for i, code in enumerate(codes):
                after = world.copy()
                flow.apply(after, seat, Code(code))
                policy.play_round(e, after)
                for slot in range(s.cat.slots):
                    tile = world.reward[2 * slot]
                    for other in range(s.cat.players) if tile >= 0 else ():
                        has = after.network[other] | after.discard[other]
                        counts[i][slot, other] += has >> tile & 1
        for i, count in enumerate(counts):
            gains = book.gains(i)
            assert {divmod(at, terms.SEATS): n for at, n in enumerate(gains) if n} == +count
        assert book.total() == [
            sum(column) for column in zip(*map(book.gains, range(len(codes))), strict=True)
        ]
        assert {cell: n for cell, n in enumerate(book.supposed()) if n} == +strengths
        assert book.worlds == times


def check(remarks: list[Remark], prospects: Prospects, view: estoril.View) -> None:
    """Compare remarks with the figures that they are made of."""
    places = {place.id: slot for slot, place in enumerate(view.places)}
    seat = view.seat or 0
    for remark in remarks:
        told = remark.arguments
        at = places[str(told["location"])] * terms.SEATS
        own = prospects.gains[at + seat]
        match remark.key:
            case "bot.after" | "bot.after.secret":
                assert told["percent"] == round(100 * own)
                assert told["usual"] == round(100 * prospects.usual[at + seat])
                assert own - prospects.usual[at + seat] >= RISE
                reward = view.places[at // terms.SEATS].rewards[0]
                assert told.get("tile") == reward.tile
            case "bot.fear":
                assert told["player"] != seat
                assert told["percent"] == round(100 * prospects.gains[at + int(told["player"])])
                assert int(told["percent"]) >= 100 * FEAR - 1 and own >= SHARE
            case "bot.belief":
                place = view.places[at // terms.SEATS]
                supposed = [
                    (space.owner, space.tile)
                    for space in place.spaces
                    if space.occupied and not space.face_up
                ]
                assert (told["player"], None) in supposed
                assert told["strength"] in {round(each) for each in prospects.supposed if each}
            case _:
                raise AssertionError(remark.key)


def test_what_a_search_says_is_what_it_found() -> None:
    told: Counter[str] = Counter()
    for number in range(12):
        for view in moments(2 + number % 3, number, 9):
            seat, s = Seat(view.seat or 0), view.observed
            tried, prospects = settle(
                [evaluation_for(s.cat)], load_outlook(), s, seat, number, Budget(300, 0)
            )
            assert prospects.rounds == tried[0].times
            shares = [prospects.gains[i : i + terms.SEATS] for i in range(0, 40, terms.SEATS)]
            assert all(0 <= sum(each) <= 1.0001 for each in shares)
            remarks = list(remarks_on(prospects, view, seat))
            check(remarks, prospects, view)
            told.update(remark.key for remark in remarks)
            bot = make("spymaster:simulations=300")
            bot.choose(view, view.legal, Random(number))
            said = {remark.key: remark.arguments for remark in bot.explain()}
            assert isinstance(bot, Searcher)
            seed = Random(number).getrandbits(64)
            again = settle(
                [evaluation_for(s.cat)], load_outlook(), s, seat, seed, Budget(300, 0), bot.manner
            ).tried
            chance = calibrated("bot", again[0].chance, view.options.players, view.round)
            assert said["bot.chance"] == {"percent": round(100 * chance)}
            assert said["bot.rounds"] == {"number": sum(each.times for each in again)}
    assert min(told[key] for key in ("bot.after", "bot.after.secret", "bot.fear", "bot.belief")) > 3


def test_what_an_agent_says_is_what_it_played_out() -> None:
    for view in moments(3, 8, 8):
        seat, s = Seat(view.seat or 0), view.observed
        bot = make("agent:worlds=4:width=2")
        action = bot.choose(view, view.legal, Random(3))
        assert isinstance(bot, Level)
        seed = Random(3).getrandbits(64)
        codes = [code for _, code in bot.judged(view, seat, 4, seed)[:2]]
        book, sums = Ledger(s, seat, len(codes)), array("d", bytes(8 * len(codes)))
        play_rounds(evaluation_for(s.cat), s, seat, array("h", codes), sums, book, 4, seed + 4)
        chosen = codes.index(view.codes[view.legal.index(action)])
        prospects = prospects_of([book], chosen, 4, 4 * len(codes))
        said = [remark for remark in bot.explain() if "location" in remark.arguments]
        assert said == list(remarks_on(prospects, view, seat))
        assert Remark("bot.rounds", {"number": 4 * len(codes)}) in bot.explain()


@pytest.mark.parametrize("level", ["porter", "informant"])
def test_who_looks_one_step_ahead_says_how_much_it_looked_at(level: str) -> None:
    seen = []
    for view in moments(2, 3, 3):
        bot = make(level)
        bot.choose(view, view.legal, Random(1))
        said = {remark.key: remark.arguments for remark in bot.explain()}["bot.weighed"]
        assert isinstance(bot, Level)
        weighed = bot.judged(view, view.seat or 0, 1, Random(1).getrandbits(64))
        assert said == {"seen": len(weighed), "all": len(view.legal)}
        seen.append(len(weighed) / len(view.legal))
    assert (min(seen) < 0.9) == (level == "porter")


def test_a_look_that_is_declined_is_not_called_useless() -> None:
    keys = set()
    for view in moments(2, 12, 1):
        for number, action in enumerate(view.legal):
            if isinstance(action, estoril.Pass):
                bot = make("informant")
                assert isinstance(bot, Level)
                bot._last = view, view.legal[number]
                keys.add((view.observed.phase == terms.PEEKING, bot.explain()[0].key))
    assert keys == {(True, "bot.unseen"), (False, "bot.pass")}


def played(bots: list[str]) -> Local:
    """Return a table of bots that has not begun."""
    seats = [SeatPlan(bot=bot) for bot in bots]
    created = create(estoril.choose(len(bots)), 0.0, seats=seats, bots=(*bots, "informant"))
    return Local(created, lambda: 1.0, seed=5)


def test_remarks_are_for_when_the_game_is_over() -> None:
    """Until then nobody is told anything of them, and after it all are there, in every language."""
    local = played(["agent:worlds=1", "informant"])
    local.start()
    told = []
    for news in local.run_bots():
        told += map(msgspec.json.encode, news.messages.values())
        if not news.over:
            with pytest.raises(TableError):
                assert local.table.remarks
    assert not [line for line in told if b"bot." in line]
    remarks = local.table.remarks
    game = local.table.finished
    decided = {place for place, step in enumerate(game.steps) if step >= 0}
    assert set(remarks) == decided
    for eyes, seats in (("all", {0, 1}), ("0", {0}), ("1", {1}), ("none", set())):
        moves = replays.tell(local.table, eyes).moves
        assert {move.seat for move in moves if move.remarks} == seats
        assert all(move.remarks for move in moves if move.seat in seats)
    for language in languages():
        teller = Teller(estoril.content(), ["Ana", "Rui"], language=language)
        for some in remarks.values():
            for remark in some:
                text = teller.tell_remark(remark.key, remark.arguments)
                assert text and "{" not in text and remark.key not in text
                assert teller.put(remark.sentence) == text
