"""The REST interface: every endpoint with what it takes and gives.

This list is all there is: the routes and the OpenAPI description are both made from it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal

import msgspec

import estoril
from estoril import rulebook, words
from estoril.boxes import Content
from estoril.choices import COLOURS, EDITIONS, MODULES, NEEDS, PLAYERS, RULINGS, VARIANTS
from estoril.engine import RULES
from estoril.game.records import dump
from estoril.server import access, push, puzzles, replays, strong, wording
from estoril.server.access import Grant, digest
from estoril.server.house import House
from estoril.server.posting import check_url
from estoril.server.refusals import Refusal
from estoril.table import PHRASES, EntryError, Request, Snapshot, TableError
from estoril.wire import rest
from estoril.wire import reviews as told
from estoril.wire.hints import Advised, HintWish
from estoril.wire.rest import PROTOCOL
from estoril.wire.strong import StrongFigures


class NoQuery(msgspec.Struct, frozen=True):
    """Nothing after the question mark."""


class ListQuery(msgspec.Struct, frozen=True):
    """Which tables to list."""

    state: Literal["open", "running", "over"] = "open"
    before: Annotated[float, msgspec.Meta(ge=0, le=1e12)] | None = None


class SinceQuery(msgspec.Struct, frozen=True):
    """From where on to tell, and whether with the picture there and what changes in it."""

    since: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)] = 0
    form: Literal["facts", "picture"] = "facts"


class LanguageQuery(msgspec.Struct, frozen=True):
    """In which language; if none is named, by the header Accept-Language, or else in English."""

    language: Annotated[str, msgspec.Meta(max_length=8)] | None = None


class EyesQuery(msgspec.Struct, frozen=True):
    """Through whose eyes: those of a seat, of a spectator, or all open."""

    eyes: Literal["0", "1", "2", "3", "4", "none", "all"] = "all"


class ReviewQuery(msgspec.Struct, frozen=True):
    """Whether with the review itself, or only how far it is."""

    whole: bool = True


class SpotQuery(msgspec.Struct, frozen=True):
    """A tile in hand, and what it or an ability is aimed at."""

    tile: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    target: Annotated[str, msgspec.Meta(max_length=40)] | None = None


class BoxesQuery(msgspec.Struct, frozen=True):
    """Of which modules, separated by commas."""

    modules: Annotated[str, msgspec.Meta(max_length=100)] = "all"


class Call:
    """A request on its way to its handler: who asks, for which table, and what."""

    def __init__(
        self,
        house: House,
        params: dict[str, str],
        token: str | None,
        query: Any,
        body: Any,
        reads: str,
        origin: int | None,
    ) -> None:
        self.house = house
        self.params = params
        self.token = token
        self.query = query
        self.body = body
        self.origin = origin  # where the one who asks comes from, to tell people apart
        self.reads = reads  # the languages of the one who asks, as a browser says it

    @property
    def table(self) -> str:
        """The id of the table in the path; what cannot be one is not looked for."""
        table = self.params["table"]
        if not access.is_table_id(table):
            raise Refusal("refused.table.unknown", 404)
        return table

    async def grant(self) -> Grant | None:
        """Return what the token stands for; None without one. A wrong one is refused."""
        if self.token is None:
            return None
        grant = await self.house.metadata.grant(self.table, self.token)
        if grant is None:
            await self.house.room(self.table).open()  # an unknown table is the better answer
            raise Refusal("refused.token.unknown", 403)
        if grant.role == "invitation":
            raise Refusal("refused.token.invitation", 403)
        return grant

    async def own_grant(self) -> Grant:
        """Return what the token stands for; there must be one."""
        grant = await self.grant()
        if grant is None:
            raise Refusal("refused.token.needed", 401)
        return grant

    async def seat(self) -> int:
        """Return the seat of the one who asks; there must be one."""
        seat = await self._seat_of(await self.own_grant())
        if seat is None:
            raise TableError("refused.seat.needed")
        return seat

    async def reader(self) -> int | None:
        """Return the seat of the one who asks, None for a spectator."""
        return await self._seat_of(await self.grant())

    async def _seat_of(self, grant: Grant | None) -> int | None:
        """Return the seat that a grant gives now, whatever other processes have written."""
        room = self.house.room(self.table)
        if self.house.store.is_shared:
            await room.refresh()
        await room.open()
        return room.caller(grant).seat


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that can be asked by HTTP."""

    method: str
    path: str
    name: str
    handler: Callable[[Call], Awaitable[Any]]
    answer: Any = None  # its type; None: no body
    status: int = 200
    body: Any = None
    query: type[msgspec.Struct] = NoQuery
    token: Literal["none", "optional", "needed"] = "none"
    refusals: tuple[int, ...] = ()

    @property
    def summary(self) -> str:
        """What it does, in a sentence."""
        return (self.handler.__doc__ or "").partition("\n")[0]


# -- the lobby --------------------------------------------------------------------------------


async def about(call: Call) -> rest.About:
    """Say what this server is and offers."""
    settings = call.house.settings
    return rest.About(
        name="estoril",
        version=estoril.__version__,
        protocol=PROTOCOL,
        rules=RULES,
        players=PLAYERS,
        colours=COLOURS,
        modules=tuple(MODULES),
        editions=tuple(EDITIONS),
        variants=VARIANTS,
        rulings=RULINGS,
        needs=NEEDS,
        bots=settings.bots,
        phrases=PHRASES,
        webhooks=settings.webhooks,
        push=(await call.house.calls.keys()).public if settings.push else None,
    )


async def list_tables(call: Call) -> rest.Listings:
    """List the tables that strangers may find, the newest first."""
    query: ListQuery = call.query
    since = call.house.now() - call.house.settings.waiting if query.state == "open" else 0
    return await call.house.metadata.listings(query.state, since, query.before)


async def open_table(call: Call) -> rest.Opened:
    """Open a table; the answer has the host's token and an invitation for the others."""
    return await call.house.open_table(call.body, call.origin)


async def join_table(call: Call) -> rest.Seated:
    """Sit down; with the invitation as token, or without one at a listed table."""
    return await call.house.join(call.table, call.token, call.body, call.origin)


async def invite(call: Call) -> rest.Invitation:
    """Make another invitation, for one seat or for any; for the host."""
    return await call.house.invite(call.table, await call.own_grant(), call.body.seat)


# -- tables -----------------------------------------------------------------------------------


async def look_at_table(call: Call) -> rest.Looked:
    """Show a table as everybody sees it, without the game on it."""
    await call.reader()
    table = await call.house.room(call.table).open()
    return rest.Looked(table=call.table, number=table.number, info=table.info)


async def view_table(call: Call) -> Snapshot:
    """Show all that the one who asks may know; without a token, what a spectator may."""
    seat = await call.reader()
    table = await call.house.room(call.table).open()
    return table.snapshot(seat)


async def read_messages(call: Call) -> rest.Messages:
    """Tell what happened after a number, as the one who asks may know it."""
    seat = await call.reader()
    table = await call.house.room(call.table).open()
    since, shown = call.query.since, call.query.form == "picture"
    messages = tuple(table.stream(seat, since, changes=shown))
    picture = table.picture(seat, since) if shown else None
    return rest.Messages(number=table.number, messages=messages, picture=picture)


async def command_table(call: Call) -> rest.Commanded:
    """Ask something of a table: move, speak, get up, start; the answer comes when it is durable."""
    number = await call.house.command(call.table, call.body, await call.own_grant())
    return rest.Commanded(number=number)


async def read_record(call: Call) -> msgspec.Raw:
    """Give the record of a finished game, for replay and analysis."""
    try:
        await call.reader()
        table = await call.house.room(call.table).open()
    except EntryError:
        return msgspec.Raw(dump(await call.house.room(call.table).past_record()).encode())
    # it takes a while, and a finished game does not change
    return msgspec.Raw(await asyncio.to_thread(lambda: dump(table.record()).encode()))


async def read_table_content(call: Call) -> rest.Boxes:
    """Give tiles, locations and missions as they are at a table, also if corrected since."""
    await call.reader()
    table = await call.house.room(call.table).open()
    return _boxes(table.content.select(table.info.options.boxes))


async def read_replay(call: Call) -> rest.Replay:
    """Tell a finished game move by move, with every position, through somebody's eyes."""
    await call.reader()
    table = await call.house.room(call.table).open()
    # it takes a while, and a finished game does not change
    return await asyncio.to_thread(replays.tell, table, call.query.eyes)


async def read_review(call: Call) -> told.Reviewed:
    """Give the review of a finished game if there is one, and say how far one is that is made."""
    await call.reader()
    table = await call.house.room(call.table).open()
    return await call.house.reviews.look(call.table, table, whole=call.query.whole)


async def review_game(call: Call) -> told.Reviewed:
    """Have a finished game reviewed, unless that is done already; deeply for its players alone."""
    wish: told.ReviewWish = call.body
    await call.reader()
    if wish.depth == "deep":
        await call.own_grant()
    table = await call.house.room(call.table).open()
    return await call.house.reviews.ask(call.table, table, wish.depth, call.origin)


async def try_again(call: Call) -> rest.Opened:
    """Open a table at a decision of a finished game, to take it anew against bots."""
    await call.reader()
    return await call.house.try_again(call.table, call.body, call.origin)


async def take_hint(call: Call) -> Advised:
    """Say what a spymaster would do for one's seat now, where the table allows hints."""
    seat = await call.seat()
    return await call.house.hints.take(call.table, seat, await call.own_grant(), call.body)


async def set_webhook(call: Call) -> None:
    """Set where to post that it is the turn of one's seat."""
    if not call.house.settings.webhooks:
        raise Refusal("refused.webhook.off", 409)
    seat = await call.seat()
    check_url(call.body.url, private=call.house.settings.private_webhooks)
    await call.house.metadata.set_webhook(call.table, seat, call.body.url)


async def remove_webhook(call: Call) -> None:
    """Post no more that it is the turn of one's seat."""
    await call.house.metadata.set_webhook(call.table, await call.seat(), None)


async def set_push(call: Call) -> None:
    """Let a browser be called when it is the turn of one's seat, also when no page is open."""
    settings = call.house.settings
    if not settings.push:
        raise Refusal("refused.push.off", 409)
    await call.seat()
    given: rest.Subscription = call.body
    keys = push.check(given.keys.p256dh, given.keys.auth)
    parts = check_url(given.endpoint, private=settings.private_webhooks)
    if parts.scheme != "https" and not settings.private_webhooks:
        raise Refusal("refused.address.url", 422)
    language = given.language if words.is_known(given.language) else words.FALLBACK
    assert call.token is not None
    await call.house.metadata.subscribe(
        call.table, call.token, given.endpoint, keys, language, call.house.now()
    )


async def remove_push(call: Call) -> None:
    """Call no browser any more that listens by one's token."""
    await call.own_grant()
    assert call.token is not None
    await call.house.metadata.unsubscribe(call.table, digest(call.token))


# -- puzzles ----------------------------------------------------------------------------------


async def list_puzzles(call: Call) -> rest.Puzzles:
    """List the puzzles, with that of today."""
    return await asyncio.to_thread(puzzles.listed)  # the first time it takes a while


async def read_puzzle(call: Call) -> rest.PosedPuzzle:
    """Pose a puzzle: the table as one seat sees it, and the answers."""
    return await asyncio.to_thread(puzzles.posed, call.params["puzzle"])


async def explain_puzzle(call: Call) -> rest.Barred:
    """Say which rule bars something in a puzzle."""
    query: SpotQuery = call.query
    puzzle = call.params["puzzle"]
    return await asyncio.to_thread(puzzles.barred, puzzle, query.tile, query.target)


async def read_strong(call: Call) -> StrongFigures:
    """Say what things are worth to players of each level."""
    return strong.figures()


# -- words, rules and content -----------------------------------------------------------------


async def read_words(call: Call) -> rest.Words:
    """Give every message of a language that a client needs."""
    language = call.query.language or words.accepted(call.reads)
    if not words.is_known(language):
        raise Refusal("refused.language.unknown", 404, languages=", ".join(words.languages()))
    return wording.of(language)


async def read_rules(call: Call) -> rest.Rules:
    """Give the rule reference."""
    language = _language_of_rules(call)
    return rest.Rules(
        language=language,
        chapters=rulebook.chapters(language),
        rules=tuple(rulebook.rules(language).values()),
        glossary=dict(rulebook.glossary(language)),
        helps=wording.helps(language),
    )


async def read_rule(call: Call) -> rulebook.Rule:
    """Give one rule by its id."""
    language = _language_of_rules(call)
    try:
        return rulebook.rule(call.params["rule"], language)
    except rulebook.UnknownRule:
        raise Refusal("refused.rule.unknown", 404) from None


def _language_of_rules(call: Call) -> str:
    language: str = call.query.language or rulebook.nearest(words.accepted(call.reads))
    if rulebook.nearest(language) != language:
        raise Refusal("refused.language.unknown", 404, languages=", ".join(rulebook.languages()))
    return language


async def read_content(call: Call) -> rest.Boxes:
    """Give tiles, locations and missions of the chosen modules."""
    modules = [name for name in call.query.modules.split(",") if name]
    return _boxes(estoril.content(modules))


def _boxes(content: Content) -> rest.Boxes:
    return rest.Boxes(
        digest=content.digest,
        tiles=content.tiles,
        locations=content.locations,
        missions=content.missions,
    )


ENDPOINTS = (
    Endpoint(method="GET", path="/api", name="about", handler=about, answer=rest.About),
    Endpoint(
        method="GET",
        path="/api/tables",
        name="listTables",
        handler=list_tables,
        answer=rest.Listings,
        query=ListQuery,
    ),
    Endpoint(
        method="POST",
        path="/api/tables",
        name="openTable",
        handler=open_table,
        body=rest.NewTable,
        answer=rest.Opened,
        status=201,
        refusals=(409,),
    ),
    Endpoint(
        method="GET",
        path="/api/tables/{table}",
        name="lookAtTable",
        handler=look_at_table,
        answer=rest.Looked,
        token="optional",
        refusals=(404,),
    ),
    Endpoint(
        method="POST",
        path="/api/tables/{table}/join",
        name="joinTable",
        handler=join_table,
        body=rest.Joining,
        answer=rest.Seated,
        status=201,
        token="optional",
        refusals=(403, 404, 409),
    ),
    Endpoint(
        method="POST",
        path="/api/tables/{table}/invitations",
        name="invite",
        handler=invite,
        body=rest.Inviting,
        answer=rest.Invitation,
        status=201,
        token="needed",
        refusals=(404, 409),
    ),
    Endpoint(
        method="GET",
        path="/api/tables/{table}/view",
        name="viewTable",
        handler=view_table,
        answer=Snapshot,
        token="optional",
        refusals=(404, 409),
    ),
    Endpoint(
        method="GET",
        path="/api/tables/{table}/messages",
        name="readMessages",
        handler=read_messages,
        answer=rest.Messages,
        query=SinceQuery,
        token="optional",
        refusals=(404, 409),
    ),
    Endpoint(
        method="POST",
        path="/api/tables/{table}/commands",
        name="commandTable",
        handler=command_table,
        body=Request,
        answer=rest.Commanded,
        token="needed",
        refusals=(404, 409),
    ),
    Endpoint(
        method="GET",
        path="/api/tables/{table}/content",
        name="readTableContent",
        handler=read_table_content,
        answer=rest.Boxes,
        token="optional",
        refusals=(404, 409),
    ),
    Endpoint(
        method="GET",
        path="/api/tables/{table}/record",
        name="readRecord",
        handler=read_record,
        answer=dict[str, Any],
        token="optional",
        refusals=(404, 409),
    ),
    Endpoint(
        method="GET",
        path="/api/tables/{table}/replay",
        name="readReplay",
        handler=read_replay,
        answer=rest.Replay,
        query=EyesQuery,
        token="optional",
        refusals=(404, 409),
    ),
    Endpoint(
        method="GET",
        path="/api/tables/{table}/review",
        name="readReview",
        handler=read_review,
        answer=told.Reviewed,
        query=ReviewQuery,
        token="optional",
        refusals=(404, 409),
    ),
    Endpoint(
        method="POST",
        path="/api/tables/{table}/review",
        name="reviewGame",
        handler=review_game,
        body=told.ReviewWish,
        answer=told.Reviewed,
        token="optional",
        refusals=(404, 409),
    ),
    Endpoint(
        method="POST",
        path="/api/tables/{table}/again",
        name="tryAgain",
        handler=try_again,
        body=told.TryingAgain,
        answer=rest.Opened,
        status=201,
        token="optional",
        refusals=(404, 409),
    ),
    Endpoint(
        method="POST",
        path="/api/tables/{table}/hint",
        name="takeHint",
        handler=take_hint,
        body=HintWish,
        answer=Advised,
        token="needed",
        refusals=(404, 409),
    ),
    Endpoint(
        method="PUT",
        path="/api/tables/{table}/webhook",
        name="setWebhook",
        handler=set_webhook,
        body=rest.Webhook,
        status=204,
        token="needed",
        refusals=(404, 409),
    ),
    Endpoint(
        method="DELETE",
        path="/api/tables/{table}/webhook",
        name="removeWebhook",
        handler=remove_webhook,
        status=204,
        token="needed",
        refusals=(404, 409),
    ),
    Endpoint(
        method="PUT",
        path="/api/tables/{table}/push",
        name="setPush",
        handler=set_push,
        body=rest.Subscription,
        status=204,
        token="needed",
        refusals=(404, 409),
    ),
    Endpoint(
        method="DELETE",
        path="/api/tables/{table}/push",
        name="removePush",
        handler=remove_push,
        status=204,
        token="needed",
        refusals=(404, 409),
    ),
    Endpoint(
        method="GET",
        path="/api/puzzles",
        name="listPuzzles",
        handler=list_puzzles,
        answer=rest.Puzzles,
    ),
    Endpoint(
        method="GET",
        path="/api/puzzles/{puzzle}",
        name="readPuzzle",
        handler=read_puzzle,
        answer=rest.PosedPuzzle,
        refusals=(404,),
    ),
    Endpoint(
        method="GET",
        path="/api/puzzles/{puzzle}/why",
        name="explainPuzzle",
        handler=explain_puzzle,
        answer=rest.Barred,
        query=SpotQuery,
        refusals=(404, 409),
    ),
    Endpoint(
        method="GET",
        path="/api/strong",
        name="readStrong",
        handler=read_strong,
        answer=StrongFigures,
    ),
    Endpoint(
        method="GET",
        path="/api/words",
        name="readWords",
        handler=read_words,
        answer=rest.Words,
        query=LanguageQuery,
        refusals=(404,),
    ),
    Endpoint(
        method="GET",
        path="/api/rules",
        name="readRules",
        handler=read_rules,
        answer=rest.Rules,
        query=LanguageQuery,
        refusals=(404,),
    ),
    Endpoint(
        method="GET",
        path="/api/rules/{rule}",
        name="readRule",
        handler=read_rule,
        answer=rulebook.Rule,
        query=LanguageQuery,
        refusals=(404,),
    ),
    Endpoint(
        method="GET",
        path="/api/content",
        name="readContent",
        handler=read_content,
        answer=rest.Boxes,
        query=BoxesQuery,
    ),
)
