"""The report: a page that needs no other file, and captions that say what is true."""

import re
import sys
from pathlib import Path

import msgspec
import pytest

import estoril
from estoril.arena import ArenaError, Tournament, TournamentFigures
from estoril.arena.intervals import Mean, Rate
from estoril.arena.report import captions, write_report
from estoril.arena.report.plots import by_value, duration
from estoril.errors import MissingExtra
from tests.arena import players

pytestmark = pytest.mark.xdist_group("report")  # the games are played and drawn once
PLOTS = {"ratings", "points", "seats", "tiles", "prices", "missions", "times"}


@pytest.fixture(scope="module")
def figures() -> TournamentFigures:
    bots = {"<b>first</b>": players.First, "random": "random", "careless": players.Crasher}
    return Tournament(bots, estoril.choose(3, "all"), games=30, seed=4).run()


@pytest.fixture(scope="module")
def folder(figures: TournamentFigures, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("reports") / "new" / "report"
    assert write_report(figures, made) == made / "index.html"
    return made


def test_the_folder_holds_the_page_and_every_plot(folder: Path) -> None:
    assert {path.name for path in folder.iterdir()} == {"index.html"} | {
        f"{plot}.png" for plot in PLOTS
    }
    for plot in folder.glob("*.png"):
        assert plot.read_bytes().startswith(b"\x89PNG")


def test_the_page_needs_no_other_file(folder: Path) -> None:
    page = (folder / "index.html").read_text("utf-8")
    sources = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert len(sources) == len(PLOTS)
    assert all(source.startswith("data:image/png;base64,") for source in sources)
    assert not re.search(r"@import|<script|<link", page)
    assert set(re.findall(r"https?://[^'\"]+", page)) == {"http://www.w3.org/2000/svg"}


def test_the_page_tells_setup_faults_and_names_as_text(folder: Path) -> None:
    page = (folder / "index.html").read_text("utf-8")
    assert "<b>first</b>" not in page
    assert "&lt;b&gt;first&lt;/b&gt;" in page
    assert "3 players · edition superbox" in page
    assert "careless: 30 crashes" in page
    assert "Aristides de Sousa Mendes" in page
    assert "reconstruction" in page
    assert "$" not in re.sub(r"base64,[^\"]*", "", page)


def test_every_picture_has_its_caption_as_text(folder: Path) -> None:
    page = (folder / "index.html").read_text("utf-8")
    for alt, caption in re.findall(r'alt="([^"]+)".*?<figcaption>(.*?)</figcaption>', page):
        assert alt == caption
        assert len(caption) > 60


def with_turns(figures: TournamentFigures, first: Rate) -> TournamentFigures:
    return msgspec.structs.replace(figures, turns=[first, *figures.turns[1:]])


@pytest.mark.parametrize(
    ("wins", "told"),
    [(200, "not to be told from an equal share"), (300, "helps"), (100, "hurts")],
)
def test_going_first_is_judged_by_its_interval(
    figures: TournamentFigures, wins: int, told: str
) -> None:
    assert told in captions.seats(with_turns(figures, Rate.of(wins, 600)))


def test_seats_that_stand_out_are_named(figures: TournamentFigures) -> None:
    assert "No seat stands out" in captions.seats(
        msgspec.structs.replace(figures, seats=[Rate.of(20, 60)] * 3)
    )
    seats = [Rate.of(500, 1000), Rate.of(330, 1000), Rate.of(170, 1000)]
    told = captions.seats(msgspec.structs.replace(figures, seats=seats))
    assert "seat 0 (50%) and seat 2 (17%) stand out" in told


def test_vip_tiles_are_compared_with_the_range_of_the_base_set(figures: TournamentFigures) -> None:
    def moved(value: Mean) -> str:
        tiles = [
            msgspec.structs.replace(
                tile,
                won_value=value
                if tile.tile == "carol_ii"
                else Mean(50, {"ian_fleming": 0.2}.get(tile.tile, 0.1), 0.0, 0.3),
            )
            for tile in figures.tiles
        ]
        return captions.tiles(msgspec.structs.replace(figures, tiles=tiles))

    names = {tile.tile for tile in by_value(figures)}
    assert "carol_ii" in names
    assert "17 of 17 VIP tiles" in moved(Mean(50, 0.1, 0.0, 0.2))
    assert "speaks for the reconstruction" in moved(Mean(50, 0.1, 0.0, 0.2))
    assert "do not show a misfit" in moved(Mean(50, 0.4, 0.0, 0.8))
    assert "Carol II with its whole interval" in moved(Mean(50, 0.9, 0.8, 1.0))


def test_an_order_that_is_not_settled_is_said_to_be_so(figures: TournamentFigures) -> None:
    one = figures.bots[0]

    def rated(low: float, high: float) -> str:
        rating = msgspec.structs.replace(one.rating, low=low, high=high)
        bots = [one, msgspec.structs.replace(one, name="b", rating=rating)]
        return captions.ratings(msgspec.structs.replace(figures, bots=bots))

    assert "the order is settled" in rated(0, 1)
    assert f"{one.name} / b" in rated(0, 100)


@pytest.mark.parametrize(
    ("limit", "told"), [(600.0, "The limit was 600 s;"), (1e-5, "The limit was 10 µs (dashed)")]
)
def test_the_limit_is_pointed_at_where_it_is_drawn(
    figures: TournamentFigures, limit: float, told: str
) -> None:
    assert told in captions.times(msgspec.structs.replace(figures, limit=limit))


def test_few_games_and_a_bot_alone_can_be_reported_too(tmp_path: Path) -> None:
    for bots in (["random"], ["random", "tests.arena.players:First"]):
        few = Tournament(bots, estoril.choose(2), games=1, seed=1).run()
        folder = tmp_path / str(len(bots))
        assert write_report(few, folder).exists()
        assert (folder / "ratings.png").exists() == (len(bots) > 1)
        assert f"--bots {','.join(bots)} --games {few.games}" in (folder / "index.html").read_text()


def test_nothing_played_is_nothing_to_report(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="nothing to report"):
        write_report(Tournament(["random", "random"]).figures(), tmp_path)


def test_without_matplotlib_the_remedy_is_told(
    figures: TournamentFigures, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtra, match=r'pip install "estoril\[arena\]"'):
        write_report(figures, tmp_path)


def test_a_folder_that_cannot_be_made_is_an_error(
    figures: TournamentFigures, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ArenaError, match="cannot be written"):
        write_report(figures, tmp_path / "file" / "report")


def test_times_are_written_in_their_unit() -> None:
    written = [duration(seconds) for seconds in (2, 0.25, 0.0031, 0.000012)]
    assert written == ["2 s", "250 ms", "3.1 ms", "12 µs"]
