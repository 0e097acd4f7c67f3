"""What is seen from a seat, in words: the table, what has happened, what can be done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from estoril import rulebook
from estoril.assistant.chairs import Chair
from estoril.boxes import Content
from estoril.errors import ActionError
from estoril.game.actions import Action
from estoril.game.options import Options
from estoril.game.reason import Reason
from estoril.game.steps import action_from, action_in_words
from estoril.game.views import View
from estoril.rulebook.book import ID
from estoril.rulebook.search import search
from estoril.table import Message
from estoril.terminal.explain import Explainer
from estoril.terminal.listing import PlainListing
from estoril.terminal.seats import names_at, names_of_colours
from estoril.terminal.telling import describe
from estoril.words import Teller, listed, name, say, spoken


def explainer_for(
    content: Content, options: Options, players: Sequence[str] | None = None
) -> Explainer:
    """Return who explains the things of a game."""
    chosen = content.select(options.boxes)
    called = names_of_colours(options) if players is None else players
    teller = Teller(chosen, called, spoken(), options.edition, options.rulings)
    return Explainer(teller, chosen, options)


class Speaker:
    """Tells one seat what it may know."""

    def __init__(self, chair: Chair) -> None:
        info = chair.info
        self.chair = chair
        self.explainer = explainer_for(chair.content, info.options, names_at(info))
        self._teller = self.explainer.teller
        self._listing = PlainListing(self._teller, self.explainer.content)

    # -- the table ----------------------------------------------------------------------------

    def welcome(self) -> str:
        """Say who plays what."""
        info, seat = self.chair.info, self.chair.seat
        others = [self._other(other) for other in range(len(info.seats)) if other != seat]
        lines = [
            say(
                "terminal.welcome.named",
                player=self._teller.player(seat),
                colour=name("colour", info.seats[seat].colour),
                others=listed(others, self._teller.language),
            )
        ]
        options = info.options
        for kind, ids in (
            ("edition", (options.edition,)),
            ("module", options.modules),
            ("variant", options.variants),
            ("ruling", options.rulings),
        ):
            if ids:
                words = ", ".join(name(kind, id) for id in ids)
                lines.append(say(f"terminal.{kind}", words=words))
        return "\n".join(lines)

    def _other(self, seat: int) -> str:
        bot, player = self.chair.info.seats[seat].bot, self._teller.player(seat)
        if bot is None:
            return player
        return say("terminal.bot", player=player, bot=self._teller.bot(bot))

    def table(self, view: View) -> str:
        """Tell the whole table, as the seat sees it."""
        data, teller = view.data(), self._teller
        lines = self._listing.table(data)
        lines.append(self._listing.missions_heading(data))
        lines += [f"  {line}" for line in self._listing.missions(data)]
        lines.append(teller.say("terminal.networks"))
        lines += [f"  {line}" for line in self._listing.networks(data)]
        lines.append(teller.say("terminal.hand"))
        lines += [f"  {teller.tell_tile(tile)}" for tile in view.hand]
        return "\n".join(lines)

    # -- what happens -------------------------------------------------------------------------

    def news(self) -> str:
        """Tell what has happened since this was last asked."""
        self._teller.players = tuple(names_at(self.chair.info))
        return "\n".join(line for message in self.chair.news() for line in self._told(message))

    def _told(self, message: Message) -> Iterator[str]:
        yield from describe(message, self._teller)
        for fact in message.facts:
            if fact.shown.tone != "noise":
                yield self._teller.tell(fact)

    def due(self, view: View | None) -> str:
        """Tell what is waited for, or how the game has ended."""
        if self.chair.result is not None:
            return "\n".join(self._teller.tell_result(self.chair.result))
        if view is None:
            return say("terminal.remote.waiting")
        if view.legal:
            assert view.decision is not None
            help = self.explainer.decision(view.decision.kind)
            return f"{say('assistant.turn')} {help}"
        return "" if view.decision is None else self._teller.tell_decision(view.decision)

    # -- what can be done ---------------------------------------------------------------------

    def actions(self, view: View, about: str = "") -> str:
        """List the legal actions, or those with a word in them, as they are to be given."""
        if not view.legal:
            return self.due(view)
        told = [
            f"{action_in_words(action)}: {self._teller.tell_action(action, view)}"
            for action in view.legal
        ]
        found = [line for line in told if about.casefold() in line.casefold()]
        return "\n".join(found) or say("assistant.no_action", words=about, number=len(told))

    def action(self, view: View, words: str) -> Action:
        """Return the legal action that words stand for.

        Raises:
            ActionError: There is no such action, or it is not legal now.
        """
        action = action_from(words.partition(":")[0].split())
        reason = view.why_not(action)
        if reason is not None:
            raise ActionError("error.caused", problem=self._reason(reason))
        return action

    def why_not(self, view: View, words: str) -> str:
        """Say why a tile, a space or both cannot be chosen now."""
        found = self.explainer.split(words)
        if found is None:
            return say("terminal.why.unknown", words=words)
        tile, target = found
        reason = view.why_not(tile=tile, target=target)
        if reason is None:
            return say("terminal.why.allowed")
        return self._reason(reason)

    def _reason(self, reason: Reason) -> str:
        """Tell why something is barred, and the rule."""
        return "\n".join([self._teller.tell_reason(reason), *self.explainer.explain(reason.rule)])


def rules(question: str) -> str:
    """Tell a rule by its id, or what answers a question, the best first."""
    language = rulebook.nearest(spoken())
    if ID.fullmatch(question.strip().upper()):
        rule = rulebook.rule(question.strip(), language)
        notes = [f"{edition}: {text}" for edition, text in rule.editions.items()]
        return "\n".join([say("terminal.rule", rule=rule.id, text=rule.text), *notes])
    answer = search(question, language)
    lines = [f"{word}: {meaning}" for word, meaning in answer.words.items()]
    lines += [say("terminal.rule", rule=hit.rule.id, text=hit.rule.text) for hit in answer.hits]
    return "\n".join(lines) or say("cli.rules.none", words=question)
