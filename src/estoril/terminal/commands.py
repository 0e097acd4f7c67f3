"""Commands that work at every prompt: looking around, asking why, asking for help."""

from __future__ import annotations

from collections.abc import Sequence

from estoril.errors import EstorilError
from estoril.game.events import Fact
from estoril.game.views import View
from estoril.table.commands import AllowHints
from estoril.terminal.deciding import Decider
from estoril.terminal.display import Display
from estoril.terminal.prompts import Command, PlayerLeft, Unclear, Undone
from estoril.terminal.telling import SLOWEST, Telling, read_pace
from estoril.words import as_percent, nearest, tell, unknown


class Commands:
    """Obeys what a person types beside the answers to questions."""

    def __init__(
        self, display: Display, decider: Decider, telling: Telling, log: list[Fact]
    ) -> None:
        self.display = display
        self.console = display.console
        self.teller = display.teller
        self.decider = decider
        self.telling = telling
        self.log = log

    def by_key(self) -> dict[str, Command]:
        """Return the commands by the keys of their names."""
        return {
            "?": self._help,
            "rules": self._rules,
            "table": self._table,
            "hand": self._hand,
            "missions": lambda _: self.display.show_missions(),
            "networks": self._networks,
            "log": self._log,
            "why": self._why,
            "hint": self._hint,
            "coach": self._coach,
            "language": self._language,
            "pace": self._pace,
            "undo": lambda _: self.decider.undo(),
            "quit": self._quit,
        }

    # -- looking around -----------------------------------------------------------------------

    def _table(self, text: str) -> None:
        """Draw the table, or one location of it."""
        if not text:
            self.display.draw()
            return
        data = self.display.my_seat.data()
        location = self.display.explainer.find_location(text)
        if location is None or location not in {place.id for place in data.places}:
            raise Unclear(self.teller.say("terminal.no_place", word=text))
        for line in self.display.listing.location(data, location):
            self.console.say(line)

    def _hand(self, _: str) -> None:
        self.display.say("terminal.hand")
        me = self.display.my_seat
        for tile in me.data().players[me.seat].hand or ():
            self.console.say(self.teller.tell_tile(tile), "  ")

    def _networks(self, _: str) -> None:
        self.console.write()
        self.display.say("terminal.networks")
        for line in self.display.listing.networks(self.display.my_seat.data()):
            self.console.say(line, "  ")

    def _log(self, _: str) -> None:
        if not self.log:
            self.display.say("terminal.no_log")
        self.telling.tell_facts(self.log, paced=False)

    def _language(self, text: str) -> None:
        """Go on in another language, from the question on."""
        found = nearest([text])
        if found is None:
            raise Unclear(str(unknown(text)))
        self.display.speak(found)
        self.decider.prompter.learn({})
        raise Undone

    def _pace(self, text: str) -> None:
        """Tell resolutions at another pace."""
        pace = read_pace(text)
        if pace is None:
            raise Unclear(self.teller.say("terminal.pace.unknown", most=f"{SLOWEST:g}"))
        self.telling.pace = pace
        self.display.say("terminal.pace.set")

    def _quit(self, _: str) -> None:
        raise PlayerLeft

    # -- why not ------------------------------------------------------------------------------

    def _why(self, text: str) -> None:
        """List what is barred now, or say why one thing is."""
        view, tile = self.display.my_seat.view(), self.decider.picked.tile
        if text and not (text.isascii() and text.isdigit()):
            found = self.display.explainer.split(text)
            if found is not None:
                self._reason(view, *found)
            elif (place := self.display.explainer.find_location(text)) is not None:
                self._list(view, tile, _barred(view, tile), place)
            else:
                raise Unclear(self.teller.say("terminal.why.unknown", words=text))
            return
        barred = _barred(view, tile)
        if not text:
            self._list(view, tile, barred)
        elif 1 <= int(text) <= len(barred):
            self._reason(view, tile, barred[int(text) - 1])
        else:
            raise Unclear(self.teller.many("terminal.why.range", len(barred)))

    def _list(
        self, view: View, tile: str | None, barred: Sequence[str], location: str | None = None
    ) -> None:
        """List what is barred, or what of it is at one location, by its number."""
        lines = []
        for number, target in enumerate(barred, start=1):
            if location in (None, target.partition(".")[0]):
                reason = view.why_not(tile=tile, target=target)
                rule = "" if reason is None else reason.rule
                lines.append(f"{number}. {self.teller.spot(target)} ({rule})")
        if not lines:
            self.display.say("terminal.why.none")
            return
        self.display.say("terminal.why.list")
        self.console.write_all(lines)
        self.display.say("terminal.why.more")

    def _reason(self, view: View, tile: str | None, target: str | None) -> None:
        """Say why, and tell the rule."""
        reason = view.why_not(tile=tile, target=target)
        if reason is None:
            self.display.say("terminal.why.allowed")
            return
        self.console.say(self.teller.tell_reason(reason))
        for paragraph in self.display.explainer.explain(reason.rule):
            self.console.say(paragraph)

    # -- hints --------------------------------------------------------------------------------

    def _hint(self, text: str) -> None:
        """Say what a spymaster would do; or that hints are fine with this person, or are not."""
        try:
            if text:
                self.display.my_seat.ask(AllowHints(self.wished(text)))
            else:
                self.advise(self.display.my_seat.take_hint())
        except EstorilError as problem:
            raise Unclear(tell(problem, self.teller.language)) from problem

    def wished(self, text: str) -> bool:
        """Read whether somebody is fine with hints."""
        yes, no = (self.teller.say(f"terminal.hint.{word}").split() for word in ("yes", "no"))
        if text.casefold() not in yes + no:
            raise Unclear(self.teller.say("terminal.hint.how"))
        return text.casefold() in yes

    def advise(self, view: View) -> None:
        """Say what a spymaster would do, by what a seat knows."""
        from estoril.review import advise  # here, as most games need none of it

        for hint in advise(view).hints:
            action = self.teller.tell_action(view.legal[view.codes.index(hint.code)], view)
            self.console.say(f"{action}: {as_percent(hint.chance, hint.error)}", "  ")
            for remark in hint.reasons:
                self.console.say(self.teller.tell_remark(remark.key, remark.arguments), "    ")
        self.display.say("web.hint.about")

    def _coach(self, _: str) -> None:
        """Let a coach look at what is chosen, or not any more."""
        self.decider.coached = not self.decider.coached
        self.display.say(f"terminal.coach.{'on' if self.decider.coached else 'off'}")

    # -- help ---------------------------------------------------------------------------------

    def _help(self, text: str) -> None:
        """Explain a thing, or the decision that is due and the commands."""
        explainer = self.display.explainer
        if text:
            for paragraph in explainer.explain(text):
                self.console.say(paragraph)
            return
        self.console.write()
        data = self.display.my_seat.data() if self.display.has_begun else None
        if data is not None and data.decision is not None:
            self.console.say(explainer.decision(data.decision.kind))
        self.display.say("terminal.commands")
        for key in self.decider.prompter.names:
            self.console.say(self.teller.say(f"terminal.command.{key}"), "  ")
        self.display.say("terminal.legend")

    def _rules(self, text: str) -> None:
        """Read from the rulebook, or search it."""
        for paragraph in self.display.explainer.read(text):
            self.console.say(paragraph)


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
