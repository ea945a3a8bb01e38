"""Facts in the journal; a row to try writing with

Nothing is worked out here: whatever stands in the seats now may be right or not, and a migration that sealed it would
make it so. Lines and positions of before keep the hashes they have, which are checked as ever; a table's facts come
into its journal with its next change, or when the operator says `machinehall audit --mend`.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("commits", sa.Column("facts", sa.Text(), nullable=True))
    some = sa.text("facts is not null")
    op.create_index("ix_commits_facts", "commits", ["match", "rev"], sqlite_where=some, postgresql_where=some)
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("filler", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pulse")),
    )


def downgrade() -> None:
    op.drop_table("pulse")
    op.drop_index("ix_commits_facts", table_name="commits")
    with op.batch_alter_table("commits", schema=None) as batch_op:
        batch_op.drop_column("facts")
