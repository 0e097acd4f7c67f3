"""The choices at the start of a game, checked."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Final

import msgspec

from estoril.content import MODULES as BOXES
from estoril.content import Content, load
from estoril.engine.catalog import AGENDA_KINDS, Catalog
from estoril.errors import SetupError

MODULES: Final = ("double_agent", "promo", "enigma", "vip", "roulette")
VARIANTS: Final = ("secret_missions", "secret_agenda", "mission_scoring")
# Other readings of the printed rulebooks than our rulings, each a switch of the catalog:
# ASN-01 and DAG-07; LOC07-04; SED-04
RULINGS: Final = ("controllers_hand", "removal_first", "strength_alone")
COLOURS: Final = ("red", "blue", "green", "yellow", "pink")


class Edition(msgspec.Struct, frozen=True):
    """The points on which the rulebooks differ."""

    bars_assassins: bool  # LOC01-02
    highest_space_loses: bool  # LOC07-03
    share_up: bool  # VAR-MS-02


EDITIONS: Final = {
    "superbox": Edition(bars_assassins=True, highest_space_loses=False, share_up=True),
    "english-2016": Edition(bars_assassins=False, highest_space_loses=False, share_up=True),
    "german": Edition(bars_assassins=False, highest_space_loses=True, share_up=True),
    "polish": Edition(bars_assassins=False, highest_space_loses=False, share_up=False),
}


class Options(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is played: seats, modules, edition, variants, colours of seats, and rulings.

    In data rulings are left out where none is chosen, as in records from before there were any.
    All else is always written: what comes from a factory counts as no default.
    """

    players: int
    modules: tuple[str, ...] = msgspec.field(default_factory=lambda: ())
    edition: str = msgspec.field(default_factory=lambda: "superbox")
    variants: tuple[str, ...] = msgspec.field(default_factory=lambda: ())
    colours: tuple[str, ...] = msgspec.field(default_factory=lambda: ())
    rulings: tuple[str, ...] = ()

    @property
    def boxes(self) -> tuple[str, ...]:
        """The modules whose tiles, missions and locations are in the game."""
        return tuple(box for box in BOXES if box == "base" or box in self.modules)


def choose(
    players: int,
    modules: Sequence[str] | str = (),
    edition: str = "superbox",
    variants: Sequence[str] | str = (),
    colours: Sequence[str] | None = None,
    rulings: Sequence[str] | str = (),
) -> Options:
    """SET-01, SET-02, VAR-ALL-01: check the choices and put them in their order."""
    if isinstance(players, bool) or not isinstance(players, int):
        raise SetupError.of("players.number", "SET-01", players=repr(players))
    chosen = _pick(modules, MODULES, "module")
    variant_names = _pick(variants, VARIANTS, "variant")
    readings = _pick(rulings, RULINGS, "ruling")
    if edition not in EDITIONS:
        raise _unknown("edition", edition, EDITIONS)
    if not 2 <= players <= 5:
        raise SetupError.of("players.range", "SET-01", players=players)
    if players == 5 and "double_agent" not in chosen:
        raise SetupError.of("players.five", "P5-01")
    if "roulette" in chosen and "vip" not in chosen:
        raise SetupError.of("roulette", "ROU-01")
    if "secret_missions" in variant_names and players not in (3, 4):
        raise SetupError.of("secret_missions", "VAR-SM-01", players=players)
    return Options(
        players=players,
        modules=chosen,
        edition=edition,
        variants=variant_names,
        colours=_colours(players, chosen, colours),
        rulings=readings,
    )


def _pick(names: Sequence[str] | str, known: Sequence[str], word: str) -> tuple[str, ...]:
    """Return the chosen names in the known order; "all" stands for every one."""
    given = [names] if isinstance(names, str) else list(names)
    if "all" in given:
        return tuple(known)
    for name in given:
        if name not in known:
            raise _unknown(word, name, [*known, "all"])
    return tuple(name for name in known if name in given)


def _unknown(word: str, name: object, known: Sequence[str] | dict[str, Edition]) -> SetupError:
    """Say that a name is unknown, with the nearest one or all that there are."""
    from difflib import get_close_matches

    near = get_close_matches(str(name), list(known), 1)
    hint = {"near": near[0]} if near else {"known": ", ".join(known)}
    return SetupError.of(f"unknown.{word}.{next(iter(hint))}", name=repr(name), **hint)


def colours_with(modules: Sequence[str]) -> tuple[str, ...]:
    """SET-02: the colours there are; pink comes with the Double Agent module."""
    return COLOURS if "double_agent" in modules else COLOURS[:4]


def _colours(
    players: int, modules: tuple[str, ...], colours: Sequence[str] | None
) -> tuple[str, ...]:
    """SET-02: one colour each."""
    allowed = colours_with(modules)
    if not colours:
        return COLOURS[:players]
    for colour in colours:
        if colour not in COLOURS:
            raise _unknown("colour", colour, COLOURS)
        if colour not in allowed:
            raise SetupError.of("colour.module", "SET-02", colour=colour)
    if len(set(colours)) != len(colours) or len(colours) != players:
        raise SetupError.of("colour.own", "SET-02", players=players)
    return tuple(colours)


_BUILT_IN: list[Content] = []


def content_from(
    content: Content | str | PathLike[str] | Sequence[str | PathLike[str]] | None,
) -> Content:
    """Return content given as files, as it is, or the built-in one."""
    if isinstance(content, Content):
        return content
    if content is not None:
        return load(content)
    if not _BUILT_IN:
        _BUILT_IN.append(load())
    return _BUILT_IN[0]


_CACHE: dict[tuple[Options, int], tuple[Content, Catalog]] = {}


def catalog_for(options: Options, content: Content) -> Catalog:
    """Return the tables of a setup, after checking that the content suffices for it."""
    setup = msgspec.structs.replace(options, colours=())
    key = (setup, id(content))
    if key not in _CACHE:
        if len(_CACHE) >= 64:
            _CACHE.clear()
        # the content is kept too, so that no other can take its id
        _CACHE[key] = (content, _build(setup, content.select(setup.boxes)))
    return _CACHE[key][1]


def _build(options: Options, content: Content) -> Catalog:
    """Build the tables of a setup."""
    _check_enough(options, content)
    edition = EDITIONS[options.edition]
    return Catalog(
        content,
        options.players,
        enigma="enigma" in options.modules,
        roulette="roulette" in options.modules,
        bars_assassins=edition.bars_assassins,
        highest_space_loses=edition.highest_space_loses,
        share_up=edition.share_up,
        secret_missions="secret_missions" in options.variants,
        secret_agenda="secret_agenda" in options.variants,
        mission_scoring="mission_scoring" in options.variants,
        **dict.fromkeys(options.rulings, True),
    )


def _check_enough(options: Options, content: Content) -> None:
    """VAR-ALL-01, ROUND-01: locations for the grid and missions for the variants."""
    slots = 8 if options.players == 5 else 6
    if len(content.locations) < slots:
        have = len(content.locations)
        raise SetupError.of(
            "locations", "ROUND-01", players=options.players, needed=slots, have=have
        )
    dealt = 5 if options.players == 5 else 4
    if "secret_missions" in options.variants:
        dealt = options.players + 1
    if len(content.missions) < dealt:
        raise SetupError.of("missions", "SET-05", needed=dealt, have=len(content.missions))
    if "secret_agenda" in options.variants:
        agendas = sum(mission.kind in AGENDA_KINDS for mission in content.missions)
        if agendas < dealt + options.players:
            more = options.players
            raise SetupError.of("secret_agenda", "VAR-ALL-01", dealt=dealt, more=more, have=agendas)
