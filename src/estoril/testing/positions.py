"""Positions from a short description, so that a rule's test reads like the rule.

Examples:
    >>> from estoril.testing import position
    >>> table = position("tamariz palacio museum / casino church muchaxo",
    ...                  {"tamariz.I": "red s_smith", "tamariz.III": "yellow lucky_luciano"},
    ...                  rewards={"tamariz": "garbo"})
    >>> facts = table.resolve()
    >>> table.to_act
    ['red']
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from estoril.boxes import UnknownEntryError
from estoril.engine import flow, setup, state, terms
from estoril.engine.kinds import Location, Seats, Slot, Tile
from estoril.engine.state import State
from estoril.errors import PositionError
from estoril.game.actions import Action, Pass
from estoril.game.chance import Outcome, Script
from estoril.game.events import Event, Fact
from estoril.game.game import Game, content_from
from estoril.game.options import COLOURS, catalog_for, choose
from estoril.game.views import Space, View


class Position:
    """A game in the middle, spoken of by colours: red is seat 0, then blue, green, yellow, pink.

    `position` makes one. What it tells is open: it is for tests, not for players.

    Attributes:
        game: The game itself.
        events: All that has happened since the position was set up.
    """

    def __init__(self, game: Game, events: list[Event]) -> None:
        self.game = game
        self.events = events

    @property
    def facts(self) -> list[Fact]:
        """All that has happened since the position was set up, openly."""
        return [event.whole for event in self.events]

    @property
    def to_act(self) -> list[str]:
        """The colours that may decide now."""
        return [COLOURS[seat] for seat in self.game.to_act]

    def legal(self, colour: str, kind: type[Action] | None = None) -> list[Action]:
        """Return what a colour may do now, or only actions of one kind."""
        found = self.game.legal(COLOURS.index(colour))
        return [action for action in found if kind is None or isinstance(action, kind)]

    def play(self, colour: str, *actions: Action) -> list[Fact]:
        """Take actions for a colour, one after the other; return what happened, openly.

        Raises:
            IllegalAction: The rules forbid one of them; those before it have been taken.
            ActionError: The game has no such action.
        """
        before = len(self.events)
        for action in actions:
            self.events += self.game.play(COLOURS.index(colour), action)
        return self.facts[before:]

    def resolve(self) -> list[Fact]:
        """End the placing: go on to the first decision of the resolution."""
        before = len(self.events)
        state = self.game._state
        if not terms.PLACING <= state.phase <= terms.ROTATING:
            return []  # nobody could place, so it has gone on already
        state.phase = terms.NEXT_LOCATION
        flow.advance(state)
        self.events += self.game._settle()
        return self.facts[before:]

    def pass_all(self) -> list[Fact]:
        """Pass whatever can be passed until somebody must decide, or the round has ended."""
        before = len(self.events)
        while self.to_act and Pass() in self.legal(self.to_act[0]):
            self.play(self.to_act[0], Pass())
        return self.facts[before:]

    def told(self, kind: type[Fact]) -> list[Any]:
        """Return the facts of one kind since the position was set up."""
        return [fact for fact in self.facts if isinstance(fact, kind)]

    def view(self, colour: str | None) -> View:
        """Return the view of a colour, or a spectator's."""
        return self.game.view(None if colour is None else COLOURS.index(colour))

    def space(self, name: str, colour: str | None = None) -> Space:
        """Return a space as a colour or a spectator sees it.

        Raises:
            KeyError: No location in the grid has this space.
        """
        for place in self.view(colour).places:
            for space in place.spaces:
                if space.id == name:
                    return space
        raise UnknownEntryError("error.action.unknown.space", name=name)

    def hand(self, colour: str) -> set[str]:
        """Return the tiles in a colour's hand."""
        return set(self.view(colour).hand)

    def network(self, colour: str) -> set[str]:
        """Return the tiles of a colour's network."""
        return set(self.view(None).players[COLOURS.index(colour)].network)

    def discards(self, colour: str) -> set[str]:
        """Return the tiles in a colour's discard pile."""
        return {d.tile for d in self.view(None).players[COLOURS.index(colour)].discards}

    def totals(self, location: str, colour: str | None = None) -> dict[str, int]:
        """Return the strengths at a location by colour, as far as the reader knows them.

        Raises:
            KeyError: The location is not in the grid.
        """
        for place in self.view(colour).places:
            if place.id == location:
                return {COLOURS[s.seat]: s.total for s in place.standings}
        raise UnknownEntryError("error.action.unknown.location", name=location)

    def winner(self, location: str) -> str | None:
        """Return the colour that has won a location's reward since the position was set up."""
        for fact in self.facts:
            if fact.kind == "reward_won" and getattr(fact, "location", None) == location:
                return COLOURS[getattr(fact, "seat")]  # noqa: B009 - facts differ by kind
        return None


def position(
    grid: str,
    board: Mapping[str, str] | None = None,
    *,
    players: int = 4,
    modules: Sequence[str] | str = (),
    edition: str = "superbox",
    variants: Sequence[str] | str = (),
    rulings: Sequence[str] | str = (),
    rewards: Mapping[str, str] | None = None,
    hands: Mapping[str, str] | None = None,
    discards: Mapping[str, str] | None = None,
    markers: Mapping[str, int] | None = None,
    missions: str = "assassins conspirators nationalists seducers",
    agendas: Mapping[str, str] | None = None,
    pile: str | None = None,
    enigma: str | None = None,
    die: int | None = None,
    round: int = 1,
    first: str = "red",
    turn: str | None = None,
    chance: Mapping[str, Iterable[Outcome]] | None = None,
    content: str | None = None,
) -> Position:
    """Set up a position in the placing of a round, with `turn` (or the first player) to place.

    Where nothing is said, things are as at the start of a round: everybody holds the starting
    characters that are not on the board, and there are no rewards. Lists of tiles and missions are
    ids with spaces between them.

    Args:
        grid: The locations in reading order, a "/" between the rows, quarter-turns after "@":
            "tamariz@1 palacio museum / casino church muchaxo".
        board: What lies on a space: a colour, a tile and, where wanted, "up" or "down", "shield",
            "void", or "by COLOUR" for a turned character: "blue pires down by pink".
        players: As for `new_game`, and so are `modules`, `edition`, `variants`, `rulings` and
            `content`.
        rewards: The tiles to be won at a location.
        hands: The tiles in a colour's hand.
        discards: The tiles in a colour's discard pile.
        markers: How many placements a colour has left.
        missions: Those in play.
        agendas: The secret agenda of a colour.
        pile: The pile from the top; otherwise it is all that is nowhere else, unseen.
        enigma: The location where Enigma lies, or the colour that holds it.
        die: The number of the airport's die, 1 to 12.
        round: 1 to 4.
        first: The colour of the first player.
        turn: The colour that places next; the first player unless said.
        chance: Outcomes to come, by kind; see `estoril.chance.Script`.

    Raises:
        SetupError: This cannot be played.
        ActionError: A name is unknown.
        ValueError: The description contradicts itself: a tile in two places, a space that is not
            in the grid, a grid of the wrong size.

    Examples:
        >>> from estoril.testing import position
        >>> table = position("tamariz@1 palacio museum / casino church muchaxo",
        ...                  {"palacio.I": "blue pires down"}, hands={"red": "roque elizabeth"})
        >>> table.to_act, sorted(table.hand("red"))
        (['red'], ['elizabeth', 'roque'])
        >>> table.space("palacio.I", "red").tile is None
        True
    """
    options = choose(players, modules, edition, variants, rulings=rulings)
    game = Game(options, content_from(content), seed=1942, auto_chance=True)
    builder = _Builder(State(catalog_for(options, game.content)), game)
    builder.lay(grid, die)
    builder.deal(missions, agendas or {})
    builder.place(board or {})
    builder.hold(hands or {}, discards or {}, markers or {})
    builder.reward(rewards or {})
    builder.stack(pile)
    builder.begin(round, first, turn or first, enigma)
    game._source = Script(chance) if chance else None
    game._steps = game._steps[:0]
    game._adopt(builder.state)
    flow.advance(builder.state)
    return Position(game, game._settle())


class _Builder:
    """Writes a described position into a blank state."""

    def __init__(self, state: State, game: Game) -> None:
        self.state: Any = state  # descriptions are about plain numbers
        self.names = game._table.names
        self.used = 0
        self.board: dict[int, int] = dict.fromkeys(range(state.cat.players), 0)

    def tile(self, name: str) -> int:
        """Return a tile's number; one of the pile is then used up."""
        number = self.names.find("tile", name)
        if number >= terms.STARTERS:
            if self.used >> number & 1:
                raise PositionError("error.position.two_places", tile=name)
            self.used |= 1 << number
        return number

    def lay(self, grid: str, die: int | None) -> None:
        """Lay the locations."""
        s = self.state
        setup.begin(s)
        names = grid.replace("/", " ").split()
        if len(names) != s.cat.slots:
            raise PositionError("error.position.grid", needed=s.cat.slots, given=len(names))
        location, quarter, laid = list(s.location), list(s.quarter), 0
        for slot, entry in enumerate(names):
            name, _, turns = entry.partition("@")
            location[slot] = self.names.find("location", name)
            quarter[slot] = int(turns or 0)
            laid |= 1 << location[slot]
        s.location, s.quarter, s.laid = location, quarter, laid
        for slot in range(s.cat.slots):
            setup.lay(s, Slot(slot))
        if s.cat.airport >= 0 and laid >> s.cat.airport & 1:
            s.die = die or 1

    def deal(self, missions: str, agendas: Mapping[str, str]) -> None:
        """Deal the missions and agendas."""
        s = self.state
        numbers = [self.names.find("mission", name) for name in missions.split()]
        mission, known = list(s.mission), list(s.mission_known)
        for i, number in enumerate(numbers):
            mission[i] = number
            known[i] = s.cat.everyone
            if s.cat.secret_missions and i:
                known[i] = 1 << (i - 1) | 1 << (i % s.cat.players)
        s.mission, s.mission_known, s.mission_count = mission, known, len(numbers)
        agenda = list(s.agenda)
        for colour, name in agendas.items():
            agenda[COLOURS.index(colour)] = self.names.find("mission", name)
        s.agenda = agenda

    def place(self, board: Mapping[str, str]) -> None:
        """Put characters on spaces."""
        s = self.state
        fields = {name: list(getattr(s, name)) for name in ("tile", "owner", "holder")}
        control, known = list(s.control), list(s.known)
        for space, words in board.items():
            cell = s.space_cell[self.names.find("space", space)]
            if cell < 0:
                raise PositionError("error.position.outside", space=space)
            colour, name, *marks = words.split()
            owner = holder = COLOURS.index(colour)
            if "by" in marks:
                holder = COLOURS.index(marks[marks.index("by") + 1])
                s.turned |= 1 << cell
            fields["tile"][cell] = self.tile(name)
            fields["owner"][cell], fields["holder"][cell] = owner, holder
            self.board[owner] |= 1 << fields["tile"][cell]
            control[holder] |= 1 << cell
            s.occupied |= 1 << cell
            down = "down" in marks or (bool(s.secret >> cell & 1) and "up" not in marks)
            if down:
                known[owner] |= 1 << cell
            else:
                s.face_up |= 1 << cell
            s.shielded |= ("shield" in marks) << cell
            s.void |= ("void" in marks) << cell
        s.tile, s.owner, s.holder = fields["tile"], fields["owner"], fields["holder"]
        s.control, s.known = control, known

    def hold(
        self, hands: Mapping[str, str], discards: Mapping[str, str], markers: Mapping[str, int]
    ) -> None:
        """Fill hands and discard piles; everybody else keeps the starting characters."""
        s = self.state
        hand, network, size = list(s.hand), list(s.network), list(s.hand_size)
        discard, starting, left = list(s.discard), list(s.discard_starting), list(s.markers)
        own = list(s.network_starting)
        for seat in range(s.cat.players):
            colour = COLOURS[seat]
            piles = {"hand": 0, "discard": 0}
            for pile, words in (("hand", hands.get(colour)), ("discard", discards.get(colour))):
                for name in (words or "").split():
                    piles[pile] |= 1 << self.tile(name)
            starters = (1 << terms.STARTERS) - 1
            hand[seat] = piles["hand"]
            if colour not in hands:
                hand[seat] = starters & ~self.board[seat] & ~piles["discard"]
            if hand[seat] & self.board[seat]:
                raise PositionError("error.position.both", colour=colour)
            network[seat] = hand[seat] | self.board[seat]
            own[seat] = (network[seat] & starters) << (seat * terms.STARTERS)
            size[seat] = hand[seat].bit_count()
            discard[seat] = piles["discard"] & ~starters
            starting[seat] = (piles["discard"] & starters) << (seat * terms.STARTERS)
            on_board = sum(owner == seat for owner in s.owner)
            left[seat] = markers.get(colour, max(0, s.cat.markers - on_board))
        s.hand, s.network, s.hand_size = hand, network, size
        s.discard, s.discard_starting, s.markers = discard, starting, left
        s.network_starting = own

    def reward(self, rewards: Mapping[str, str]) -> None:
        """Lay rewards, face up or down as their cells say; the others stay empty."""
        s = self.state
        reward = list(s.reward)
        for slot in range(s.cat.slots):
            location = s.location[slot]
            tiles = rewards.get(self.names.locations[location], "").split()
            for i, name in enumerate(tiles):
                reward[2 * slot + i] = self.tile(name)
            if not s.cat.secret_reward[location]:
                s.reward_up |= 1 << slot
        s.reward = reward

    def stack(self, pile: str | None) -> None:
        """Make the pile: these tiles in this order, or all others unseen."""
        s = self.state
        s.bag = s.cat.pile & ~self.used
        if pile is not None:
            for name in pile.split():
                state.put_under(s, Tile(self.tile(name)), Seats(0))
            s.bag = 0
            s.removed = s.cat.pile & ~self.used
        s.bag_size = s.bag.bit_count()

    def begin(self, round: int, first: str, turn: str, enigma: str | None) -> None:
        """Let the turn begin."""
        s = self.state
        s.round = round
        s.first = COLOURS.index(first)
        s.actor = COLOURS.index(turn)
        s.step = 0
        s.phase = terms.NEXT_TURN
        if enigma in COLOURS:
            s.enigma_holder = COLOURS.index(enigma)
        elif enigma:
            slot = setup.slot_of(s, Location(self.names.find("location", enigma)))
            actor = s.actor
            setup.place_enigma(s, slot, terms.NONE)
            s.actor = actor
