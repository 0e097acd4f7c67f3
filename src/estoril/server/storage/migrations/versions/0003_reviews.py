"""Reviews of finished games."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("format", sa.Integer, nullable=False),
        sa.Column("depth", sa.String(16), nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("making", sa.String(16), nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("steps", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Remove it: reviews can be made again."""
    op.drop_table("reviews")
