"""A data folder as the first format left it, with games in every state: what must open for ever."""

import json
import sqlite3
from pathlib import Path
from typing import Any

from kabuto.server.storage.schema_versions import APPLICATION

_SCHEMA = """
CREATE TABLE persons (id TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE tables (
    id TEXT PRIMARY KEY, status TEXT NOT NULL, visibility TEXT NOT NULL,
    awake INTEGER NOT NULL, updated INTEGER NOT NULL, summary BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX tables_listed ON tables (visibility, status, updated);
CREATE INDEX tables_awake ON tables (id) WHERE awake;
CREATE TABLE sitting (person TEXT NOT NULL, tab TEXT NOT NULL, PRIMARY KEY (person, tab)) WITHOUT ROWID;
CREATE TABLE events (tab TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (tab, seq))
    WITHOUT ROWID;
"""


def write(data: Path) -> dict[str, Any]:
    """Write the folder; what is known about it: its tables, cookies and a personal link."""
    saved = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    data.mkdir(parents=True, exist_ok=True)
    (data / "secret").write_bytes(bytes.fromhex(saved["secret"]))
    connection = sqlite3.connect(data / "kabuto.sqlite")
    connection.executescript(
        f"{_SCHEMA} PRAGMA journal_mode = WAL; "
        f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = 1;"
    )
    for name, rows in saved["rows"].items():
        for row in rows:
            if name in ("tables", "events"):
                row[-1] = row[-1].encode()
            connection.execute(f"INSERT INTO {name} VALUES ({', '.join('?' * len(row))})", row)
    connection.commit()
    connection.close()
    facts: dict[str, Any] = saved["facts"]
    return facts
