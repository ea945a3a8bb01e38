"""Sessions with device and last use, passkeys, confirmed addresses"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("secrets", schema=None) as batch_op:
        batch_op.add_column(sa.Column("used", sa.Float(), nullable=True))
        batch_op.add_column(sa.Column("device", sa.String(length=40), nullable=False, server_default=""))
    op.create_table(
        "passkeys",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("identity", sa.String(length=32), nullable=False),
        sa.Column("credential", sa.Text(), nullable=False),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("counter", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("used", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["identity"], ["identities.id"], name=op.f("fk_passkeys_identity")),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_passkeys")),
    )
    op.create_index(op.f("ix_passkeys_identity"), "passkeys", ["identity"], unique=False)
    op.create_table(
        "challenges",
        sa.Column("holder", sa.String(length=64), nullable=False),
        sa.Column("challenge", sa.String(length=100), nullable=False),
        sa.Column("expires", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("holder", name=op.f("pk_challenges")),
    )
    op.create_table(
        "mailboxes",
        sa.Column("identity", sa.String(length=32), nullable=False),
        sa.Column("address", sa.String(length=200), nullable=False),
        sa.Column("code", sa.String(length=64), nullable=True),
        sa.Column("expires", sa.Float(), nullable=False),
        sa.Column("confirmed", sa.Float(), nullable=True),
        sa.Column("stop", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["identity"], ["identities.id"], name=op.f("fk_mailboxes_identity")),
        sa.PrimaryKeyConstraint("identity", name=op.f("pk_mailboxes")),
        sa.UniqueConstraint("code", name=op.f("uq_mailboxes_code")),
        sa.UniqueConstraint("stop", name=op.f("uq_mailboxes_stop")),
    )
    op.create_table(
        "letters",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(length=64), nullable=False),
        sa.Column("identity", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letters")),
    )
    op.create_index(op.f("ix_letters_address"), "letters", ["address"], unique=False)
    op.create_index(op.f("ix_letters_identity"), "letters", ["identity"], unique=False)


def downgrade() -> None:
    for table in ("letters", "mailboxes", "challenges", "passkeys"):
        op.drop_table(table)
    with op.batch_alter_table("secrets", schema=None) as batch_op:
        batch_op.drop_column("device")
        batch_op.drop_column("used")
