"""The form of the database: its scripts, and how an older one is brought to the present form.

SQLite files have gone through all of them. A PostgreSQL database begins with the fourth form, and the scripts
after it are the same for both. They are written for SQLite, with no other types than ``TEXT``, ``INTEGER``
and ``BLOB``; ``IN_POSTGRES`` translates them.
"""

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator

from msgspec import MsgspecError, Struct
from msgspec.json import Decoder

from kabuto.host.log import log, warn
from kabuto.protocol.errors import sentence
from kabuto.server.storage import checksums
from kabuto.table import Refused

APPLICATION = 0x4B414255  # "KABU", in the file's header: tells our file from others
MIGRATIONS = (
    """
    CREATE TABLE persons (id TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, status TEXT NOT NULL, visibility TEXT NOT NULL,
        awake INTEGER NOT NULL, updated INTEGER NOT NULL, summary BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX tables_listed ON tables (visibility, status, updated);
    CREATE INDEX tables_awake ON tables (id) WHERE awake;
    CREATE TABLE sitting (
        person TEXT NOT NULL, tab TEXT NOT NULL, PRIMARY KEY (person, tab)
    ) WITHOUT ROWID;
    CREATE TABLE events (
        tab TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (tab, seq)
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE events ADD COLUMN mark BLOB NOT NULL DEFAULT x'';
    ALTER TABLE tables ADD COLUMN checksum BLOB NOT NULL DEFAULT x'';
    ALTER TABLE tables ADD COLUMN length INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN mark BLOB NOT NULL DEFAULT x'';
    CREATE INDEX tables_old ON tables (status, updated);
    CREATE INDEX sitting_tab ON sitting (tab);
    """,
    # Days since 1970 in devices, seconds in links. A device called like its person stands for all those
    # whose cookies are older than this table.
    """
    CREATE TABLE devices (
        id TEXT PRIMARY KEY, person TEXT NOT NULL, browser TEXT NOT NULL, system TEXT NOT NULL,
        since INTEGER NOT NULL, seen INTEGER NOT NULL, ended INTEGER
    ) WITHOUT ROWID;
    CREATE INDEX devices_of_person ON devices (person);
    CREATE INDEX devices_ended ON devices (id) WHERE ended IS NOT NULL;
    INSERT INTO devices
        SELECT person, person, '', '', today, today, NULL
        FROM (SELECT id AS person FROM persons UNION SELECT person FROM sitting),
             (SELECT CAST(strftime('%s', 'now') AS INTEGER) / 86400 AS today);
    CREATE TABLE links (
        hash BLOB PRIMARY KEY, person TEXT NOT NULL, device TEXT NOT NULL,
        expires INTEGER NOT NULL, used INTEGER
    ) WITHOUT ROWID;
    CREATE INDEX links_of_person ON links (person);
    """,
    # Every deal that the server committed to, in this order; its fate is the last status of a removed table.
    """
    CREATE TABLE deals (
        number INTEGER PRIMARY KEY AUTOINCREMENT, tab TEXT NOT NULL UNIQUE, secret TEXT NOT NULL, fate TEXT
    );
    """,
    # How people come back after a lost cookie, and where they are notified. Seconds since 1970 in phrases,
    # days in the others.
    """
    CREATE TABLE phrases (
        person TEXT PRIMARY KEY, hash BLOB NOT NULL UNIQUE, since INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE passkeys (
        id BLOB PRIMARY KEY, person TEXT NOT NULL, data BLOB NOT NULL,
        browser TEXT NOT NULL, system TEXT NOT NULL, since INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX passkeys_of_person ON passkeys (person);
    CREATE TABLE subscriptions (
        endpoint TEXT PRIMARY KEY, person TEXT NOT NULL, device TEXT NOT NULL,
        key BLOB NOT NULL, auth BLOB NOT NULL, language TEXT NOT NULL, since INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX subscriptions_of_person ON subscriptions (person);
    """,
    """
    DROP INDEX tables_awake;
    CREATE INDEX tables_awake ON tables (id) WHERE awake = 1;
    """,
    # Who is kept out, and which tables are closed; seconds since 1970.
    """
    CREATE TABLE bans (
        kind TEXT NOT NULL, subject TEXT NOT NULL, until INTEGER, reason TEXT NOT NULL,
        PRIMARY KEY (kind, subject)
    ) WITHOUT ROWID;
    """,
    # Milliseconds since 1970.
    """
    CREATE TABLE studies (
        id TEXT PRIMARY KEY, person TEXT NOT NULL, title TEXT NOT NULL, game TEXT NOT NULL,
        moves INTEGER NOT NULL, version INTEGER NOT NULL, updated INTEGER NOT NULL, body BLOB NOT NULL
    );
    CREATE INDEX studies_of_person ON studies (person, updated);
    """,
    # What ends an identity is found by the day it ended; which device made a phrase or passkey, what was
    # announced to a device, used challenges (seconds since 1970). ``speakers``: who spoke at a table, as
    # others know them there. ``unfinished``: games that were given up, after their tables were removed.
    """
    CREATE INDEX devices_ended_on ON devices (ended) WHERE ended IS NOT NULL;
    ALTER TABLE devices ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE phrases ADD COLUMN device TEXT NOT NULL DEFAULT '';
    ALTER TABLE passkeys ADD COLUMN device TEXT NOT NULL DEFAULT '';
    ALTER TABLE passkeys ADD COLUMN made INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE passkeys ADD COLUMN counter INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE challenges (hash BLOB PRIMARY KEY, expires INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX challenges_expire ON challenges (expires);
    CREATE TABLE speakers (tab TEXT NOT NULL, who TEXT NOT NULL, PRIMARY KEY (tab, who)) WITHOUT ROWID;
    CREATE TABLE unfinished (
        person TEXT NOT NULL, tab TEXT NOT NULL, updated INTEGER NOT NULL, summary BLOB NOT NULL,
        PRIMARY KEY (person, tab)
    ) WITHOUT ROWID;
    """,
    # What a deal is bound to besides its secret; nothing in deals by the first version.
    """
    ALTER TABLE deals ADD COLUMN start TEXT;
    """,
)
"""The scripts from an empty file to the present form; the file knows how many have run."""
NAMES = tuple(dict.fromkeys(re.findall(r"CREATE (?:TABLE|INDEX) (\w+)", "".join(MIGRATIONS))))
"""The tables and indexes of the present form."""
TABLE_NAMES = tuple(re.findall(r"CREATE TABLE (\w+)", "".join(MIGRATIONS)))
"""The tables alone: ``kabuto store copy`` copies them all."""
OLDEST = 6
"""The oldest form whose servers can go on while others use the present one: every script after it only adds.

It rises when a script takes something away that they need, one version after the last server that did.
"""
FIRST_IN_POSTGRES = 4
"""The form that a PostgreSQL database begins with."""
POSTGRES = """
    CREATE TABLE kabuto (format BIGINT NOT NULL, secret BYTEA NOT NULL);
    CREATE UNLOGGED TABLE servers (id TEXT PRIMARY KEY, seen TIMESTAMPTZ NOT NULL);
    CREATE TABLE persons (id TEXT PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, status TEXT NOT NULL, visibility TEXT NOT NULL,
        awake BIGINT NOT NULL, updated BIGINT NOT NULL, summary BYTEA NOT NULL,
        checksum BYTEA NOT NULL, length BIGINT NOT NULL DEFAULT 0, mark BYTEA NOT NULL DEFAULT ''
    );
    CREATE INDEX tables_listed ON tables (visibility, status, updated);
    CREATE INDEX tables_awake ON tables (id) WHERE awake = 1;
    CREATE INDEX tables_old ON tables (status, updated);
    CREATE TABLE sitting (person TEXT NOT NULL, tab TEXT NOT NULL, PRIMARY KEY (person, tab));
    CREATE INDEX sitting_tab ON sitting (tab);
    CREATE TABLE events (
        tab TEXT NOT NULL, seq BIGINT NOT NULL, body BYTEA NOT NULL, mark BYTEA NOT NULL,
        PRIMARY KEY (tab, seq)
    );
    CREATE TABLE devices (
        id TEXT PRIMARY KEY, person TEXT NOT NULL, browser TEXT NOT NULL, system TEXT NOT NULL,
        since BIGINT NOT NULL, seen BIGINT NOT NULL, ended BIGINT
    );
    CREATE INDEX devices_of_person ON devices (person);
    CREATE INDEX devices_ended ON devices (id) WHERE ended IS NOT NULL;
    CREATE TABLE links (
        hash BYTEA PRIMARY KEY, person TEXT NOT NULL, device TEXT NOT NULL,
        expires BIGINT NOT NULL, used BIGINT
    );
    CREATE INDEX links_of_person ON links (person);
    -- A sequence would leave gaps, and a gap looks like a deal that somebody hides.
    CREATE FUNCTION next_deal() RETURNS BIGINT LANGUAGE plpgsql AS $$ BEGIN
        PERFORM pg_advisory_xact_lock(hashtextextended('kabuto ' || current_schema() || 'deals', 0));
        RETURN (SELECT coalesce(max(number), 0) + 1 FROM deals);
    END $$;
    CREATE TABLE deals (
        number BIGINT PRIMARY KEY DEFAULT next_deal(),
        tab TEXT NOT NULL UNIQUE, secret TEXT NOT NULL, fate TEXT
    );
"""
IN_POSTGRES = {"INTEGER": "BIGINT", "BLOB": "BYTEA", " WITHOUT ROWID": ""}
"""What a script says → what PostgreSQL calls it."""


def postgres_scripts(taken: int) -> Iterator[str]:
    """The scripts that are left to be run in a PostgreSQL database; 0: it is empty."""
    if not taken:
        yield POSTGRES
    for script in MIGRATIONS[max(taken, FIRST_IN_POSTGRES) :]:
        for word, there in IN_POSTGRES.items():
            script = script.replace(word, there)
        yield script


def prepare(connection: sqlite3.Connection, *, is_checked: bool = True) -> None:
    """Check that the file is ours, whole (if that matters) and writable, and bring it to the present form."""
    taken = connection.execute("PRAGMA user_version").fetchone()[0]
    owner = connection.execute("PRAGMA application_id").fetchone()[0]
    is_empty = not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if owner != APPLICATION and not is_empty:
        raise Refused(sentence("database_foreign"), "database")
    if taken > len(MIGRATIONS):
        raise Refused(sentence("database_newer", found=taken, known=len(MIGRATIONS)), "database")
    fault = connection.execute("PRAGMA quick_check(1)").fetchone()[0] if is_checked else "ok"
    if fault != "ok":
        raise sqlite3.DatabaseError(fault)
    for number, script in enumerate(MIGRATIONS[taken:], taken + 1):
        connection.executescript(f"BEGIN IMMEDIATE; {script}")
        if number in _DATA:
            _DATA[number](connection)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {number}")
        connection.execute("COMMIT")
    if taken and taken < len(MIGRATIONS):
        log("database_migrated", before=taken, now=len(MIGRATIONS))
    found = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    for name in NAMES:
        if name not in found:
            raise sqlite3.DatabaseError(f"{name} is missing")
    _let_shrink(connection)
    touch(connection)


def touch(connection: sqlite3.Connection) -> None:
    """Write something, to see whether that is possible."""
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def _add_checksums(connection: sqlite3.Connection) -> None:
    """Give every event of the first format its checksum."""
    for (table,) in connection.execute("SELECT DISTINCT tab FROM events").fetchall():
        query = "SELECT seq, body FROM events WHERE tab = ? ORDER BY seq"
        numbers, bodies = zip(*connection.execute(query, (table,)), strict=True)
        marks = list(checksums.marks(checksums.first(table), bodies))
        connection.executemany(
            "UPDATE events SET mark = ? WHERE tab = ? AND seq = ?",
            [(mark, table, number) for mark, number in zip(marks, numbers, strict=True)],
        )
        connection.execute(
            "UPDATE tables SET length = ?, mark = ? WHERE id = ?", (numbers[-1] + 1, marks[-1], table)
        )
    lists = "SELECT id, status, visibility, awake, updated, summary FROM tables"
    connection.executemany(
        "UPDATE tables SET checksum = ? WHERE id = ?",
        [(checksums.of_row(*row), row[0]) for row in connection.execute(lists).fetchall()],
    )


class _Talked(Struct):
    """What is read of a line of talk."""

    by: str = ""


_TALKED = Decoder(_Talked)
TALK_FORM = 9
"""The form from which on it is listed who spoke where."""
TALK = "SELECT tab, body FROM events WHERE substr(body, 1, 16) = "
"""Finds every line of talk, followed by how the database writes the beginning of one."""
LIST_SPEAKER = "INSERT INTO speakers VALUES (?, ?) ON CONFLICT DO NOTHING"


def speakers(talk: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, str]]:
    """Who spoke at which table; older lines don't tell, and damaged ones can't."""
    known = set[tuple[str, str]]()
    for table, body in talk:
        try:
            found = (table, _TALKED.decode(body).by)
        except (MsgspecError, UnicodeError):
            continue
        if found[1] and found not in known:
            known.add(found)
            yield found


def _list_speakers(connection: sqlite3.Connection) -> None:
    """List who spoke where, by the talk of older formats."""
    connection.executemany(LIST_SPEAKER, speakers(connection.execute(f"{TALK}?", (b'{"type":"talked"',))))


_DATA: dict[int, Callable[[sqlite3.Connection], None]] = {2: _add_checksums, TALK_FORM: _list_speakers}
"""Format → what becomes of the data, after its script."""


def _let_shrink(connection: sqlite3.Connection) -> None:
    """Let the file give space back bit by bit; a file of the first format is rewritten once for that."""
    if connection.execute("PRAGMA auto_vacuum").fetchone()[0] == 2:
        return
    try:
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        connection.execute("VACUUM")
    except sqlite3.OperationalError:  # no room for a second copy: it goes on as it is
        warn("database_not_compacted")
