"""Views: the whole table as one seat may know it, ready to be drawn by a client without rules.

A view is made from the state that `engine.knowledge.observe` built for the seat; the truth never
gets here. Parts are worked out when they are first asked for; `data()` gives all of them as one
value that can be sent and compared.

Examples:
    >>> import estoril
    >>> view = estoril.new_game(players=2, seed=7).view(0)
    >>> view.round, view.decision.kind, len(view.legal)
    (1, 'place', 71)
    >>> [place.id for place in view.places]
    ['atlantico', 'church', 'palacio', 'museum', 'hells_mouth', 'casino']
    >>> view.places[0].rewards[0].tile
    'otto_m'
"""

from __future__ import annotations

from collections import Counter

import msgspec

from estoril.boxes import Content
from estoril.engine import flow, picture, reasons, scoring, terms
from estoril.engine.kinds import Code, Mission, Seat, Tiles
from estoril.engine.state import State
from estoril.errors import ActionError, PositionError
from estoril.game import packing
from estoril.game.actions import (
    Action,
    ActionTable,
    Choice,
    Groups,
    table_for,
    target_of,
    tile_of,
)
from estoril.game.options import Options, catalog_for, content_again, content_of, kept_content
from estoril.game.pictures import members, reader_for
from estoril.game.reason import Reason
from estoril.game.tabletop import (
    Data,
    Decision,
    DiscardedTile,
    LocationView,
    MissionView,
    Pile,
    Player,
    Reward,
    Space,
    StakeOf,
    Standing,
    Strength,
)

__all__ = [
    "Choice",
    "Data",
    "Decision",
    "DiscardedTile",
    "LocationView",
    "MissionView",
    "Pile",
    "Player",
    "Reward",
    "Space",
    "StakeOf",
    "Standing",
    "Strength",
    "View",
    "unpack",
]


class View:
    """What one seat may know; `seat` is None for a spectator.

    `Game.view` makes one. It shows one moment and never changes. Tiles, locations, missions and
    spaces are named by their ids; `content` has what is printed on them. Seats are counted from
    0. Whatever the seat may not know is None, or left out where only a number is known.

    Views are equal when they show the same to the same seat.

    Examples:
        >>> import estoril
        >>> view = estoril.new_game(players=2, seed=7).view(0)
        >>> view
        <View of seat 0: 2 players, round 1, seat 0 to place>
        >>> view.hand
        ('linda_x', 'elizabeth', 'roque', 'guedes', 'hans_r', 'araujo')
        >>> view.players[1].hand, view.players[1].hand_size
        (None, 6)
    """

    def __init__(
        self,
        observed: State,
        seat: int | None,
        options: Options,
        table: ActionTable,
        whole: bool = False,
    ) -> None:
        self.seat = seat
        self.whole = whole  # whether nothing is hidden, which is for looking back alone
        self.options = options
        self.observed = observed
        self._table = table
        self._names = table.names
        self._pictures = reader_for(table)
        self._picture: bytes | None = None
        self._codes: list[int] | None = None

    @classmethod
    def from_position(cls, line: str, content: Content | None = None) -> View:
        """Read the view of a seat or a spectator from its one line; see docs/position.md.

        Args:
            line: What `View.position` wrote.
            content: Where the game was not played with the tiles of the boxes.

        Raises:
            PositionError: The line is not the view of a seat or a spectator, or not of this
                content.

        Examples:
            >>> import estoril
            >>> view = estoril.new_game(players=2, seed=7).view(0)
            >>> estoril.View.from_position(view.position()) == view
            True
        """
        from estoril.game import parsing

        options, seat, table, observed = parsing.opened(line, content)
        if isinstance(seat, str):
            raise PositionError("error.position.view")
        return cls(observed, seat, options, table)

    def position(self) -> str:
        """Return what this seat knows as one line of text; see docs/position.md.

        The line tells no more than the view does, so it may be shown to whoever has the seat.
        """
        from estoril.game import notation

        return notation.write(self.observed, self.options, self._names, self.seat)

    def __repr__(self) -> str:
        from estoril.game.showing import summary

        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<View of {who}: {summary(self)}>"

    def __str__(self) -> str:
        from estoril.game.showing import text

        return text(self)

    def _repr_html_(self) -> str:
        from estoril.game.showing import html

        return html(self)

    @property
    def content(self) -> Content:
        """The tiles, locations and missions of this setup."""
        return self._table.cat.content

    # -- the moment ---------------------------------------------------------------------------

    @property
    def round(self) -> int:
        """The round, 1 to 4; 0 during setup."""
        return self.observed.round

    @property
    def first(self) -> int | None:
        """The seat of the first player of this round; None while that is not settled."""
        first = self.observed.first
        return first if first >= 0 else None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.observed.phase == terms.OVER

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may decide now; see `Game.to_act`."""
        return members(self.observed.waiting)

    @property
    def decision(self) -> Decision | None:
        """What is being decided now, and by whom; None when the game is over."""
        return self._pictures.decision(self.picture)

    @property
    def picture(self) -> bytes:
        """All that the reader sees, in numbers of 16 bits; `engine.layout` says what they are."""
        if self._picture is None:
            seat = terms.NONE if self.seat is None else Seat(self.seat)
            self._picture = picture.draw(self.observed, seat, self.whole)
        return self._picture

    # -- the table ----------------------------------------------------------------------------

    @property
    def places(self) -> tuple[LocationView, ...]:
        """The locations of the grid in reading order, with everything on them.

        Examples:
            >>> import estoril
            >>> place = estoril.new_game(players=2, seed=7).view(0).places[0]
            >>> place.id, place.row, place.column, place.number
            ('atlantico', 0, 0, 4)
            >>> [space.id for space in place.spaces if space.outer]
            ['atlantico.II', 'atlantico.III']
        """
        return self._pictures.places(self.picture)

    def space(self, id: str) -> Space | None:
        """Return a space of the grid; None if its location is not in play this round.

        Raises:
            ActionError: There is no such space in this game.

        Examples:
            >>> import estoril
            >>> estoril.new_game(players=2, seed=7).view(0).space("casino.I").occupied
            False
        """
        return self._pictures.space(self.picture, id)

    def lying_on(self, id: str) -> tuple[int, ...]:
        """Return numbers that say who lies on a space, as far as the seat knows."""
        return self._pictures.lying_on(self.picture, id)

    @property
    def die(self) -> int | None:
        """The number that the airport's die shows, 1 to 12; None where there is no airport."""
        return self.observed.die or None

    @property
    def drawn(self) -> str | None:
        """The tile that a conspirator has drawn and not yet put away, for those who know it."""
        return self._pictures.tile(self.observed.drawn)

    # -- the seats ----------------------------------------------------------------------------

    @property
    def hand(self) -> tuple[str, ...]:
        """The tiles in the seat's own hand; empty for a spectator."""
        return () if self.seat is None else self.players[self.seat].hand or ()

    @property
    def players(self) -> tuple[Player, ...]:
        """All seats in their order: networks, sizes of hands, markers, discards."""
        return self._pictures.seats(self.picture, self.options.colours)

    # -- missions and pile --------------------------------------------------------------------

    @property
    def missions(self) -> tuple[MissionView, ...]:
        """The missions with everybody's standing, counted over the public networks.

        Examples:
            >>> import estoril
            >>> mission = estoril.new_game(players=2, seed=7).view(0).missions[0]
            >>> mission.mission, mission.counts, mission.leaders
            ('diplomats', (1, 1), (0, 1))
        """
        return self._pictures.missions(self.picture)

    @property
    def known_missions(self) -> tuple[str, ...]:
        """The missions that the seat knows, with its own agenda last."""
        return self._pictures.known_missions(self.picture, self.seat)

    @property
    def pile(self) -> Pile:
        """INFO-04: the draw pile."""
        return self._pictures.pile(self.picture)

    @property
    def removed(self) -> tuple[DiscardedTile, ...]:
        """The tiles that have left the game."""
        return self._pictures.removed(self.picture)

    # -- what the seat can do -----------------------------------------------------------------

    @property
    def codes(self) -> list[int]:
        """The codes of the legal actions of this seat, in the order of `legal`; see `Game.code`."""
        if self._codes is None:
            self._codes = [] if self.seat is None else flow.legal(self.observed, Seat(self.seat))
        return self._codes

    @property
    def legal(self) -> list[Action]:
        """The legal actions of this seat; none if it is not to act, or for a spectator."""
        return self._table.values(self.codes)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The legal actions with the tile they use and what they aim at.

        It has all that a client needs to offer them without knowing a rule.

        Examples:
            >>> import estoril
            >>> choice = estoril.new_game(players=2, seed=7).view(0).choices[0]
            >>> choice.action, choice.tile, choice.target
            (Place(tile='linda_x', space='atlantico.III'), 'linda_x', 'atlantico.III')
        """
        return self._table.choices(self.codes)

    @property
    def discards_due(self) -> int:
        """END-02: how many tiles this seat has still to discard now."""
        if self.seat is None or self.observed.phase != terms.DISCARDING:
            return 0
        return max(0, self.observed.hand_size[Seat(self.seat)] - terms.HAND)

    def worth(self, tile: str) -> dict[str, int]:
        """MIS-01: how much a tile alone counts in each mission that the seat knows, if it does.

        Raises:
            ActionError: There is no such tile in this game.

        Examples:
            >>> import estoril
            >>> view = estoril.new_game(players=2, seed=7).view(0)
            >>> [mission.mission for mission in view.missions]
            ['diplomats', 'assassins', 'many_flags', 'british']
            >>> view.worth("guedes"), view.worth("roque")
            ({'diplomats': 1}, {})
        """
        number = self._names.find("tile", tile)
        counted = {
            name: scoring.mission_count(
                self._table.cat, Mission(self._names.find("mission", name)), Tiles(1 << number), 0
            )
            for name in self.known_missions
        }
        return {name: count for name, count in counted.items() if count}

    def why_not(
        self,
        action: Action | int | None = None,
        *,
        tile: str | None = None,
        target: str | None = None,
    ) -> Reason | None:
        """Say why this seat may not take an action, use a tile or choose a target now.

        None means that it may: with a tile or a target, that some legal action uses them. See
        `Game.why_not`.

        Raises:
            ActionError: This is a spectator's view, the game has no such action or tile, or
                nothing was asked about.
        """
        if self.seat is None:
            raise ActionError("error.action.spectator")
        if action is None:
            rule = self._why_none(self.seat, tile, target)
        else:
            code = action if isinstance(action, int) else self._table.code(action)
            self._table.value(code)
            rule = reasons.why_not(self.observed, Seat(self.seat), Code(code))
        return None if rule is None else Reason(rule)

    def _why_none(self, seat: int, tile: str | None, target: str | None) -> str | None:
        """Return the rule that bars every action now with this tile and target."""
        if tile is None and target is None:
            raise ActionError("error.action.why_not")
        if tile is not None:
            self._names.find("tile", tile)
        phase = self.observed.phase
        found: Counter[str] = Counter()
        for code, action in self._table.of_kinds(reasons.kinds_in(phase)):
            if tile in (None, tile_of(action)) and target in (None, target_of(action)):
                rule = reasons.why_not(self.observed, Seat(seat), Code(code))
                if rule is None:
                    return None
                found[rule] += 1
        if not found:
            return reasons.RULE_OF_PHASE.get(phase, "SET-08")
        # of a tile alone its own bar says most; of a target, what bars most tiles
        most = len(reasons.VAGUE) if target is None else reasons.VAGUE.index("PLACE-02")
        return max(found, key=lambda rule: (min(reasons.telling(rule), most), found[rule]))

    def by_tile(self) -> dict[str, list[Choice]]:
        """Group the choices by the tile they use; those that use none are left out."""
        return self._grouped(self._table.by_tile(self.codes))

    def by_target(self) -> dict[str, list[Choice]]:
        """Group the choices by what they aim at; those that aim at nothing are left out.

        Examples:
            >>> import estoril
            >>> groups = estoril.new_game(players=2, seed=7).view(0).by_target()
            >>> [str(choice.action) for choice in groups["casino.I"]][:2]
            ['Place linda_x on casino.I', 'Place elizabeth on casino.I']
        """
        _, _, by_target = self._table.offered(self.codes)
        return self._grouped(by_target)

    def _grouped(self, codes: Groups) -> dict[str, list[Choice]]:
        return {key: list(self._table.choices(group)) for key, group in codes.items()}

    def data(self) -> Data:
        """Return the whole view as one value: the form in which a server sends it."""
        offered = self._table.offered(self.codes)
        return self._pictures.data(self.picture, self.seat, self.options, offered)

    def json(self) -> bytes:
        """Return the whole view as JSON."""
        return msgspec.json.encode(self.data())

    def pack(self) -> bytes:
        """Return the view as bytes for another process or machine; see `unpack`.

        They are some hundred bytes, and opening them is quick; `json` is for readers that do not
        run this program. Content other than the built-in one comes along.
        """
        return packing.pack(self.observed, self.options, self._table, self.seat)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.data() == other.data()

    def __hash__(self) -> int:
        return hash((self.seat, self.options, self.round, self.first, self.to_act))

    def __reduce__(self) -> tuple[object, ...]:
        content = kept_content(content_of(self._table.cat))
        return _again, (packing.image(self.observed), self.seat, self.options, content, self.whole)


def unpack(packed: bytes, content: Content | None = None) -> View:
    """Open a packed view.

    The numbers in it are checked as far as arrays are read with them, but a position that no game
    can reach is not recognised: open what comes from a server that you trust with your program.

    Args:
        packed: What `View.pack` returned.
        content: What the game was played with; without, what came along, or the built-in content.

    Raises:
        PackError: This is not a packed view, or one of other rules, of other content than given,
            or of another version.

    Examples:
        >>> import estoril
        >>> view = estoril.new_game(players=2, seed=7).view(0)
        >>> estoril.views.unpack(view.pack()) == view
        True
    """
    options, seat, table, observed = packing.opened(packed, content)
    return View(observed, seat, options, table)


def _again(
    kept: packing.Image, seat: int | None, options: Options, content: Content | None, whole: bool
) -> View:
    """Return a view that was pickled."""
    table = table_for(catalog_for(options, content_again(content)))
    return View(packing.restored(kept, table.cat), seat, options, table, whole)
