"""What is stored. One schema for SQLite and PostgreSQL; times are Unix seconds, texts that are JSON say so."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
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
    text,
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
    Column("used", Float),  # the last use, to ten minutes
    Column("device", String(40), nullable=False, default="", server_default=""),  # roughly: browser and system
)

# The public halves of people's passkeys (WebAuthn).
passkeys = Table(
    "passkeys",
    metadata,
    Column("hash", String(64), primary_key=True),  # of the credential's id
    Column("identity", String(32), ForeignKey("identities.id"), nullable=False, index=True),
    Column("credential", Text, nullable=False),  # its id, as browsers write it
    Column("key", LargeBinary, nullable=False),
    Column("counter", BigInteger, nullable=False),
    Column("name", String(40), nullable=False),
    Column("created", Float, nullable=False),
    Column("used", Float),
)

# A question that an authenticator has to sign: of one browser, good for one answer.
challenges = Table(
    "challenges",
    metadata,
    Column("holder", String(64), primary_key=True),  # hash of the browser's secret and what the question is for
    Column("challenge", String(100), nullable=False),
    Column("expires", Float, nullable=False),
)

# To which address an identity is written, once its owner has confirmed it.
mailboxes = Table(
    "mailboxes",
    metadata,
    Column("identity", String(32), ForeignKey("identities.id"), primary_key=True),
    Column("address", String(200), nullable=False),
    Column("code", String(64), unique=True),  # hash of the code that confirms it; used once
    Column("expires", Float, nullable=False),
    Column("confirmed", Float),
    Column("stop", String(64), nullable=False, unique=True),  # stands in every letter and can only end them
)

# Letters of the last day, to send no more than a few; and addresses whose owners want none.
letters = Table(
    "letters",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("address", String(64), nullable=False, index=True),  # a hash
    Column("identity", String(32), nullable=False, index=True),
    Column("kind", String(10), nullable=False),  # confirm, turn, stop
    Column("at", Float, nullable=False),
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
    Column("final", Integer, nullable=False, server_default="0"),  # 1: nobody can go back from the end any more
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Index("ix_matches_status_changed", "status", "changed"),
)

seats = Table(
    "seats",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),  # person, invited, asked, bot
    Column("identity", String(32), index=True),
    Column("name", String(40), nullable=False, default=""),
    Column("bot", String(40), nullable=False, default=""),
    Column("invite", String(64)),  # hash of the code in the link
    Column("left", Integer, nullable=False, default=0),
)

_SAID = text("facts is not null")

# The journal: one line for each revision. Its key is the guard: nobody can write a revision twice.
commits = Table(
    "commits",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("rev", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),  # open, seat, start, play, undo, ask, rules, rematch, final
    Column("seat", Integer),
    Column("first", Integer, nullable=False),  # number of the first of its decisions
    Column("lines", Text, nullable=False),  # decisions and outcomes of chance, as in a record
    Column("events", LargeBinary, nullable=False),  # what each line brought about
    Column("offers", Integer, nullable=False, default=0),  # finger-print of what could be chosen
    Column("chain", String(32), nullable=False),
    Column("void", Integer, nullable=False, default=0),  # taken back by that revision
    Column("at", Float, nullable=False),
    Column("facts", Text),  # JSON: what the table is like from here on; part of the chain
    Index("ix_commits_match_first", "match", "first"),
    Index("ix_commits_facts", "match", "rev", sqlite_where=_SAID, postgresql_where=_SAID),
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

# Whose talk somebody does not want to hear (mute), and whom they do not want at their tables either (block).
mutes = Table(
    "mutes",
    metadata,
    Column("identity", String(32), ForeignKey("identities.id"), primary_key=True),
    Column("other", String(32), ForeignKey("identities.id"), primary_key=True),
    Column("id", String(32), nullable=False, unique=True),  # what the list calls it: identities are not told
    Column("name", String(40), nullable=False),  # as the other was called then
    Column("block", Integer, nullable=False),
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

# Components that an owner has typed: laid over the standard pack, record by record.
packs = Table(
    "packs",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("identity", String(32), ForeignKey("identities.id"), nullable=False, index=True),
    Column("title", String(40), nullable=False),
    Column("name", String(60), nullable=False),
    Column("trial", Text),  # JSON: the last trial by bots
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
)

pack_records = Table(
    "pack_records",
    metadata,
    Column("pack", String(32), ForeignKey("packs.id"), primary_key=True),
    Column("file", String(60), primary_key=True),
    Column("record", String(100), primary_key=True),
    Column("identity", String(32), ForeignKey("identities.id"), nullable=False, index=True),
    Column("body", Text, nullable=False),  # JSON: the record
    Column("hands", Text, nullable=False),  # JSON: who has read it off the own piece
    Column("at", Float, nullable=False),
)

# The same as tables are played with them: what a pack was when a table was opened stays with the table.
pack_versions = Table(
    "pack_versions",
    metadata,
    Column("title", String(40), primary_key=True),
    Column("version", String(80), primary_key=True),  # its finger-print
    Column("name", String(60), nullable=False),
    Column("files", Text, nullable=False),  # JSON: all its component files
    Column("at", Float, nullable=False),
)

# Why a match that is over was won or lost, as `machinehall.review` tells it: worked out from the journal, so it can go.
reviews = Table(
    "reviews",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("judge", String(80), nullable=False),  # by whom, and of which form: another one makes it anew
    Column("body", LargeBinary, nullable=False),  # compressed JSON
    Column("at", Float, nullable=False),
)

# Key turns that somebody has tried again until they found one that counts.
retried = Table(
    "retried",
    metadata,
    Column("identity", String(32), ForeignKey("identities.id"), primary_key=True),
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("turn", Integer, primary_key=True),  # its number, over all seats
    Column("at", Float, nullable=False),  # the first time
)

# Seats that keep to themselves what a review says of their turns.
unshown = Table(
    "unshown",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
)

notes = Table(
    "notes",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("identity", String(32), ForeignKey("identities.id"), primary_key=True),
    Column("text", Text, nullable=False),
)

# Written and deleted again by `/healthz`, to know whether writing works.
pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("filler", LargeBinary, nullable=False),
)
