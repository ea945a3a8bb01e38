"""Ends that are final; whom somebody does not want to hear"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("final", sa.Integer(), nullable=False, server_default="0"))
    # Nobody knows whose records were given out before this was kept.
    op.execute("update matches set final = 1 where status = 'over'")
    op.create_table(
        "mutes",
        sa.Column("identity", sa.String(length=32), nullable=False),
        sa.Column("other", sa.String(length=32), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("block", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["identity"], ["identities.id"], name=op.f("fk_mutes_identity")),
        sa.ForeignKeyConstraint(["other"], ["identities.id"], name=op.f("fk_mutes_other")),
        sa.PrimaryKeyConstraint("identity", "other", name=op.f("pk_mutes")),
        sa.UniqueConstraint("id", name=op.f("uq_mutes_id")),
    )


def downgrade() -> None:
    op.drop_table("mutes")
    op.drop_column("matches", "final")
