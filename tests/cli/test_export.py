"""``kabuto export``: a table that is whole or not there, and a clear no to the rest."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

from kabuto.cli import export as command
from kabuto.envs.export import decisions
from kabuto.table.numbers.columns import Decision

from .conftest import Kabuto
from .terminal import Terminal


@pytest.fixture
def games(kabuto: Kabuto, tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    assert kabuto("simulate", "--games", 3, "--seats", "random", "--seed", 1, "--out", path).code == 0
    return path


def lengths(path: Path) -> list[int]:
    return [len(json.loads(line)["moves"]) for line in path.read_text().splitlines()]


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_table_of_all_games_stands_beside_them(kabuto: Kabuto, games: Path) -> None:
    printed, out = kabuto("export", games, "--to", "parquet"), games.with_suffix(".parquet")
    number = sum(lengths(games))
    assert (printed.code, printed.err) == (0, "")
    assert printed.out.split() == [f"{out}:", "3", "games,", str(number), "rows"]
    found = pyarrow.parquet.read_table(out, columns=["game_id", "move"]).to_pylist()
    assert [row["game_id"] for row in found] == [
        f"{games}:{line}" for line, moves in enumerate(lengths(games), 1) for _ in range(moves)
    ]
    moves = [move for line in games.read_text().splitlines() for move in json.loads(line)["moves"]]
    assert [row["move"] for row in found] == moves


def test_the_name_of_the_file_says_what_it_is(kabuto: Kabuto, games: Path, tmp_path: Path) -> None:
    assert kabuto("export", games, "--out", tmp_path / "table.csv").code == 0
    assert (tmp_path / "table.csv").read_text().startswith("game_id,game,ply,seat,")
    assert kabuto("export", games, "--to", "jsonl", "--out", tmp_path / "table.txt", "--truth").code == 0
    assert '"truth":' in (tmp_path / "table.txt").read_text()


def test_games_from_a_pipe_need_a_name_for_the_table(games: Path, tmp_path: Path) -> None:
    def run(*arguments: object) -> "subprocess.CompletedProcess[bytes]":
        command = [sys.executable, "-m", "kabuto", "export", "-", *map(str, arguments)]
        return subprocess.run(command, input=games.read_bytes(), capture_output=True, check=False)

    refused = run()
    assert (refused.returncode, refused.stderr.startswith(b"kabuto: --out: ")) == (2, True)
    assert run("--out", tmp_path / "piped.jsonl").returncode == 0
    assert len((tmp_path / "piped.jsonl").read_text().splitlines()) == sum(lengths(games))


def test_a_bad_record_is_named_with_its_line_and_nothing_is_written(
    kabuto: Kabuto, games: Path, tmp_path: Path
) -> None:
    lines = games.read_text().splitlines()
    record = json.loads(lines[2])
    record["moves"][4] = "S3a20"
    games.write_text("\n".join([*lines[:2], json.dumps(record)]))
    printed = kabuto("export", games)
    assert (printed.code, printed.out) == (2, "")
    assert printed.err.startswith(f"kabuto: {games}:3: moves[4]: ")
    assert files(tmp_path) == ["games.jsonl"]


@pytest.mark.parametrize("fault", [KeyboardInterrupt(), OSError(28, "No space left on device")])
@pytest.mark.parametrize("form", ["parquet", "csv", "jsonl"])
def test_an_interruption_or_a_full_disk_leaves_what_was_there(
    kabuto: Kabuto, games: Path, monkeypatch: pytest.MonkeyPatch, form: str, fault: BaseException
) -> None:
    out = games.with_name(f"table.{form}")
    out.write_text("the old one")
    read: list[Any] = []

    def at_the_second_game(*given: Any) -> list[Decision]:
        read.append(given)
        if len(read) == 2:
            raise fault
        return decisions(*given)

    monkeypatch.setattr(command, "decisions", at_the_second_game)
    printed = kabuto("export", games, "--out", out, "--force")
    assert printed.code == (130 if isinstance(fault, KeyboardInterrupt) else 2)
    assert out.read_text() == "the old one"
    assert files(games.parent) == ["games.jsonl", out.name]


def test_no_file_is_overwritten_unasked_and_the_games_never(kabuto: Kabuto, games: Path) -> None:
    before = games.read_text()
    assert kabuto("export", games).code == 0
    again = kabuto("export", games)
    assert (again.code, "--force overwrites it" in again.err) == (2, True)
    assert kabuto("export", games, "--force").code == 0
    own = kabuto("export", games, "--to", "jsonl", "--force")
    assert (own.code, "holds the games" in own.err) == (2, True)
    assert games.read_text() == before


def test_a_table_holds_one_game(kabuto: Kabuto, games: Path, tmp_path: Path) -> None:
    other = tmp_path / "yedo.jsonl"
    assert kabuto("simulate", "yedo", "--games", 1, "--seats", "random", "--out", other).code == 0
    printed = kabuto("export", games, other)
    assert printed.code == 2
    assert printed.err.startswith(f"kabuto: {other}: a game of yedo among games of samurai")
    assert files(tmp_path) == ["games.jsonl", "yedo.jsonl"]


def test_what_cannot_be_written_is_refused_before_the_work(kabuto: Kabuto, games: Path) -> None:
    assert "parquet, csv, jsonl" in kabuto("export", games, "--to", "xlsx").err
    assert "parquet, csv, jsonl" in kabuto("export", games, "--out", "table.xlsx").err
    assert "there is no folder" in kabuto("export", games, "--out", "nowhere/table.csv").err
    assert "is a folder" in kabuto("export", games, "--to", "csv", "--force", "--out", games.parent).err
    assert "is named twice" in kabuto("export", games, games).err
    for nameless in ("", ".", "/"):
        printed = kabuto("export", nameless, "--to", "csv")
        assert (printed.code, "is a folder" in printed.err) == (2, True)
    assert "specify a file for the table" in kabuto("export", games, "--to", "csv", "--out", "-").err
    assert "is a folder" in kabuto("export", games, "--to", "csv", "--out", "").err


def test_without_pyarrow_the_extra_is_named(
    kabuto: Kabuto, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    printed = kabuto("export", games)
    assert (printed.code, printed.err) == (2, "kabuto: this needs pyarrow: pip install 'kabuto[data]'\n")
    assert files(games.parent) == ["games.jsonl"]
    assert kabuto("export", games, "--to", "csv").code == 0


def test_progress_is_shown_at_a_terminal(games: Path, tmp_path: Path) -> None:
    with Terminal("export", games, home=tmp_path, COLUMNS="200") as terminal:
        assert terminal.end() == 0
        assert "exporting" in terminal.shown
        assert "3 games," in terminal.shown


def test_q6_the_games_of_a_file_can_be_exported_twice_as_the_page_says(
    kabuto: Kabuto, tmp_path: Path
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "export.md").read_text(encoding="utf-8")
    assert "cat games.jsonl games.jsonl | kabuto export - --out games.parquet" in page
    kabuto("simulate", "--games", 1, "--seats", "random", "--seed", 1, "--out", tmp_path / "games.jsonl")
    command = [sys.executable, "-m", "kabuto", "export", "-", "--out", str(tmp_path / "table.jsonl")]
    subprocess.run(command, input=2 * (tmp_path / "games.jsonl").read_bytes(), check=True, timeout=240)
    rows = [json.loads(line) for line in (tmp_path / "table.jsonl").read_text().splitlines()]
    assert len({(row["game_id"], row["ply"]) for row in rows}) == len(rows)
    assert len({row["game_id"] for row in rows}) == 2
