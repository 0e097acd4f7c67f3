"""`estoril review`: what each decision of a recorded game cost, and what was luck."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from estoril.cli.completing import Values
from estoril.cli.options import AsJson, Quiet, seat_of, tell_rulings
from estoril.cli.output import align_numbers, new_table, print_table, progress
from estoril.cli.record import replayed
from estoril.game.game import Game
from estoril.terminal import names_of_colours
from estoril.words import Teller, as_percent, say

if TYPE_CHECKING:
    from estoril.review import ChanceReview, CurvePoint, DecisionReview, Review, TurningPoint

_BARS: Final = "▁▂▃▄▅▆▇█"
_PLAIN_BARS: Final = "_.-:=+*#"
_WIDEST: Final = 72  # columns of a curve
_TABLE: Final = 90  # columns that a table of all parts takes


def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=say("cli.file"))],
    depth: Annotated[
        str,
        typer.Option("--depth", help=say("cli.review.depth"), autocompletion=Values.depths),
    ] = "club",
    seat: Annotated[str | None, typer.Option("--seat", help=say("cli.review.seat"))] = None,
    every: Annotated[bool, typer.Option("--all", help=say("cli.review.all"))] = False,
    all_open: Annotated[bool, typer.Option("--all-open", help=say("cli.review.open"))] = False,
    seed: Annotated[int, typer.Option("--seed", help=say("cli.review.seed"))] = 1942,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Review a recorded game: what each decision cost, and what was luck."""
    from estoril.review import review as look_into  # here, as a help text needs none of it

    game = replayed(file)
    eyes = None if seat is None else seat_of(seat, game.options)
    with progress(len(game.steps), quiet=quiet) as tell:
        found = look_into(game, depth, seed=seed, progress=tell)
    if as_json:
        typer.echo(found.json())
    else:
        _Page(game, found, file, eyes, all_open=all_open).print(every=every)


class _Page:
    """A review as it is printed; `eyes` is the seat that it is for, or None for everybody."""

    def __init__(
        self, game: Game, review: Review, file: Path, eyes: int | None, *, all_open: bool
    ) -> None:
        self.game = game
        self.review = review
        self.file = file
        self.eyes = eyes
        self.all_open = all_open
        options = game.options
        self.names = names_of_colours(options)
        self.seats = range(game.players) if eyes is None else [eyes]
        self.teller = Teller(
            game.content, self.names, edition=options.edition, rulings=options.rulings
        )

    def print(self, *, every: bool) -> None:
        """Print all of it."""
        options = self.game.options
        typer.echo(
            say(
                "review.setup",
                file=self.file,
                players=options.players,
                modules=", ".join(options.modules) or "-",
                variants=", ".join(options.variants) or "-",
                depth=self.review.depth,
                seed=self.review.seed,
            )
        )
        tell_rulings(options)
        self._print_curves()
        self._print_split()
        self._print_turning_points()
        for seat in self.seats:
            self._print_costliest(seat)
        if every:
            self._print_all()
        for part in ("chance", "cost", "split", "accuracy"):
            typer.echo(say(f"review.how.{part}"))
        typer.echo(say("review.how.levels", levels=_levels()))

    def _print_curves(self) -> None:
        """Print everybody's winning chance over the game, and where rounds begin."""
        typer.echo("\n" + say("review.chances.open" if self.all_open else "review.chances"))
        moments = self.review.moments
        margin = max(map(len, self.names)) + 2
        room = _columns() - margin - len("100%  100%")
        wide = max(10, min(_WIDEST, room))
        columns = list(dict.fromkeys(i * (len(moments) - 1) // (wide - 1) for i in range(wide)))
        for seat in self.seats:
            chances = [self._chances(moments[column])[seat] for column in columns]
            last = f"{chances[-1]:.0%}"
            typer.echo(f"{self.names[seat]:{margin}}{chances[0]:4.0%} {curve(chances)} {last}")
        rounds = [moments[column].round for column in columns]
        marks = "".join(
            str(now) if now != before else " "
            for before, now in zip([0, *rounds], rounds, strict=False)
        )
        typer.echo(f"{say('review.round'):{margin + 5}}{marks.rstrip()}")

    def _chances(self, moment: CurvePoint) -> tuple[float, ...]:
        return moment.open if self.all_open else moment.known

    def _print_split(self) -> None:
        """Print where each result came from."""
        typer.echo("\n" + say("review.split"))
        words = (
            "player", "start", "own", "others", "chance", "hidden", "revised", "result", "accuracy",
        )  # fmt: skip
        heads = [say(f"review.{word}") for word in words]
        rows = [self._split(seat) for seat in self.seats]
        if _columns() < _TABLE:
            for name, *parts in rows:
                told = zip(heads[1:], parts, strict=True)
                typer.echo(f"  {name}: {'; '.join(f'{head} {part}' for head, part in told)}")
            return
        table = new_table(*heads)
        align_numbers(table, first=1)
        for row in rows:
            table.add_row(*row)
        print_table(table)

    def _split(self, seat: int) -> tuple[str, ...]:
        """Write where a seat's result came from."""
        found = self.review.seats[seat]
        return (
            self.names[seat],
            f"{100 * found.start:.0f}",
            _sure(found.own, found.own_error),
            _sure(found.others, found.others_error),
            _sure(found.chance, found.chance_error),
            f"{100 * found.hidden:+.0f}",
            f"{100 * found.revised:+.0f}",
            f"{100 * found.result:.0f}",
            "-" if found.accuracy is None else f"{found.accuracy:.0%}",
        )

    def _print_turning_points(self) -> None:
        typer.echo(say("review.turning"))
        for point in self.review.turning_points:
            told = self._told(point.step)
            place = say("review.place", step=point.step, round=point.round)
            typer.echo(f"  {place} {told} {'; '.join(self._changes(point))}")

    def _changes(self, point: TurningPoint) -> Iterator[str]:
        for seat in self.seats:
            before, after = point.before[seat], point.after[seat]
            if abs(after - before) >= 0.01:
                yield f"{self.names[seat]} {before:.0%} → {after:.0%}"

    def _told(self, step: int) -> str:
        """Tell what a step was, as the one may know it whom the review is for."""
        events = self.game.again(step).follow([self.game.steps[step]])
        fact = events[0].whole if self.eyes is None else events[0].seen_by(self.eyes)
        return self.teller.tell(fact)

    def _print_costliest(self, seat: int) -> None:
        steps = self.review.seats[seat].costliest
        key = "review.costly" if steps else "review.fine"
        typer.echo("\n" + say(key, player=self.names[seat]))
        for step in steps:
            decision = self.review.decision(step)
            for line in self._lines(decision):
                typer.echo(f"  {line}")
            command = f"estoril play --again {shlex.quote(str(self.file))} --step {step}"
            typer.echo("    " + say("review.again", command=command))

    def _lines(self, decision: DecisionReview) -> Iterator[str]:
        """Tell what was done, what would have been better, and why."""
        view = self.game.again(decision.step).view(decision.seat)
        place = say("review.place", step=decision.step, round=decision.round)
        done = self.teller.tell_action(decision.action, view)
        yield f"{place} {done}: {as_percent(decision.after, decision.error)}"
        if decision.forced:
            return
        other = next(each for each in decision.best if each.action != decision.action)
        costly = decision.cost > decision.cost_error
        yield "  " + say(
            "review.better" if costly else "review.other",
            action=self.teller.tell_action(other.action, view),
            chance=as_percent(other.chance, other.error),
            cost=f"{100 * decision.cost:.0f} ± {196 * decision.cost_error:.0f}",
        )
        for remark in decision.reasons if costly else ():
            yield "  " + self.teller.tell_remark(remark.key, remark.arguments)

    def _print_all(self) -> None:
        """Print every decision and chance event, in their order."""
        typer.echo("\n" + say("review.all"))
        decisions = {each.step: each for each in self.review.decisions}
        chances = {each.step: each for each in self.review.chances}
        for step in range(len(self.game.steps)):
            if step in chances:
                typer.echo(f"  {self._told_chance(chances[step])}")
            elif decisions[step].seat in self.seats:
                for line in self._lines(decisions[step]):
                    typer.echo(f"  {line}")
                worth = self._told_worth(decisions[step].hidden)
                if worth and (self.eyes is None or self.all_open):
                    typer.echo(f"    {say('review.brought', worth=worth)}")

    def _told_chance(self, event: ChanceReview) -> str:
        """Tell what came by chance, and what it was worth to whom."""
        place = say("review.place", step=event.step, round=event.round)
        worth = (
            f"{self.names[seat]} {_sure(event.worth[seat], event.errors[seat])}"
            for seat in self.seats
        )
        return f"{place} {self._told(event.step)} {', '.join(worth)}"

    def _told_worth(self, worth: Sequence[float]) -> str:
        """Tell what something was worth to whom it was worth a point."""
        points = ((self.names[seat], round(100 * worth[seat])) for seat in self.seats)
        return ", ".join(f"{name} {number:+}" for name, number in points if number)


def curve(chances: Sequence[float]) -> str:
    """Draw chances as a line of bars, by letters where the terminal has no others."""
    bars = _BARS
    try:
        bars.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        bars = _PLAIN_BARS
    top = len(bars) - 1
    return "".join(bars[min(top, int(chance * len(bars)))] for chance in chances)


def _columns() -> int:
    return shutil.get_terminal_size((100, 24)).columns


def _levels() -> str:
    """Name the levels with their accuracy."""
    from estoril.review import accuracy_of_levels

    return ", ".join(
        f"{say(f'web.bot.{bot}')} {accuracy:.0%}" for bot, accuracy in accuracy_of_levels().items()
    )


def _sure(worth: float, error: float) -> str:
    """Write what something was worth in points of 100, with the 95 % interval."""
    return f"{100 * worth:+.0f} ± {196 * error:.0f}"
