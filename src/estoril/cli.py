"""The command `estoril`: play, simulate, replay and verify games, look up rules and content."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, ParamSpec

import typer

from estoril.words import say

if TYPE_CHECKING:
    from rich.console import Console as RichConsole
    from rich.table import Table as RichTable

    from estoril.bench import Report
    from estoril.content import Content, Tile
    from estoril.events import Fact
    from estoril.game import Game
    from estoril.options import Options
    from estoril.sim import Figures, Spread
    from estoril.words import Teller

P = ParamSpec("P")

DIFFERS: Final = 1
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130  # what shells give to a process that Ctrl-C ended
PIPE_CLOSED: Final = 141  # and to one whose reader went away
PAGE: Final = 160  # columns of a table that goes to a file or a pipe

app = typer.Typer(
    name="estoril",
    help=say("cli.help"),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Players = Annotated[int, typer.Option("--players", "-p", help=say("cli.players"))]
Modules = Annotated[str, typer.Option("--modules", "-m", help=say("cli.modules"))]
EditionName = Annotated[str, typer.Option("--edition", "-e", help=say("cli.edition"))]
Variants = Annotated[str, typer.Option("--variants", help=say("cli.variants"))]
Boxes = Annotated[str, typer.Option("--modules", "-m", help=say("cli.content.modules"))]
ContentFile = Annotated[Path | None, typer.Option("--content", help=say("cli.content_file"))]


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without UTF-8 must not stop a game
    try:
        app(prog_name="estoril")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def _guarded(command: Callable[P, None]) -> Callable[P, None]:
    """Turn what the user got wrong into one line and an exit code, without a traceback."""

    @functools.wraps(command)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> None:
        from estoril.content import ContentError
        from estoril.errors import EstorilError
        from estoril.rulebook import UnknownHelp, UnknownRule

        try:
            command(*args, **kwargs)
            sys.stdout.flush()
        except (EstorilError, ContentError, UnknownHelp, UnknownRule) as problem:
            _complain(str(problem))
            raise typer.Exit(BAD_INPUT) from None
        except KeyboardInterrupt:
            typer.echo(err=True)
            raise typer.Exit(INTERRUPTED) from None
        except BrokenPipeError:
            # what is still buffered has no reader: let it go, or the interpreter complains
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(PIPE_CLOSED) from None

    return guarded


def _complain(problem: str) -> None:
    typer.echo(say("cli.error", problem=" ".join(problem.split())), err=True)


def _tell_version(wanted: bool) -> None:
    """Print the version and which engine runs, and stop."""
    if wanted:
        from estoril import __version__
        from estoril.engine import compiled

        engine = say("cli.engine.compiled" if compiled() else "cli.engine.plain")
        typer.echo(say("cli.version", version=__version__, engine=engine))
        raise typer.Exit


@app.callback()
def estoril(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_tell_version, is_eager=True, help=say("cli.version.help")
        ),
    ] = False,
) -> None:
    """Take the options that belong to no command."""


# -- what is played -----------------------------------------------------------------------------


def _names(text: str) -> list[str]:
    """Split a list of names with commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


def _options(players: int, modules: str, edition: str, variants: str) -> Options:
    from estoril.options import choose

    return choose(players, _names(modules), edition, _names(variants))


def _load_content(file: Path | None) -> Content:
    from estoril.game import content_from

    return content_from(file)


def _seat(text: str, options: Options) -> int:
    """Read a seat given by number or colour."""
    from estoril.errors import SetupError

    if text.lower() in options.colours:
        return options.colours.index(text.lower())
    if text.isascii() and text.isdigit() and int(text) < options.players:
        return int(text)
    last, colours = options.players - 1, ", ".join(options.colours)
    raise SetupError(say("cli.no_seat", seat=text, last=last, colours=colours))


@app.command(help=say("cli.play"))
@_guarded
def play(
    players: Players = 3,
    seat: Annotated[str, typer.Option("--seat", help=say("cli.seat"))] = "0",
    modules: Modules = "",
    edition: EditionName = "superbox",
    variants: Variants = "",
    seed: Annotated[int | None, typer.Option("--seed", help=say("cli.seed"))] = None,
    content: ContentFile = None,
    name: Annotated[str | None, typer.Option("--name", help=say("cli.name"))] = None,
    record: Annotated[Path | None, typer.Option("--record", help=say("cli.record"))] = None,
    stacked: Annotated[bool, typer.Option("--list", help=say("cli.list"))] = False,
) -> None:
    """Play against random opponents."""
    from estoril.game import Game
    from estoril.terminal import Console, Session

    options = _options(players, modules, edition, variants)
    own = _seat(seat, options)
    _check_record(record)
    game = Game(options, _load_content(content), seed)
    console = Console()
    session = Session(game, own, console, own_name=name, seed=seed, stacked=stacked)
    finished = session.run()
    if record is not None and finished:
        _save(game, record)
        console.say(say("terminal.recorded", file=record))
    elif record is not None:
        console.say(say("terminal.not_recorded"))


def _check_record(file: Path | None) -> None:
    """Refuse a record that could not be written before the game, not after it."""
    from estoril.errors import RecordError

    if file is not None and (file.is_dir() or not file.absolute().parent.is_dir()):
        raise RecordError(say("cli.no_record"), str(file))


def _save(game: Game, file: Path) -> None:
    from estoril import records
    from estoril.errors import RecordError

    try:
        records.save(game.record(), file)
    except OSError as problem:
        raise RecordError(say("cli.not_written", problem=problem.strerror), str(file)) from problem


# -- many games ---------------------------------------------------------------------------------


@app.command(help=say("cli.sim"))
@_guarded
def sim(
    games: Annotated[int, typer.Option("--games", "-n", help=say("cli.games"))] = 1000,
    players: Players = 4,
    modules: Modules = "",
    edition: EditionName = "superbox",
    variants: Variants = "",
    seed: Annotated[int | None, typer.Option("--seed", help=say("cli.sim.seed"))] = None,
    jobs: Annotated[int | None, typer.Option("--jobs", "-j", help=say("cli.jobs"))] = None,
    records: Annotated[Path | None, typer.Option("--records", help=say("cli.records"))] = None,
    table: Annotated[Path | None, typer.Option("--table", help=say("cli.table"))] = None,
    as_json: Annotated[bool, typer.Option("--json", help=say("cli.json"))] = False,
    content: ContentFile = None,
) -> None:
    """Play random games in bulk and print what they add up to."""
    import secrets

    from estoril.sim import simulate

    options = _options(players, modules, edition, variants)
    with _progress(games) as tell:
        figures = simulate(
            options,
            _load_content(content),
            games,
            secrets.randbits(32) if seed is None else seed,
            jobs=(os.cpu_count() or 1) if jobs is None else jobs,
            records_dir=records,
            table=table,
            progress=tell,
        )
    if as_json:
        import json

        from estoril.sim import report

        typer.echo(json.dumps(report(figures), indent=2))
    else:
        _print_figures(figures)


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None]]:
    """Show a bar with the time left on stderr, if that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    shown = console.is_terminal and games > 0
    with Progress(
        BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console,
        disable=not shown, transient=True,
    ) as bar:  # fmt: skip
        task = bar.add_task("", total=games)
        yield lambda done: bar.update(task, completed=done)


def _print_figures(figures: Figures) -> None:
    """Print what many games add up to."""
    options = figures.options
    seconds = max(figures.seconds, 1e-9)
    typer.echo(
        say(
            "sim.setup",
            games=figures.games,
            players=options.players,
            edition=options.edition,
            modules=", ".join(options.modules) or "-",
            variants=", ".join(options.variants) or "-",
            seed=figures.seed,
        )
    )
    typer.echo(
        say(
            "sim.speed",
            decisions=figures.decisions,
            seconds=seconds,
            games_rate=figures.games / seconds,
            decision_rate=figures.decisions / seconds,
        )
    )
    _print_spreads(figures)
    _print_winners(figures)


def _print_spreads(figures: Figures) -> None:
    """Print mean, deviation and range of what was counted."""
    table = _table(*(say(f"sim.{word}") for word in ("what", "mean", "deviation", "low", "high")))
    for seat, entry in enumerate(figures.seats):
        _add_spread(table, say("sim.score.seat", seat=seat), entry.score)
    for word in ("score", "winning_score", "per_game", "tiles_won", "tiles_lost"):
        _add_spread(table, say(f"sim.{word}"), getattr(figures, word))
    _console().print(table)


def _add_spread(table: RichTable, what: str, spread: Spread) -> None:
    numbers = (f"{spread.mean:.2f}", f"{spread.deviation:.2f}", str(spread.low), str(spread.high))
    table.add_row(what, *numbers)


def _print_winners(figures: Figures) -> None:
    """Print who won how often, by seat and by place in the turn order of round one."""
    words = ("seat", "won", "shared", "turn", "won")
    table = _table(*(say(f"sim.{word}") for word in words))
    for seat, entry in enumerate(figures.seats):
        won, by_turn = (count / figures.games for count in (entry.wins, figures.won_by_turn[seat]))
        turn = say("sim.turn.first") if seat == 0 else say("sim.turn.later", places=seat)
        table.add_row(str(seat), f"{won:.2%}", str(entry.shared), turn, f"{by_turn:.2%}")
    _console().print(table)


def _console() -> RichConsole:
    """Return a console for tables; in a pipe or file they have room."""
    from rich.console import Console

    return Console() if sys.stdout.isatty() else Console(width=PAGE, no_color=True)


def _table(*columns: str, title: str | None = None) -> RichTable:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


# -- speed --------------------------------------------------------------------------------------


@app.command(help=say("cli.bench"))
@_guarded
def bench(
    seconds: Annotated[float, typer.Option("--seconds", help=say("cli.bench.seconds"))] = 1.0,
    passes: Annotated[int, typer.Option("--passes", help=say("cli.bench.passes"))] = 3,
    only: Annotated[str, typer.Option("--only", help=say("cli.bench.only"))] = "",
    players: Players = 4,
    modules: Modules = "all",
    edition: EditionName = "superbox",
    variants: Variants = "",
    as_json: Annotated[bool, typer.Option("--json", help=say("cli.json"))] = False,
) -> None:
    """Measure how fast Estoril is here."""
    from estoril.bench import measurements, run

    options = _options(players, modules, edition, variants)
    names = _names(only)
    with _progress(measurements(passes, names)) as tell:
        report = run(options, seconds=seconds, passes=passes, only=names, progress=tell)
    if as_json:
        import json

        import msgspec

        typer.echo(json.dumps(msgspec.to_builtins(report), indent=2))
    else:
        _print_bench(report)


def _print_bench(report: Report) -> None:
    """Print how fast Estoril was."""
    options = report.options
    typer.echo(
        say(
            "bench.setup",
            version=report.version,
            engine=say(f"cli.engine.{report.engine}"),
            python=report.python,
            machine=report.machine,
            cores=report.cores,
            players=options.players,
            modules=", ".join(options.modules) or "-",
            variants=", ".join(options.variants) or "-",
        )
    )
    if report.rows:
        words = ("what", "unit", "corrected", "raw", "spread")
        table = _table(*(say(f"bench.{word}") for word in words))
        _align(table, first=2)
        for row in report.rows:
            numbers = (_number(row.corrected), _number(row.raw), f"{row.spread:.0%}")
            table.add_row(say(f"bench.row.{row.name}"), row.unit, *numbers)
        _console().print(table)
    if report.growth:
        _print_growth(report)
    for name in report.left_out:
        typer.echo(say(f"bench.without.{name}"))
    typer.echo(
        say(
            "bench.method",
            passes=report.passes,
            seconds=report.seconds,
            slower=1 - report.slowest / report.fastest,
        )
    )


def _print_growth(report: Report) -> None:
    """Print what a decision costs by players, with few modules and with all."""
    columns = (say(f"bench.{word}") for word in ("players", "few", "all"))
    table = _table(*columns, title=say("bench.growth"))
    _align(table, first=1)
    by_players: dict[int, list[str]] = {}
    for entry in report.growth:
        by_players.setdefault(entry.players, []).append(_number(entry.cost.corrected))
    for players, costs in by_players.items():
        table.add_row(str(players), *costs)
    _console().print(table)


def _align(table: RichTable, *, first: int) -> None:
    """Set numbers to the right, from a column on."""
    for column in table.columns[first:]:
        column.justify = "right"


def _number(figure: float) -> str:
    """Write a figure with no more digits than it is worth."""
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.1f}"


# -- records ------------------------------------------------------------------------------------


@app.command(help=say("cli.replay"))
@_guarded
def replay(
    file: Annotated[Path, typer.Argument(help=say("cli.file"))],
    seat: Annotated[str | None, typer.Option("--seat", help=say("cli.replay.seat"))] = None,
    open_: Annotated[bool, typer.Option("--open", help=say("cli.replay.open"))] = False,
) -> None:
    """Tell a recorded game in words."""
    from estoril import records
    from estoril.errors import SetupError

    if seat is not None and open_:
        raise SetupError(say("cli.replay.both"))
    game = records.replay(file)
    teller = _teller(game)
    eyes = None if seat is None else _seat(seat, game.options)
    facts = (event.whole if eyes is None else event.seen_by(eyes) for event in game.history())
    for line in _told(facts, teller):
        typer.echo(line)
    typer.echo()
    lines = teller.tell_result(game.result) if game.is_over else [say("cli.unfinished")]
    typer.echo("\n".join(lines))


def _teller(game: Game) -> Teller:
    from estoril.terminal import player_names
    from estoril.words import Teller

    return Teller(game.content, player_names(game.options), edition=game.options.edition)


def _told(facts: Iterable[Fact], teller: Teller) -> Iterator[str]:
    """Tell facts round by round and location by location."""
    from estoril import events

    indent = ""
    for fact in facts:
        if isinstance(fact, events.RoundStarted | events.ResolutionStarted):
            yield ""
            yield teller.tell(fact)
            indent = "  "
        elif isinstance(fact, events.RoundEnded):
            yield teller.tell(fact)
            indent = ""
        else:
            yield indent + teller.tell(fact)


@app.command(help=say("cli.verify"))
@_guarded
def verify(files: Annotated[list[Path], typer.Argument(help=say("cli.files"))]) -> None:
    """Check recorded games step by step."""
    worst = max([_verify(file) for file in files])
    if worst:
        raise typer.Exit(worst)


def _verify(file: Path) -> int:
    """Check one record and return the exit code it stands for."""
    from estoril import records
    from estoril.errors import RecordDiffers, RecordError

    try:
        record = records.load(file)
    except RecordError as problem:
        _complain(str(problem))
        return BAD_INPUT
    try:
        game = records.verify(record)
    except RecordDiffers as problem:
        typer.echo(say("cli.verify.differs", file=file, problem=problem))
        return DIFFERS
    except RecordError as problem:
        _complain(f"{file}: {problem}")
        return BAD_INPUT
    if not game.is_over:
        typer.echo(say("cli.verify.unfinished", file=file, steps=len(game.steps)))
        return 0
    teller, result = _teller(game), game.result
    totals, winners = teller.tell_totals(result), teller.tell_winners(result)
    typer.echo(say("cli.verify.ok", file=file, totals=totals, winners=winners))
    return 0


# -- looking things up --------------------------------------------------------------------------


@app.command(help=say("cli.rules"))
@_guarded
def rules(
    words: Annotated[list[str] | None, typer.Argument(help=say("cli.rules.words"))] = None,
) -> None:
    """Print the index, one rule, or the rules that contain some words."""
    from estoril.rulebook import page
    from estoril.rulebook.book import ID

    if not words:
        typer.echo(page.index(), nl=False)
    elif len(words) == 1 and ID.fullmatch(words[0].upper()):
        typer.echo(page.card(words[0]), nl=False)
    else:
        found = page.search(" ".join(words))
        for rule in found:
            typer.echo(f"{rule.id}  {page.first_sentence(rule.text)}")
        if not found:
            _complain(say("cli.rules.none", words=" ".join(words)))
            raise typer.Exit(DIFFERS)


@app.command(help=say("cli.content"))
@_guarded
def content(
    file: ContentFile = None,
    modules: Boxes = "all",
) -> None:
    """Print tiles, locations and missions with their provenance."""
    from estoril.options import choose

    everything = _load_content(file)
    players = 4  # any number does: only the boxes are asked for
    chosen = everything.select(choose(players, _names(modules)).boxes)
    console = _console()
    for table in (_tile_table(chosen), _location_table(chosen), _mission_table(chosen)):
        console.print(table)


def _headed(title: str, *columns: str) -> RichTable:
    return _table(*(say(f"content.{column}") for column in columns), title=say(f"content.{title}"))


def _tile_table(content: Content) -> RichTable:
    """List the tiles."""
    from estoril.words import Teller

    teller = Teller(content, ())
    table = _headed(
        "tiles", "id", "name", "module", "flag", "strength", "points", "symbols", "sure", "origin"
    )
    for tile in content.tiles:
        table.add_row(
            tile.id,
            tile.name,
            tile.module,
            tile.flag,
            str(tile.strength),
            str(tile.points),
            ", ".join(teller.symbols(tile)),
            _sure(tile),
            _origin(content, "tiles", tile.id),
        )
    return table


def _sure(tile: Tile) -> str:
    """Say how far to trust a tile, and its name where that differs."""
    from estoril.words import name

    sure = name("sure", tile.sure)
    if tile.name_sure == tile.sure:
        return sure
    return say("content.sure_of", tile=sure, name=name("sure", tile.name_sure))


def _location_table(content: Content) -> RichTable:
    """List the locations."""
    from estoril.words import name

    table = _headed("locations", "id", "name", "module", "number", "clockwise", "secret", "peek",
                    "sure", "origin")  # fmt: skip
    for place in content.locations:
        table.add_row(
            place.id,
            place.full_name,
            place.module,
            say("content.die") if place.number is None else str(place.number),
            " ".join(place.clockwise),
            " ".join(place.secret),
            ", ".join(f"{space} {reach}" for space, reach in place.peek.items()),
            name("sure", place.sure),
            _origin(content, "locations", place.id),
        )
    return table


def _mission_table(content: Content) -> RichTable:
    """List the missions."""
    from estoril.words import name

    table = _headed("missions", "id", "name", "module", "kind", "counts", "sure", "origin")
    for mission in content.missions:
        counts = [*(name("symbol", symbol) for symbol in mission.symbols), *mission.flags]
        table.add_row(
            mission.id,
            mission.name,
            mission.module,
            mission.kind,
            ", ".join(counts),
            name("sure", mission.sure),
            _origin(content, "missions", mission.id),
        )
    return table


def _origin(content: Content, table: str, id: str) -> str:
    """Say which file and line an entry comes from."""
    origin = content.origins.get(f"{table}.{id}")
    if origin is None:
        return ""
    file = Path(origin.file).name
    return file if origin.line is None else f"{file}:{origin.line}"
