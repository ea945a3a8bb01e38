"""Seats that hide from others what a review says of their turns"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "unshown",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_unshown_match")),
        sa.PrimaryKeyConstraint("match", "seat", name=op.f("pk_unshown")),
    )


def downgrade() -> None:
    op.drop_table("unshown")
