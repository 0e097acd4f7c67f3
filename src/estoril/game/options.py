"""The choices at the start of a game, checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from os import PathLike
from typing import Final

import msgspec

from estoril import choices
from estoril.boxes import BOXES, MISSION_KINDS, Content, load
from estoril.choices import COLOURS as COLOURS
from estoril.choices import EDITIONS as EDITIONS
from estoril.choices import NEEDS, PLAYERS
from estoril.choices import RULINGS as RULINGS
from estoril.choices import VARIANTS as VARIANTS
from estoril.choices import Edition as Edition
from estoril.engine.catalog import Catalog, columns_for
from estoril.errors import SetupError

MODULES: Final = tuple(choices.MODULES)


class Options(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is played: seats, modules, edition, variants, colours of seats, and rulings.

    `choose` makes them and checks that they can be played together; `game.options` are those of
    a game.

    In data rulings are left out where none is chosen, as in records from before there were any.
    All else is always written: what comes from a factory does not count as a default.
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
    """SET-01, SET-02, VAR-ALL-01: check the choices and put them in their order.

    The arguments are those of `new_game`; "all" stands for every module, variant or ruling.

    Raises:
        SetupError: A name is unknown, or a choice needs another one; its `rule` is the id of the
            rule that says so, where one does.

    Examples:
        >>> import estoril
        >>> options = estoril.choose(players=3, modules=["vip", "promo"], variants="secret_agenda")
        >>> options.modules
        ('promo', 'vip')
        >>> options.colours
        ('red', 'blue', 'green')
    """
    if isinstance(players, bool) or not isinstance(players, int):
        raise SetupError("setup.players.number", rule="SET-01", players=repr(players))
    chosen = _pick(modules, MODULES, "module")
    variant_names = _pick(variants, VARIANTS, "variant")
    readings = _pick(rulings, RULINGS, "ruling")
    if edition not in EDITIONS:
        raise _unknown("edition", edition, EDITIONS)
    if players not in PLAYERS:
        raise SetupError("setup.players.range", rule="SET-01", players=players)
    for need in NEEDS:
        if not need.met(players, (*chosen, *variant_names)):
            raise SetupError(f"setup.{need.message}", rule=need.rule, players=players)
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


def _unknown(word: str, name: object, known: Iterable[str]) -> SetupError:
    """Say that a name is unknown, with the nearest one or all that there are."""
    from difflib import get_close_matches

    known = list(known)
    near = get_close_matches(str(name), known, 1)
    if near:
        return SetupError(f"setup.unknown.{word}.near", name=repr(name), near=near[0])
    return SetupError(f"setup.unknown.{word}.known", name=repr(name), known=", ".join(known))


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
            raise SetupError("setup.colour.module", rule="SET-02", colour=colour)
    if len(set(colours)) != len(colours) or len(colours) != players:
        raise SetupError("setup.colour.own", rule="SET-02", players=players)
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


def kept_content(content: Content) -> Content | None:
    """Return what to keep of content beside a game; None stands for the built-in one."""
    return None if content is content_from(None) else content


def content_of(cat: Catalog) -> Content:
    """Return the content that the tables of a setup were made of, or else what they took of it."""
    return next((content for content, made in _CACHE.values() if made is cat), cat.content)


def content_again(kept: Content | None) -> Content:
    """Return content that was kept; of equal content, that which is in use, to share its tables."""
    used = (content for content, _ in _CACHE.values() if content == kept)
    return content_from(None) if kept is None else next(used, kept)


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
    slots = 2 * columns_for(options.players)
    if len(content.locations) < slots:
        have = len(content.locations)
        raise SetupError(
            "setup.locations", rule="ROUND-01", players=options.players, needed=slots, have=have
        )
    dealt = 5 if options.players == 5 else 4
    if "secret_missions" in options.variants:
        dealt = options.players + 1
    if len(content.missions) < dealt:
        raise SetupError("setup.missions", rule="SET-05", needed=dealt, have=len(content.missions))
    if "secret_agenda" in options.variants:
        agendas = sum(MISSION_KINDS[mission.kind].agenda for mission in content.missions)
        if agendas < dealt + options.players:
            more = options.players
            raise SetupError(
                "setup.secret_agenda", rule="VAR-ALL-01", dealt=dealt, more=more, have=agendas
            )
