"""Reviews of matches that are over"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("judge", sa.String(length=80), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_reviews_match")),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_reviews")),
    )


def downgrade() -> None:
    op.drop_table("reviews")
