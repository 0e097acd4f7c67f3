"""The datasheet of a folder of data: what is in it, how it came about, what it is good for.

Its questions are those of *Datasheets for Datasets* (Gebru et al., 2018).
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any, Final

import msgspec

from estoril.bulk.tables import MANIFEST, TABLES
from estoril.extras import need

NAME: Final = "README.md"

_PAGE: Final = """\
# {games:,} games of Estoril

## Why it was made
To study the game and to train and judge programs that play it: every decision of every seat, with
all that was allowed, and what came of it.

## What is in it
Games of *City of Spies: Estoril 1942* by the engine of Estoril ({made_by}, rules {rules}), played
by programs: {bots}. No data of people is in it. Nothing is left out and nothing is sampled: each
game is there from its first chance event to its final score, and `games.steps` replays it.

| setup | games | decisions | {columns} |
|---|--:|--:|{rule}
{setups}

The figures under the bots are their shares of the wins in their games.

## How it was made
By `{command}`, seed {seed}. The same command with the same version gives the same games; only the
times that bots took (`micros`) differ. Bots are seated in all rotations on equal deals, so that no
seat favours anybody.

## What to know before using it
- Games of one rotation share deal and dice: split by `seed` of `games`, not by game, when you hold
  games out.
- Programs of one kind play alike. What they never do is not in here.
- `decisions` tells what each seat chose, not all it knew: replay `steps` for views and observations
  (`estoril.replay`, `estoril.bulk.encoder`).

## How to read it
A folder for each table, in it one for each setup, in it Parquet files:

```python
import polars
polars.scan_parquet("seats/**/*.parquet", hive_partitioning=True)
```
```sql
SELECT bot, avg(share) FROM read_parquet('seats/*/*.parquet', hive_partitioning = true) GROUP BY 1;
```

{tables}
## Terms
The engine and what it makes are under the MIT licence; the game itself belongs to its authors and
publishers, whose rules are facts and whose texts and pictures are not in here.
"""


def write_datasheet(folder: str | PathLike[str]) -> Path:
    """Write the datasheet of a folder of data from what is in it; return its path.

    Raises:
        MissingExtra: This needs pyarrow.
    """
    need("parquet")
    path = Path(folder)
    told: dict[str, Any] = msgspec.json.decode((path / MANIFEST).read_bytes())
    bots = list(dict.fromkeys(told.get("bots", [])))
    page = _PAGE.format(
        games=told["games"],
        made_by=told["made_by"],
        rules=told["rules"],
        bots=", ".join(f"`{bot}`" for bot in bots),
        columns=" | ".join(f"`{bot}`" for bot in bots),
        rule="--:|" * len(bots),
        setups="\n".join(_setup_row(path, name, bots) for name in told["setups"]),
        command=told.get("command") or "estoril",
        seed=told.get("seed"),
        tables=described(),
    )
    sheet = path / NAME
    sheet.write_text(page, "utf-8")
    return sheet


def _setup_row(folder: Path, name: str, bots: list[str]) -> str:
    """Say how many games of a setup there are, and how the bots did."""
    from pyarrow import compute, parquet

    games = parquet.read_table(folder / "games" / f"setup={name}", columns=["decisions"])
    decisions = compute.sum(games["decisions"]).as_py()
    seats = parquet.read_table(folder / "seats" / f"setup={name}", columns=["bot", "share"])
    seats = seats.set_column(0, "bot", seats["bot"].cast("string"))
    shares = {
        row["bot"]: row["share_mean"]
        for row in seats.group_by("bot").aggregate([("share", "mean")]).to_pylist()
    }
    won = " | ".join(f"{shares[bot]:.1%}" if bot in shares else "" for bot in bots)
    return f"| {name} | {games.num_rows:,} | {decisions:,} | {won} |"


def described() -> str:
    """Return what the columns of all tables are, as Markdown."""
    lines = []
    for table, columns in TABLES.items():
        lines += [f"### {table}", "", "| column | type | |", "|---|---|---|"]
        lines += [f"| `{c.name}` | {c.type} | {c.meaning} |" for c in columns]
        lines.append("")
    return "\n".join(lines)
