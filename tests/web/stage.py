"""Stage: a page that shows any position at once; nothing is played, and no server holds the tables.

The page and its words come from a server. What the client asks about tables is answered here, from
tables that stand where a line of notation says (`positions.txt`).

    python -m tests.web.stage    # look for positions anew, in about two minutes
"""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Page, Route

import estoril
from estoril.game.events import ResolutionStarted, RewardWon
from estoril.game.game import Game
from estoril.game.options import Options
from estoril.review import Depth, advise, review
from estoril.server import hints, replays, reviews
from estoril.server.shelf import Shelved
from estoril.table import HOST, Clock, Message, SeatPlan, Table, create
from estoril.table.commands import Act, Caller, Start
from estoril.testing import all_setups, play_randomly
from estoril.wire.rest import PROTOCOL, Looked, Messages
from estoril.wire.reviews import Reviewed, ReviewTold
from estoril.wire.socket import News, Seen, Welcome

POSITIONS = Path(__file__).with_name("positions.txt")
NAMES = ("Maximiliane v. Hohenfels", "Ana", "Bartholomeu de Gusmão", "Łucja", "Zé")
NOW = 1_000_000.0
SEED = 1942

encode = msgspec.json.encode


class Moment(msgspec.Struct, frozen=True):
    """A position with the seat that sees it, and a move that is made in sight.

    Attributes:
        name: What is decided or shown, and how many play: `discard-5`.
        seat: Who looks; None is a spectator.
        line: The position.
        step: The move, if one is shown.
    """

    name: str
    seat: int | None
    line: str
    step: str = ""

    def table(self) -> Table:
        """Return the table, with people of long and short names and a clock."""
        return table_at(self.line, seat=self.seat)

    def told(self) -> Table:
        """Return a finished table of these options, whose whole game can be told."""
        return finished(Game.from_position(self.line).options)


@cache
def moments() -> tuple[Moment, ...]:
    """Read all moments that are kept."""
    return tuple(_read(POSITIONS.read_text(encoding="utf-8").splitlines()))


def _read(lines: Iterable[str]) -> Iterator[Moment]:
    for line in lines:
        name, seat, step, position = line.split("\t")
        yield Moment(name, None if seat == "-" else int(seat), position, step)


def open_table(
    options: Options, *, people: int | None = None, seed: int = SEED, bots: Sequence[int] = ()
) -> Table:
    """Open a table whose seats are held by people, some by bots; those beyond `people` are open."""
    plans = [SeatPlan(name=name, host=not i) for i, name in enumerate(NAMES[: options.players])]
    for seat in bots:
        plans[seat] = SeatPlan(bot="spymaster")
    if people is not None:
        plans[people:] = [SeatPlan(), SeatPlan(bot="agent")][: options.players - people]
    table = Table(seed=seed)
    clock = Clock("game", seconds=5400, increment=10)
    table.fold(create(options, now=NOW, seats=plans, clock=clock, cast=SEED))
    return table


def _started(options: Options, seed: int = SEED, bots: Sequence[int] = ()) -> Table:
    table = open_table(options, seed=seed, bots=bots)
    for seat in table._now.seats:
        seat.ready = True
    table.fold(table.propose(Start(), HOST, now=NOW))
    return table


def table_at(line: str, seed: int = SEED, seat: int | None = 0, *, alone: bool = False) -> Table:
    """Return a table whose game stands at a position; beside a person there sits a bot.

    Who is alone has bots for all opponents.
    """
    game = Game.from_position(line, seed=seed)
    bots = [one for one in range(game.players) if one != seat and (alone or one % 2)]
    table = _started(game.options, seed, bots)
    state = table._now
    state.game, state.to_act = game, game.to_act
    state.ended = state.number if game.is_over else 0
    for held in state.seats:
        held.turn = state.number if held.number in game.to_act else 0
    return table


def finished(options: Options) -> Table:
    """Return a table whose game has been played to its end at random."""
    table = _started(options)
    rng = random.Random(SEED)
    while table._now.stage == "running":
        seat = rng.choice(table._now.to_act)
        act = Act(rng.choice(table._game.legal_codes(seat)), turn=table.turn(seat))
        table.fold(table.propose(act, Caller(seat), now=NOW))
    return table


# In the place of a socket: says what a server would say, at once and however busy we are.
LINE = """
window.stage = { told: {}, lines: [] };
window.WebSocket = class extends EventTarget {
  static OPEN = 1;
  readyState = 1;
  constructor(address) {
    super();
    this.table = address.split("/").at(-2);
    stage.lines.push(this);
    queueMicrotask(() => this.onopen?.());
  }
  say(told) { this.onmessage?.({ data: JSON.stringify(told) }); }
  send(text) {
    const asked = JSON.parse(text);
    queueMicrotask(() => {
      if (asked.type === "hello") for (const told of stage.told[this.table]) this.say(told);
      else if (asked.type === "ping")
        this.say({ type: "pong", id: asked.id, now: Date.now() / 1000 });
      else if (asked.type === "why") this.say({ type: "because", id: asked.id });
    });
  }
  close() { this.readyState = 3; }
};
"""


class Stage:
    """A page with tables of our own."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._tables: dict[str, tuple[Callable[[], Table], int | None]] = {}
        self._made: dict[str, Table] = {}
        page.add_init_script(LINE)
        page.route("**/api/tables**", self._answer)
        page.route("**/api/tables/**", self._answer)

    def set(self, name: str, make: Callable[[], Table], seat: int | None) -> None:
        """Have a table to be looked at, by a seat or by nobody in particular."""
        self._tables[name] = make, seat

    def table(self, name: str) -> tuple[Table, int | None]:
        """Return a table, made when it is first asked for, and who looks at it."""
        make, seat = self._tables[name]
        if name not in self._made:
            self._made[name] = make()
        return self._made[name], seat

    def keep(self) -> str:
        """Return what a browser keeps that holds all these seats; it forgets the last of many."""
        return json.dumps(
            [
                {
                    "table": name,
                    "host": seat == 0,
                    "at": 0,
                    "invitation": "i",
                    "seats": [{"seat": seat, "token": name, "name": NAMES[seat]}],
                }
                for name, (_, seat) in reversed(self._tables.items())
                if seat is not None
            ]
        )

    def ready(self, name: str) -> None:
        """Give the page what it will be told when it comes to a table, if it is one of ours."""
        if name not in self._tables:
            return
        table, seat = self.table(name)
        welcome = Welcome(PROTOCOL, name, seat, seat == 0, table.number, NOW)
        told = encode([welcome, Seen(table.snapshot(seat, "picture"))]).decode()
        self.page.evaluate(
            "([name, told]) => { stage.told[name] = JSON.parse(told); }", [name, told]
        )

    def tell(self, message: Message) -> None:
        """Let the page hear of something."""
        told = encode(News(message)).decode()
        self.page.evaluate("(told) => stage.lines.at(-1).say(JSON.parse(told))", told)

    def _answer(self, route: Route) -> None:
        path, _, query = route.request.url.split("/api/tables")[1].partition("?")
        name, _, rest = path.strip("/").partition("/")
        if name not in self._tables:
            route.fulfill(json={"tables": []})
            return
        table, seat = self.table(name)
        body: Any
        match rest:
            case "":
                body = Looked(table=name, number=table.number, info=table.info)
            case "messages":
                body = Messages(table.number, tuple(table.stream(seat, changes=False)))
            case "replay":
                body = replays.tell(table, query.removeprefix("eyes="))
            case "view":
                body = table.snapshot(seat)
            case "hint":
                assert seat is not None
                view = table.view(seat)
                body = hints.tell(advise(view), view, table.content)
            case "review":
                body = Reviewed(depth="quick", review=_reviewed(table))
            case _:
                route.fulfill(status=404, json={"code": "unknown", "text": ""})
                return
        route.fulfill(body=encode(body), content_type="application/json")


def _reviewed(table: Table) -> ReviewTold:
    """Tell the review of a finished game, made at a glance."""
    glance = Depth(simulations=24, checks=16, worlds=4, plays=4, glimpses=2)
    made = zlib.compress(encode(review(table.finished, glance)))
    return reviews.tell(table.finished, Shelved("quick", made))


def resolving(moment: Moment) -> Message:
    """Return what lets a seat that decides about a location see the show of it."""
    table = moment.table()
    decision = table._game.decision
    assert decision is not None and decision.location is not None
    return Message(
        table.number + 1,
        NOW,
        facts=(ResolutionStarted(location=decision.location),),
        told=(None,),
        changes=[[]],
        now=table.snapshot(moment.seat).now,
    )


def used(moment: Moment) -> Message:
    """Return what a seat sees of its ability being used: on somebody elsewhere, where it can be."""
    seat = moment.seat
    assert seat is not None
    found: dict[bool, Message] = {}
    for code in moment.table()._game.legal_codes(seat):
        table = moment.table()
        decision = table._game.decision
        act = Act(code, turn=table.turn(seat))
        message = table.fold(table.propose(act, Caller(seat), now=NOW)).messages[seat]
        fact = message.facts[0]
        if decision is not None and fact.shown.reach:
            target: str = getattr(fact, fact.shown.reach[1])
            found[target.split(".")[0] != decision.location] = _part(message, 0, 1)
    message = found.get(True) or found[False]
    return msgspec.structs.replace(message, number=message.number + 1)


def shown(moment: Moment) -> list[Message]:
    """Return what a move lets a seat see until a location is won; that comes by itself.

    Chance is tried until it goes so: dice may lead elsewhere.
    """
    by = int(moment.step.split(" ", 1)[0])
    for seed in range(100):
        table = table_at(moment.line, seed, moment.seat)
        act = Act(table._game.read_step(moment.step) & 0xFFFF, turn=table.turn(by))
        message = table.fold(table.propose(act, Caller(by), now=NOW)).messages[moment.seat]
        if any(isinstance(fact, RewardWon) for fact in message.facts):
            return _split(message)
    raise AssertionError(f"{moment.name}: nobody wins there")


def _split(message: Message) -> list[Message]:
    at = next(i for i, fact in enumerate(message.facts) if isinstance(fact, RewardWon))
    last = _part(message, at, at + 1)
    return [_part(message, 0, at), msgspec.structs.replace(last, number=last.number + 1)]


def _part(message: Message, begin: int, end: int) -> Message:
    """Return some of the facts of a message, and nothing that follows from them."""
    return msgspec.structs.replace(
        message,
        facts=message.facts[begin:end],
        told=message.told[begin:end],
        changes=message.changes[begin:end],
        now=None,
        info=None,
        result=None,
        ended=None,
    )


# -- looking for positions --------------------------------------------------------------------

GAMES = 600


def _kinds(game: Game, seat: int) -> Iterator[str]:
    """Name what a seat decides, as finely as it looks different."""
    decision = game.decision
    assert decision is not None
    if decision.kind != "ability":
        yield decision.kind
        return
    kinds = {type(action).__name__.lower() for action in game.legal(seat)} - {"pass"}
    yield "two_abilities" if len(kinds) > 1 else kinds.pop()


def _weight(game: Game, seat: int) -> int:
    """Say how much there is to be seen: who finds room for this finds room for all."""
    view = game.view(seat).data()
    places = view.places
    tiles = sum(space.occupied for place in places for space in place.spaces)
    rewards = sum(len(place.rewards) for place in places if len(place.rewards) > 1)
    extras = sum(place.enigma + place.roulette for place in places)
    own = view.players[seat]
    crowd = sum(len(player.network) for player in view.players)
    more = 2 * len(game.options.modules) + 3 * len(game.options.variants)
    return tiles + 4 * rewards + 4 * extras + 3 * own.hand_size + crowd + more


def _search() -> dict[str, tuple[int, Moment]]:
    """Play at random by every setup, and keep the fullest moment of each kind."""
    setups = list(all_setups())
    rng = random.Random(SEED)
    best: dict[str, tuple[int, Moment]] = {}

    def offer(name: str, weight: int, moment: Moment) -> None:
        if name not in best or weight > best[name][0]:
            best[name] = weight, moment

    for number in range(GAMES):
        game = Game(rng.choice(setups), estoril.content(), seed=number)
        players = game.players
        for before, (seat, code) in enumerate(play_randomly(game, random.Random(number))):
            line: str | None = None
            for kind in _kinds(game, seat):
                name, weight = f"{kind}-{players}", _weight(game, seat)
                if name not in best or weight > best[name][0]:
                    line = line or game.position()
                    offer(name, weight, Moment(name, seat, line))
            if before == 0:
                offer(
                    f"first-{players}",
                    number % 7,
                    Moment(f"first-{players}", seat, game.position()),
                )
            if number % 5 == 0:
                _try(game, seat, code, offer)
        offer(
            f"over-{players}",
            len(game.options.modules) * 3 + len(game.options.variants) * 4,
            Moment(f"over-{players}", 0, game.position()),
        )
    return best


def _try(game: Game, seat: int, code: int, offer: Any) -> None:
    """See whether a move lets a location be resolved with much to be seen."""
    twin = game.copy(seed=SEED)
    facts = [event.whole for event in twin.play(seat, code)]
    names = [type(fact).__name__ for fact in facts]
    if "RewardWon" not in names:
        return
    names = names[: names.index("RewardWon") + 1]
    if names.count("ResolutionStarted") != 1:
        return
    weight = 10 * names.count("TotalCounted") + 3 * names.count("StrengthCounted")
    weight += 4 * names.count("DiceRolled")
    step = game.in_words([seat << 16 | code])[0]
    offer(
        f"show-{game.players}", weight, Moment(f"show-{game.players}", seat, game.position(), step)
    )


if __name__ == "__main__":
    found = _search()
    POSITIONS.write_text(
        "".join(
            f"{name}\t{moment.seat}\t{moment.step}\t{moment.line}\n"
            for name, (_, moment) in sorted(found.items())
        ),
        encoding="utf-8",
    )
    print(f"{len(found)} moments")
