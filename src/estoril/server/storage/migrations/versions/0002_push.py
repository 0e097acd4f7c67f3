"""Browsers that listen for a seat, and the server's own secrets."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "pushes",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("endpoint", sa.Text, primary_key=True),
        sa.Column("p256dh", sa.LargeBinary, nullable=False),
        sa.Column("auth", sa.LargeBinary, nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    """Remove them."""
    op.drop_table("secrets")
    op.drop_table("pushes")
