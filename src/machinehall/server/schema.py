"""What is stored. One schema for SQLite and PostgreSQL; times are Unix seconds, texts that are JSON say so."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

identities = Table(
    "identities",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("recovery", String(64), unique=True),  # hash of the recovery code
    Column("login", String(80), unique=True),
    Column("password", String(200)),  # argon2
    Column("notify", Text, nullable=False, default="{}"),  # JSON: webhook, e-mail
    Column("created", Float, nullable=False),
)

# A cookie or a bearer token, kept as a hash. A token for a seat lets a program play that seat and nothing else.
secrets = Table(
    "secrets",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("identity", String(32), ForeignKey("identities.id"), nullable=False, index=True),
    Column("kind", String(10), nullable=False),  # cookie, seat
    Column("match", String(32)),
    Column("seat", Integer),
    Column("label", String(40), nullable=False, default=""),
    Column("created", Float, nullable=False),
)

matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("title", String(40), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("data", String(80), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("owner", String(32), nullable=False),
    Column("pace", Integer, nullable=False),  # days for a move; 0: live
    Column("visibility", String(10), nullable=False),  # private, listed, open
    Column("status", String(10), nullable=False),  # open, running, over
    Column("rev", Integer, nullable=False),
    Column("number", Integer, nullable=False),  # decisions in the log, chance among them
    Column("floor", Integer, nullable=False),  # the first decision that can still be taken back
    Column("chain", String(32), nullable=False),  # running hash over the log
    Column("to_act", String(40), nullable=False),  # ",0,2,": the seats that owe a decision
    Column("deadline", Float),
    Column("pending", Text, nullable=False, default="{}"),  # JSON: votes and requests under way
    Column("outcome", Text),  # JSON
    Column("told", Text),  # JSON: what the table has to be told, such as a change of rules
    Column("rematch", String(32)),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Index("ix_matches_status_changed", "status", "changed"),
)

seats = Table(
    "seats",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),  # person, invited, bot
    Column("identity", String(32), index=True),
    Column("name", String(40), nullable=False, default=""),
    Column("bot", String(40), nullable=False, default=""),
    Column("invite", String(64)),  # hash of the code in the link
    Column("left", Integer, nullable=False, default=0),
)

# The journal: one line for each revision. Its key is the guard: nobody can write a revision twice.
commits = Table(
    "commits",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("rev", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),  # open, seat, start, play, undo, ask, rules
    Column("seat", Integer),
    Column("first", Integer, nullable=False),  # number of the first of its decisions
    Column("lines", Text, nullable=False),  # decisions and outcomes of chance, as in a record
    Column("events", LargeBinary, nullable=False),  # what each line brought about
    Column("offers", Integer, nullable=False, default=0),  # finger-print of what could be chosen
    Column("chain", String(32), nullable=False),
    Column("void", Integer, nullable=False, default=0),  # taken back by that revision
    Column("at", Float, nullable=False),
    Index("ix_commits_match_first", "match", "first"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("rules", Integer, nullable=False),
    Column("data", String(80), nullable=False),
    Column("state", LargeBinary, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("decided", Integer, nullable=False, default=0),  # bits: the seats that had decided something of their own
)

messages = Table(
    "messages",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("identity", String(32), nullable=False),
    Column("seat", Integer),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)

# What a player has brought about in a match that is over: feats, and facts that make a feat over several matches.
feats = Table(
    "feats",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("what", String(60), primary_key=True),
    Column("identity", String(32), ForeignKey("identities.id"), nullable=False, index=True),
    Column("at", Float, nullable=False),  # the end of the match
)

# Lessons and problems that somebody has done.
solved = Table(
    "solved",
    metadata,
    Column("identity", String(32), ForeignKey("identities.id"), primary_key=True),
    Column("title", String(40), primary_key=True),
    Column("item", String(60), primary_key=True),
    Column("at", Float, nullable=False),
)

notes = Table(
    "notes",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("identity", String(32), ForeignKey("identities.id"), primary_key=True),
    Column("text", Text, nullable=False),
)
