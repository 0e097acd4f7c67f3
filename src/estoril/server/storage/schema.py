"""The tables of the database, the same in SQLite and PostgreSQL.

Entries are the only truth about a game. The row in `tables` says what a process must know of a
table without reading its entries: how the lobby lists it, and when somebody must look after it.
"""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sa.Column("time", sa.Double, nullable=False),
)

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("changed", sa.Double, nullable=False),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("summary", sa.LargeBinary, nullable=False),
    sa.Column("due", sa.Double, index=True),
    sa.Index("ix_tables_listed", "listed", "state", "created"),
)

tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("hash", sa.LargeBinary(32), primary_key=True),
    sa.Column("role", sa.String(16), nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("number", sa.Integer, nullable=False),  # of the entry that gave the seat
    sa.Column("created", sa.Double, nullable=False),
)

pushes = sa.Table(  # browsers that listen for a seat, by the token that said so
    "pushes",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("hash", sa.LargeBinary(32), primary_key=True),
    sa.Column("endpoint", sa.Text, primary_key=True),
    sa.Column("p256dh", sa.LargeBinary, nullable=False),
    sa.Column("auth", sa.LargeBinary, nullable=False),
    sa.Column("language", sa.String(16), nullable=False),
    sa.Column("created", sa.Double, nullable=False),
)

reviews = sa.Table(  # of finished games: what is kept of them, and what is being made
    "reviews",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("format", sa.Integer, nullable=False),  # of `data`; 0: there is none
    sa.Column("depth", sa.String(16), nullable=False),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sa.Column("making", sa.String(16), nullable=False),  # how deep the one is that is being made
    sa.Column("until", sa.Double, nullable=False),  # whoever makes it says so again before that
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("steps", sa.Integer, nullable=False),
)

secrets = sa.Table(  # of this server, such as the key that it signs with
    "secrets",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.LargeBinary, nullable=False),
)

webhooks = sa.Table(
    "webhooks",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("url", sa.Text, nullable=False),
)
