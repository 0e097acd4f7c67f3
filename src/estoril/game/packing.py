"""States and views as bytes, for another process or machine: an image, and what it is of."""

from __future__ import annotations

import sys
from typing import Final

import msgspec

from estoril.boxes import Content, ContentError
from estoril.boxes.kept import Tables, fingerprint, keep, recall
from estoril.engine import RULES
from estoril.engine.catalog import Catalog
from estoril.engine.state import State
from estoril.errors import PackError, SetupError
from estoril.game.actions import ActionTable, table_for
from estoril.game.options import Options, catalog_for, choose, content_from
from estoril.voice import Wording

PACKING: Final = 4  # of packed states: raised when their fields change
Form = tuple[int, int, str]  # what an image depends on: packing, rules, order of bytes
HERE: Final[Form] = (PACKING, RULES, sys.byteorder)
Image = tuple[Form, bytes]


class PackedView(msgspec.Struct, frozen=True, array_like=True):
    """A view on its way: what it is of, and the image of the observed state."""

    packing: int
    rules: int
    order: str
    content: str
    options: Options
    seat: int | None
    image: bytes
    tables: Tables | None = None  # the content, where it is not the built-in one


def pack(observed: State, options: Options, table: ActionTable, seat: int | None) -> bytes:
    """Pack what a seat knows, with its content where that is not the built-in one."""
    view = PackedView(
        packing=PACKING,
        rules=RULES,
        order=sys.byteorder,
        content=table.digest,
        options=options,
        seat=seat,
        image=observed.image(),
        tables=_tables(options, table),
    )
    return msgspec.msgpack.encode(view)


def _tables(options: Options, table: ActionTable) -> Tables | None:
    """Return the content, if it does not decide as the built-in one does."""
    usual = fingerprint(content_from(None), options.boxes)
    if table.digest == usual:
        return None
    return keep(table.cat.content, options.boxes)


def opened(
    packed: bytes, content: Content | None = None
) -> tuple[Options, int | None, ActionTable, State]:
    """Open a packed view: the choices, whose it is (None for a spectator), and the state."""
    try:
        data = msgspec.msgpack.decode(packed, type=PackedView)
    except msgspec.MsgspecError as problem:
        raise PackError("error.pack.none", problem=str(problem)) from problem
    form = (data.packing, data.rules, data.order)
    _check(form)
    try:
        options = choose(**msgspec.structs.asdict(data.options))
        found = content_from(content)
        if data.tables is not None and content is None:
            found = recall(data.tables, options.boxes, found)
        table = table_for(catalog_for(options, found))
    except (ContentError, SetupError) as problem:
        raise PackError("error.pack.none", problem=problem) from problem
    if data.content != table.digest:
        raise PackError("error.pack.content")
    if data.seat is not None and not 0 <= data.seat < options.players:
        raise PackError("error.pack.seat", seat=data.seat)
    return options, data.seat, table, restored((form, data.image), table.cat)


def image(state: State) -> Image:
    """Return a state of a known setup as plain values."""
    return HERE, state.image()


def restored(kept: Image, cat: Catalog) -> State:
    """Return the state of an image."""
    form, numbers = kept
    _check(form)
    state = State(cat)
    try:
        state.restore(numbers)
    except ValueError as problem:
        raise PackError("error.pack.none", problem=str(problem)) from problem
    return state


def _check(form: Form) -> None:
    """Refuse what another version or another kind of machine packed."""
    if form != HERE:
        raise PackError("error.pack.other", there=_form(*form), here=_form(*HERE))


def _form(packing: int, rules: int, order: str) -> Wording:
    """Name what a packed view depends on."""
    return Wording("error.pack.form", packing=packing, rules=rules, order=order)
