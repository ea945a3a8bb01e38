"""Owners' packs"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "packs",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("identity", sa.String(length=32), nullable=False),
        sa.Column("title", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("trial", sa.Text(), nullable=True),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("changed", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["identity"], ["identities.id"], name=op.f("fk_packs_identity")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_packs")),
    )
    op.create_index(op.f("ix_packs_identity"), "packs", ["identity"], unique=False)
    op.create_table(
        "pack_records",
        sa.Column("pack", sa.String(length=32), nullable=False),
        sa.Column("file", sa.String(length=60), nullable=False),
        sa.Column("record", sa.String(length=100), nullable=False),
        sa.Column("identity", sa.String(length=32), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("hands", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["identity"], ["identities.id"], name=op.f("fk_pack_records_identity")),
        sa.ForeignKeyConstraint(["pack"], ["packs.id"], name=op.f("fk_pack_records_pack")),
        sa.PrimaryKeyConstraint("pack", "file", "record", name=op.f("pk_pack_records")),
    )
    op.create_index(op.f("ix_pack_records_identity"), "pack_records", ["identity"], unique=False)


def downgrade() -> None:
    for table in ("pack_records", "packs"):
        op.drop_table(table)
