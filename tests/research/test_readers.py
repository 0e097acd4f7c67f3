"""Polars, pandas and DuckDB read the tables as they are; `make test-research` brings them."""

from pathlib import Path

import duckdb
import pandas
import polars
import pytest
from pyarrow import parquet

from estoril.bulk.tables import TABLES

SAMPLE = Path(__file__).parent / "sample"


@pytest.mark.parametrize("table", TABLES)
def test_all_of_them_find_the_same_rows_and_columns(table: str) -> None:
    names = [column.name for column in TABLES[table]]
    rows = sum(parquet.read_metadata(f).num_rows for f in (SAMPLE / table).rglob("*.parquet"))
    with_polars = polars.scan_parquet(SAMPLE / table / "**/*.parquet", hive_partitioning=True)
    frame = with_polars.collect()
    assert (frame.columns, frame.height) == ([*names, "setup"], rows)
    with_pandas = pandas.read_parquet(SAMPLE / table)
    assert ([*with_pandas.columns], len(with_pandas)) == ([*names, "setup"], rows)
    query = f"SELECT * FROM read_parquet('{SAMPLE}/{table}/*/*.parquet', hive_partitioning = true)"
    found = duckdb.sql(query)
    assert (found.columns, len(found)) == ([*names, "setup"], rows)


def test_a_question_has_the_same_answer_everywhere() -> None:
    """How often each bot won."""
    seats = polars.read_parquet(SAMPLE / "seats/**/*.parquet", hive_partitioning=True)
    by_polars = dict(
        seats.group_by(polars.col("bot").cast(polars.String)).agg(polars.col("share").mean()).rows()
    )
    by_pandas = pandas.read_parquet(SAMPLE / "seats").groupby("bot", observed=True)["share"].mean()
    files = f"read_parquet('{SAMPLE}/seats/*/*.parquet', hive_partitioning = true)"
    by_duckdb = dict(duckdb.sql(f"SELECT bot, avg(share) FROM {files} GROUP BY bot").fetchall())
    assert by_polars == pytest.approx(by_duckdb, rel=1e-6)
    assert by_pandas.to_dict() == pytest.approx(by_duckdb, rel=1e-6)
    assert by_duckdb["agent"] > by_duckdb["tourist"] > by_duckdb["random"]
