"""Key turns that were tried again with success"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "retried",
        sa.Column("identity", sa.String(length=32), nullable=False),
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["identity"], ["identities.id"], name=op.f("fk_retried_identity")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_retried_match")),
        sa.PrimaryKeyConstraint("identity", "match", "turn", name=op.f("pk_retried")),
    )


def downgrade() -> None:
    op.drop_table("retried")
