"""A data folder as the version before the neutral wire left it: games in every state, cookies, a link.

Opening hands were confirmed with ``/`` then, and replaced by an event ``chosen`` when all were.
"""

import json
import sqlite3
from pathlib import Path
from typing import Any


def write(data: Path) -> dict[str, Any]:
    """Write the folder; what is known about it: its tables, cookies and a personal link."""
    saved = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    data.mkdir(parents=True, exist_ok=True)
    (data / "secret").write_bytes(bytes.fromhex(saved["secret"]))
    connection = sqlite3.connect(data / "kabuto.sqlite")
    for name, value in saved["pragmas"].items():
        connection.execute(f"PRAGMA {name} = {value}")
    for statement in saved["schema"]:
        connection.execute(statement)
    for name, rows in saved["rows"].items():
        columns = connection.execute(f"PRAGMA table_info({name})").fetchall()
        are_blobs = [column[2] == "BLOB" for column in columns]
        for row in rows:
            values = [_value(value, is_blob) for value, is_blob in zip(row, are_blobs, strict=True)]
            connection.execute(f"INSERT INTO {name} VALUES ({', '.join('?' * len(values))})", values)
    connection.commit()
    connection.close()
    facts: dict[str, Any] = saved["facts"]
    return facts


def _value(value: Any, is_blob: bool) -> Any:
    if isinstance(value, dict):
        return bytes.fromhex(value["hex"])
    return value.encode() if is_blob else value
