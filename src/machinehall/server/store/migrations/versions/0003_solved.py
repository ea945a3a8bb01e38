"""Lessons and problems that somebody has done"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "solved",
        sa.Column("identity", sa.String(length=32), nullable=False),
        sa.Column("title", sa.String(length=40), nullable=False),
        sa.Column("item", sa.String(length=60), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["identity"], ["identities.id"], name=op.f("fk_solved_identity")),
        sa.PrimaryKeyConstraint("identity", "title", "item", name=op.f("pk_solved")),
    )


def downgrade() -> None:
    op.drop_table("solved")
