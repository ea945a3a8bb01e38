"""Feats of players"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "feats",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("what", sa.String(length=60), nullable=False),
        sa.Column("identity", sa.String(length=32), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["identity"], ["identities.id"], name=op.f("fk_feats_identity")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_feats_match")),
        sa.PrimaryKeyConstraint("match", "seat", "what", name=op.f("pk_feats")),
    )
    with op.batch_alter_table("feats", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_feats_identity"), ["identity"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("feats", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_feats_identity"))

    op.drop_table("feats")
