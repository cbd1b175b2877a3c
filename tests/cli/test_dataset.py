"""``kabuto dataset`` and what exports say of players: parts that are whole, read one after the other."""

import json
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pyarrow.dataset
import pytest

import kabuto as package
from kabuto.arena import new_match, open_match, play
from kabuto.cli.matches import dataset
from kabuto.players import make, play_out

from .conftest import Kabuto


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "PART", 2)


@pytest.fixture
def make_some(kabuto: Kabuto, tmp_path: Path) -> Any:
    """``make_some(4)`` makes a data set of so many games."""

    def run(games: int, *more: object) -> Any:
        words = ("--seats", "level1,random", "--seed", 3, "--jobs", 1, "--out", tmp_path / "data")
        return kabuto("dataset", "samurai", "--games", games, *words, *more)

    return run


def files(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def rows(folder: Path) -> list[dict[str, Any]]:
    batches = pyarrow.dataset.dataset(folder / "parts").to_batches(batch_size=50)
    return [row for batch in batches for row in batch.to_pylist()]


def test_a_data_set_is_read_in_parts_and_says_who_played_by_which_seeds(
    make_some: Any, tmp_path: Path
) -> None:
    assert make_some(3).code == 0
    data = tmp_path / "data"
    parts = ["parts/00000.parquet", "parts/00001.parquet"]
    assert files(data) == ["README.md", "SHA256SUMS", *parts, "plan.json"]
    batches = [*pyarrow.dataset.dataset(data / "parts").to_batches(batch_size=50, columns=["move"])]
    assert max(map(len, batches)) <= 50 < sum(map(len, batches))
    for number in range(4):
        game = [row for row in rows(data) if row["game_id"] == str(number)]
        one = game[0]
        assert one["players"] == (["level1", "random"] if number % 2 == 0 else ["random", "level1"])
        assert {(row["player"], row["level"]) for row in game} == {("level1", 1), ("random", None)}
        seeds = {row["seat"]: row["player_seed"] for row in game}
        again = package.new("samurai", seed=int(one["deal_seed"]), players=2)
        play_out(again, [make(one["players"][seat], "samurai", Random(seeds[seat])) for seat in (0, 1)])
        assert [str(move) for move in again.moves] == [row["move"] for row in game]


def test_the_card_tells_what_is_there_and_how_to_make_it_again(make_some: Any, tmp_path: Path) -> None:
    assert make_some(4).code == 0
    card = (tmp_path / "data" / "README.md").read_text()
    found = rows(tmp_path / "data")
    assert card.startswith(f"# Samurai: 4 games, {len(found)} decisions\n")
    assert "kabuto dataset samurai --games 4 --seats level1,random --seed 3 --players 2 " in card
    won = sum(row["shares"][row["players"].index("level1")] for row in found if row["ply"] == 0)
    assert f"| `level1` | 886 | 4 | {won / 4:.1%} |" in card
    assert all(f"| `{name}` | " in card for name in found[0])
    for line in (tmp_path / "data" / "SHA256SUMS").read_text().splitlines():
        digest, part = line.split("  ")
        assert sha256((tmp_path / "data" / part).read_bytes()).hexdigest() == digest


def test_it_grows_by_the_same_command_and_other_games_are_refused(make_some: Any, tmp_path: Path) -> None:
    make_some(2)
    first = tmp_path / "data" / "parts" / "00000.parquet"
    before = first.stat().st_mtime_ns
    grown = make_some(4)
    assert "4 games, 2 already there" in " ".join(grown.out.split())
    assert first.stat().st_mtime_ns == before
    assert "# Samurai: 4 games" in (tmp_path / "data" / "README.md").read_text()
    other = make_some(4, "--players", 3)
    assert (other.code, "plan.json: this folder holds other games: their options" in other.err) == (2, True)
    (tmp_path / "data" / "plan.json").unlink()
    assert "holds other files" in make_some(4).err


def test_without_space_the_part_is_named_and_what_is_there_is_whole(
    make_some: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_some(2)
    with monkeypatch.context() as patch:

        def refuse(descriptor: int) -> None:
            raise OSError(28, "No space left on device")

        patch.setattr("os.fsync", refuse)
        full = make_some(4)
    part = tmp_path / "data" / "parts" / "00001.parquet"
    assert (full.code, full.err) == (2, f"kabuto: {part}: No space left on device\n")
    assert files(tmp_path / "data") == ["README.md", "SHA256SUMS", "parts/00000.parquet", "plan.json"]
    assert make_some(4).code == 0
    assert len({row["game_id"] for row in rows(tmp_path / "data")}) == 4


# Exports.


@pytest.mark.parametrize("by", ["simulate", "arena"])
def test_an_export_says_who_played(kabuto: Kabuto, tmp_path: Path, by: str) -> None:
    games, match = tmp_path / "games.jsonl", tmp_path / "match.jsonl"
    if by == "simulate":
        seats = ("--games", 2, "--seats", "random,level2", "--rotate", "--seed", 1)
        kabuto("simulate", *seats, "--out", games, "--played", match)
    else:
        meeting = new_match("samurai", {"players": 2}, ["random", "level2"], 1)
        with open_match(meeting, match, games) as file:
            for fixture in meeting.fixtures(2):
                file.add(play(meeting, fixture))
    words = ("export", games, "--out", tmp_path / "t.jsonl", "--played", match)
    assert kabuto(*words).code == 0
    found = [json.loads(line) for line in (tmp_path / "t.jsonl").read_text().splitlines()]
    assert [row["players"] for row in found if row["ply"] == 0] == [
        ["random", "level2"],
        ["level2", "random"],
    ]
    for row in found:
        assert row["player"] == row["players"][row["seat"]]
        assert row["level"] == (2 if row["player"] == "level2" else None)
        assert row["kabuto"] == package.__version__
    first = json.loads(games.read_text().splitlines()[0])
    dealt = package.new("samurai", seed=int(found[0]["deal_seed"]), **first["options"])
    assert dealt.record()["start"] == first["start"]


def test_who_played_other_games_is_refused(kabuto: Kabuto, tmp_path: Path) -> None:
    games, played, out = tmp_path / "games.jsonl", tmp_path / "played.json", tmp_path / "t.jsonl"
    for chance in (1, 2):
        words = ("--games", 1, "--seats", "random", "--seed", chance, "--force")
        kabuto("simulate", *words, "--out", games if chance == 1 else tmp_path / "other", "--played", played)
    export = ("export", games, "--out", out, "--played", played)
    wrong = kabuto(*export)
    assert (wrong.code, "it is dealt otherwise" in wrong.err, out.exists()) == (2, True, False)
    played.write_text("{}")
    assert "does not say who played" in kabuto(*export).err
    assert kabuto(*export[:-2]).code == 0
    assert json.loads(out.read_text().splitlines()[0])["player"] is None
