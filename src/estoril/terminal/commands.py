"""Commands that work at every prompt: looking around, asking why, asking for help."""

from __future__ import annotations

from collections.abc import Sequence

from estoril.events import Fact
from estoril.terminal.deciding import Decider
from estoril.terminal.desk import Desk
from estoril.terminal.prompts import Command, Left, Unclear, Undone
from estoril.terminal.telling import Telling
from estoril.views import View
from estoril.words import UnknownLanguage, nearest


class Commands:
    """Obeys what a person types beside the answers to questions."""

    def __init__(self, desk: Desk, decider: Decider, telling: Telling, log: list[Fact]) -> None:
        self.desk = desk
        self.console = desk.console
        self.teller = desk.teller
        self.decider = decider
        self.telling = telling
        self.log = log

    def by_key(self) -> dict[str, Command]:
        """Return the commands by the keys of their names."""
        return {
            "?": self._help,
            "table": self._table,
            "hand": self._hand,
            "missions": lambda _: self.desk.show_missions(),
            "networks": self._networks,
            "log": self._log,
            "why": self._why,
            "language": self._language,
            "undo": lambda _: self.decider.undo(),
            "quit": self._quit,
        }

    # -- looking around -----------------------------------------------------------------------

    def _table(self, text: str) -> None:
        """Draw the table, or one location of it."""
        view = self.desk.chair.view()
        if not text:
            self.desk.draw(view)
            return
        location = self.desk.explainer.find_location(text)
        if location is None or location not in {place.id for place in view.places}:
            raise Unclear(self.teller.say("terminal.no_place", word=text))
        self.console.write_all(self.desk.screen.place(view.data(), location))

    def _hand(self, _: str) -> None:
        self.desk.say("terminal.hand")
        for tile in self.desk.chair.view().hand:
            self.console.say(self.teller.tell_tile(tile), "  ")

    def _networks(self, _: str) -> None:
        self.console.write()
        self.desk.say("terminal.networks")
        for line in self.desk.screen.networks(self.desk.chair.view().data()):
            self.console.say(line, "  ")

    def _log(self, _: str) -> None:
        if not self.log:
            self.desk.say("terminal.no_log")
        self.telling.tell_facts(self.log, paced=False)

    def _language(self, text: str) -> None:
        """Go on in another language, from the question on."""
        found = nearest([text])
        if found is None:
            raise Unclear(str(UnknownLanguage(text)))
        self.desk.speak(found)
        self.decider.prompter.learn({})
        raise Undone

    def _quit(self, _: str) -> None:
        raise Left

    # -- why not ------------------------------------------------------------------------------

    def _why(self, text: str) -> None:
        """List what is barred now, or say why one thing is."""
        view, tile = self.desk.chair.view(), self.decider.picked.tile
        if text and not (text.isascii() and text.isdigit()):
            found = self.desk.explainer.split(text)
            if found is None:
                raise Unclear(self.teller.say("terminal.why.unknown", words=text))
            self._reason(view, *found)
            return
        barred = _barred(view, tile)
        if not text:
            self._list(view, tile, barred)
        elif 1 <= int(text) <= len(barred):
            self._reason(view, tile, barred[int(text) - 1])
        else:
            raise Unclear(self.teller.many("terminal.why.range", len(barred)))

    def _list(self, view: View, tile: str | None, barred: Sequence[str]) -> None:
        if not barred:
            self.desk.say("terminal.why.none")
            return
        lines = []
        for number, target in enumerate(barred, start=1):
            reason = view.why_not(tile=tile, target=target)
            rule = "" if reason is None else reason.rule
            lines.append(f"{number}. {self.teller.spot(target)} ({rule})")
        self.desk.say("terminal.why.list")
        self.console.write_all(self.desk.screen.columns(lines))
        self.desk.say("terminal.why.more")

    def _reason(self, view: View, tile: str | None, target: str | None) -> None:
        """Say why, and tell the rule."""
        reason = view.why_not(tile=tile, target=target)
        if reason is None:
            self.desk.say("terminal.why.allowed")
            return
        self.console.say(self.teller.tell_reason(reason))
        for paragraph in self.desk.explainer.explain(reason.rule):
            self.console.say(paragraph)

    # -- help ---------------------------------------------------------------------------------

    def _help(self, text: str) -> None:
        """Explain a thing, or the decision that is due and the commands."""
        explainer = self.desk.explainer
        if text:
            for paragraph in explainer.explain(text):
                self.console.say(paragraph)
            return
        self.console.write()
        decision = self.desk.chair.view().decision
        if decision is not None:
            self.console.say(explainer.decision(decision.kind))
        self.desk.say("terminal.commands")
        for key in self.decider.prompter.names:
            self.console.say(self.teller.say(f"terminal.command.{key}"), "  ")
        self.desk.say("terminal.legend")


def _barred(view: View, tile: str | None) -> list[str]:
    """Return what one may think of choosing now and cannot."""
    spaces = [space for place in view.places for space in place.spaces]
    match None if view.decision is None else view.decision.kind:
        case "place":
            targets = [space.id for space in spaces]
        case "ability" | "give_up":
            targets = [space.id for space in spaces if space.occupied]
        case "peek":
            targets = [space.id for space in spaces if space.occupied and not space.face_up]
            targets += [r.id for place in view.places for r in place.rewards if not r.face_up]
        case _:
            targets = []
    return [target for target in targets if view.why_not(tile=tile, target=target) is not None]
