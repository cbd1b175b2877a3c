"""``kabuto store``: what is damaged is named, kept where it can be, and written to files."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kabuto.cli import main

from . import format1
from .persons import running


@pytest.fixture
def data(tmp_path: Path) -> Path:
    format1.write(tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture
def table(data: Path) -> str:
    """A finished game of the folder, with a changed event."""
    name = str(format1.write(data.parent / "other")["rematch"]["id"])
    assert main(["store", "check", str(data)]) == 0
    damage(data, "UPDATE events SET body = '{}' WHERE tab = ? AND seq = 40", name)
    return name


def damage(data: Path, statement: str, *values: Any) -> None:
    with closing(sqlite3.connect(data / "kabuto.sqlite")) as connection:
        connection.execute(statement, values)
        connection.commit()


def test_a_sound_folder_is_summed_up(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["store", "check", str(data)]) == 0
    assert capsys.readouterr().out == "7 tables, 111 events, 0 damaged.\n"


def test_a_damaged_table_is_named_and_repaired_up_to_the_damage(
    data: Path, table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["store", "check", str(data)]) == 1
    said = " ".join(capsys.readouterr().out.split())
    assert f"Table {table}: event 40 does not match its checksum. 40 of 81 events can be read." in said
    assert main(["store", "repair", str(data)]) == 0
    assert "continues after 40 events" in " ".join(capsys.readouterr().out.split())
    (rest,) = data.glob(f"damaged-*/{table}.jsonl")
    assert len(rest.read_text().splitlines()) == 41
    assert main(["store", "check", str(data)]) == 0
    assert capsys.readouterr().out == "7 tables, 70 events, 0 damaged.\n"


def test_a_table_without_a_beginning_is_taken_out(
    data: Path, table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(data, "DELETE FROM events WHERE tab = ? AND seq = 0", table)
    assert main(["store", "repair", str(data)]) == 0
    assert "none of it can be read" in " ".join(capsys.readouterr().out.split())
    assert main(["store", "check", str(data)]) == 0
    assert capsys.readouterr().out.startswith("6 tables")


@pytest.mark.parametrize("statement", ["DELETE FROM tables", "UPDATE tables SET summary = '{}'"])
def test_a_table_that_is_only_missing_in_the_lists_is_listed_again(
    data: Path, table: str, statement: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["store", "repair", str(data)]) == 0
    damage(data, f"{statement} WHERE id = ?", table)
    assert main(["store", "check", str(data)]) == 1
    assert main(["store", "repair", str(data), "--table", table]) == 0
    assert main(["store", "check", str(data)]) == 0


def test_games_are_exported_as_records_that_can_be_checked(
    data: Path, table: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main(["store", "export", str(data), "--out", str(out)]) == 0
    assert (out / f"{table}.jsonl").read_text().count("\n") == 81  # what is damaged comes as it is
    records = sorted(out.glob("*.json"))
    assert len(records) == 5
    assert main(["check", *map(str, records)]) == 0
    assert main(["store", "export", str(data), "--out", str(out)]) == 2
    assert "is not an empty folder" in capsys.readouterr().err


def test_a_damaged_file_is_exported_as_far_as_it_can_be_read(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["store", "check", str(data)]) == 0
    path = data / "kabuto.sqlite"
    whole = path.read_bytes()
    path.write_bytes(whole[:-8192] + b"\xff" * 8192)
    assert main(["store", "check", str(data)]) in (1, 2)
    printed = capsys.readouterr()
    assert "damaged" in printed.out + printed.err
    assert "Traceback" not in printed.err


def test_a_damaged_log_is_something_wrong(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["store", "check", str(data)]) == 0
    (data / "kabuto.sqlite-wal").write_bytes(b"0123456789")
    assert main(["store", "check", str(data)]) == 1
    assert "The write-ahead log was damaged" in capsys.readouterr().out


def test_a_damaged_index_is_written_again(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["store", "check", str(data)]) == 0
    with closing(sqlite3.connect(data / "kabuto.sqlite")) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_master SET sql = 'CREATE INDEX tables_old ON tables (status)' "
            "WHERE name = 'tables_old'"
        )
        connection.commit()
    assert main(["store", "check", str(data)]) == 1
    assert main(["store", "repair", str(data)]) == 0
    assert main(["store", "check", str(data)]) == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["store"], "required"),
        (["store", "mend"], "one of check, repair, export"),
        (["store", "check", "DATA", "--out", "x"], "export needs --out"),
        (["store", "export", "DATA"], "export needs --out"),
        (["store", "check", "NOTHING"], "there is no kabuto.sqlite"),
        (["store", "check", "DATA", "--table", "x"], "there is no table x"),
    ],
)
def test_what_cannot_be_done_is_explained(
    data: Path, tmp_path: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    places = {"DATA": str(data), "NOTHING": str(tmp_path)}
    assert main([places.get(each, each) for each in arguments]) == 2
    assert said in capsys.readouterr().err


def test_the_folder_of_a_running_server_is_left_alone(tmp_path: Path) -> None:
    with running(tmp_path / "data"):
        command = [sys.executable, "-m", "kabuto", "store", "check", str(tmp_path / "data")]
        refused = subprocess.run(command, capture_output=True, text=True, timeout=250)
    assert refused.returncode == 2
    assert "another kabuto server is using this data folder" in refused.stderr
