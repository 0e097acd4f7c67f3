"""The server of the Model Context Protocol: tools to sit down, look, ask and play."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Final

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from estoril import __version__
from estoril.assistant import speaker
from estoril.assistant.chairs import Chair, LocalChair, sit_down
from estoril.assistant.speaker import Speaker, explainer_for
from estoril.choices import BOTS
from estoril.errors import EstorilError, SetupError
from estoril.game.game import content_from
from estoril.game.options import choose
from estoril.game.views import View

PATIENCE: Final = 30.0  # seconds that a tool waits for others to decide
_INSTRUCTIONS: Final = """\
You can play Estoril, a board game of spies with hidden tiles, for 2 to 5 players in four rounds.
Begin with new_game (against bots) or join (a table of a server, by its link). Then, until the game
is over: look or read what play returned, list what you may do with actions, and play one of them,
word by word. You see only what your seat may know. Ask rules, explain and why_not when in doubt.
"""


class _Table:
    """Where the assistant sits, if anywhere."""

    def __init__(self, bots: Sequence[str], link: str | None, name: str | None) -> None:
        self.bots = tuple(bots)
        self.name = name
        self._link = link
        self._speaker: Speaker | None = None

    async def speaker(self) -> Speaker:
        """Return who tells what is seen from the seat."""
        if self._speaker is None and self._link is not None:
            await self.take(await sit_down(self._link, self.name))
        if self._speaker is None:
            raise SetupError("assistant.no_table")
        return self._speaker

    @property
    def is_seated(self) -> bool:
        """Whether the assistant sits at a table."""
        return self._speaker is not None

    async def take(self, chair: Chair) -> Speaker:
        """Sit down, and leave where one was before."""
        await self.leave()
        self._speaker = Speaker(chair)
        return self._speaker

    async def leave(self) -> None:
        """Stand up."""
        if self._speaker is not None:
            await self._speaker.chair.leave()
        self._speaker = None

    def chosen(self, bots: str) -> list[str]:
        """Return bots by their names; only those that whoever runs this allows."""
        wanted = [bot.strip() for bot in bots.split(",") if bot.strip()]
        known = dict.fromkeys([*BOTS, *self.bots])
        for bot in wanted:
            if bot not in known:
                raise SetupError("refused.bot.unknown", bots=", ".join(known))
        return wanted or list(self.bots)


async def _seen(told: Speaker, seconds: float) -> tuple[View | None, str]:
    """Let others decide, and tell what has happened."""
    await told.chair.wait(seconds)
    news = told.news()
    return await told.chair.view(), news


def _joined(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part)


def make_server(
    bots: Sequence[str] = ("agent",), link: str | None = None, name: str | None = None
) -> MCPServer[None]:
    """Make the server; `run` serves one assistant over standard input and output.

    Args:
        bots: Who plays against the assistant unless it names others; all of them may be named.
        link: A table of a server to sit down at.
        name: What the assistant is called there.
    """
    table = _Table(bots, link, name)

    @asynccontextmanager
    async def life(_: MCPServer[None]) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await table.leave()

    server = MCPServer(
        "estoril", instructions=_INSTRUCTIONS, version=__version__, lifespan=life,
        log_level="WARNING",
    )  # fmt: skip

    @server.tool(structured_output=False)
    async def new_game(
        players: int = 3,
        modules: str = "",
        edition: str = "superbox",
        variants: str = "",
        bots: str = "",
        seed: int | None = None,
    ) -> str:
        """Begin a game against bots; you have the first seat.

        players is 2 to 5. modules and variants are names with commas between, or "all". bots are
        names with commas between: random, tourist, informant, agent, spymaster. The same seed gives
        the same game.
        """
        with _told():
            options = choose(players, _names(modules), edition, _names(variants))
            told = await table.take(LocalChair(options, 0, table.chosen(bots), seed))
            view, news = await _seen(told, PATIENCE)
            assert view is not None
            return _joined(told.welcome(), news, told.table(view), told.due(view))

    @server.tool(structured_output=False)
    async def join(link: str, name: str = "") -> str:
        """Sit down at a table of a server, by the link that you were given."""
        with _told():
            told = await table.take(await sit_down(link, name or table.name))
            view, news = await _seen(told, 1.0)
            return _joined(told.welcome(), news, told.due(view))

    @server.tool(structured_output=False)
    async def look() -> str:
        """Tell the whole table as your seat sees it, what has happened, and what is due."""
        with _told():
            told = await table.speaker()
            view, news = await _seen(told, 1.0)
            return _joined(news, "" if view is None else told.table(view), told.due(view))

    @server.tool(structured_output=False)
    async def actions(about: str = "") -> str:
        """List what you may do now, a line each: the action, then what it means.

        about keeps the lines with a word in them, such as the id of a tile or a location.
        """
        with _told():
            told = await table.speaker()
            view = await told.chair.view()
            return told.due(view) if view is None else told.actions(view, about)

    @server.tool(structured_output=False)
    async def play(action: str) -> str:
        """Take an action as `actions` lists it, such as "place araujo casino.II".

        Returns what happened until you are asked again or the game is over.
        """
        with _told():
            told = await table.speaker()
            view = await told.chair.view()
            if view is not None and told.chair.result is None:
                await told.chair.act(told.action(view, action))
            view, news = await _seen(told, PATIENCE)
            return _joined(news, told.due(view))

    @server.tool(structured_output=False)
    async def wait() -> str:
        """Wait for your turn at a table of a server, for half a minute at most."""
        with _told():
            told = await table.speaker()
            view, news = await _seen(told, PATIENCE)
            return _joined(news, told.due(view))

    @server.tool(structured_output=False)
    async def why_not(words: str) -> str:
        """Say why you may not use a tile, choose a space, or both now, with the rule.

        words are a tile, a space, or a tile and a space: "Araujo", "casino II", "araujo casino.II".
        """
        with _told():
            told = await table.speaker()
            view = await told.chair.view()
            return told.due(view) if view is None else told.why_not(view, words)

    @server.tool(structured_output=False)
    async def rules(question: str) -> str:
        """Tell a rule by its id, or search the rules for what answers a question."""
        with _told():
            return speaker.rules(question)

    @server.tool(structured_output=False)
    async def explain(word: str) -> str:
        """Explain a tile, a location, a symbol, a mission, a module or a word of the game."""
        with _told():
            if table.is_seated:
                explainer = (await table.speaker()).explainer
            else:
                explainer = explainer_for(content_from(None), choose(4, "all"))
            return "\n".join(explainer.explain(word))

    return server


@contextmanager
def _told() -> Iterator[None]:
    """Tell the assistant what it got wrong."""
    try:
        yield
    except EstorilError as problem:
        raise ToolError(str(problem)) from problem


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]
