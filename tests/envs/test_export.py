"""Games as tables: every decision a row, made from the mover's view alone, the same in every format."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pyarrow.parquet
import pytest

import kabuto
from kabuto.envs import export_files
from kabuto.envs.export import VERSION, columns, decisions, ranks, shares
from kabuto.envs.export_files import FORMATS
from kabuto.laws.pictures import AnyGame
from kabuto.players import make, play_out
from kabuto.samurai.kernel.actions import from_ids
from kabuto.table import Outcome
from kabuto.table.numbers.columns import Decision
from kabuto.yedo.numbers.actions import to_move
from tests.envs import tables
from tests.test_laws import PERMUTE

DOCS = Path(__file__).parents[2] / "docs"
CASES: dict[str, dict[str, Any]] = {
    "samurai": {"players": 3, "edition": "ffg", "hands": "choose", "figures": "draft"},
    "yedo": {"players": 2},
}


def played(game: str, plies: int = 10_000, **options: Any) -> AnyGame:
    """A game of random players, or its beginning."""
    found = kabuto.new(game, seed=5, **(options or CASES[game]))
    chance = Random(5)
    while found.to_move is not None and found.ply < plies:
        found.play(chance.choice(found.legal_moves()))
    return found


def rows(game: AnyGame, truth: bool = False) -> list[dict[str, Any]]:
    table = columns(game.name, truth)
    return [{c.name: c.read(d) for c in table} for d in decisions("games:1", game.copy(), truth)]


@pytest.mark.parametrize("name", CASES)
def test_every_decision_is_a_row_with_what_its_seat_knew(name: str) -> None:
    game = played(name)
    found, replayed = rows(game), kabuto.new(name, seed=5, **CASES[name])
    assert len(found) == game.ply
    for number, (row, move) in enumerate(zip(found, game.moves, strict=True)):
        seat = replayed.to_move
        assert (row["ply"], row["seat"], row["move"]) == (number, seat, str(move))
        assert row["view"] == replayed.view(seat).to_json()
        assert row["legal"] == [str(legal) for legal in replayed.legal_moves()]
        assert (row["legal"][row["choice"]], row["legal_count"]) == (str(move), len(row["legal"]))
        ids = row["actions"]
        assert (from_ids(ids) if name == "samurai" else to_move(replayed, *ids)) == move
        replayed.play(move)


@pytest.mark.parametrize("name", CASES)
def test_options_and_results_stand_in_every_row(name: str) -> None:
    game = played(name)
    assert game.outcome
    for row in rows(game):
        assert {key: row[f"option_{key}"] for key in game.options} == game.options
        assert row["finished"]
        assert row["won"] == row["shares"][row["seat"]] == (row["seat"] in game.outcome.winners)
        assert [seat for seat, rank in enumerate(row["ranks"]) if rank == 1] == [*game.outcome.winners]
        assert row["rank"] == row["ranks"][row["seat"]]


def test_the_columns_of_samurai_are_those_of_the_view() -> None:
    game = played("samurai")
    outcome: Any = game.outcome
    for row in rows(game):
        view = json.loads(row["view"])
        for name in ("phase", "hand", "played", "hand_sizes", "stack_sizes", "aside"):
            assert row[name] == view[name]
        assert row["turn"] == sum(entry["move"] == "/" for entry in view["log"])
        assert row["left"] == ["".join(view["figures"].values()).count(figure) for figure in "HBR"]
        counts = [row[f"final_{name}"] for name in ("helmets", "buddhas", "rice")]
        assert [*zip(*counts, strict=True)] == [*outcome.captured]


def test_captured_figures_behind_screens_are_those_that_a_perfect_memory_knows() -> None:
    game = played("samurai", players=2, captured_figures="hidden")
    last, outcome = rows(game)[-1], game.outcome
    assert isinstance(outcome, kabuto.samurai.SamuraiOutcome)
    assert json.loads(last["view"])["captured"][1 - last["seat"]] is None
    total = sum(last[name][seat] for name in ("helmets", "buddhas", "rice") for seat in range(2))
    seen = sum(len(entry["captures"]) for entry in json.loads(last["view"])["log"])
    assert total == seen - sum(last["aside"])
    assert total > 0


def test_the_columns_of_yedo_are_those_of_the_view() -> None:
    for row in rows(played("yedo")):
        position = json.loads(row["view"])["position"]
        assert row["round"] == position["round"]
        clans = position["clans"]
        own = clans[row["seat"]]
        assert row["mon"] == [clan["mon"] for clan in clans]
        assert row["prestige"] == [clan["prestige"] for clan in clans]
        assert row["weapons"] == own["weapons"]
        assert (row["missions"], row["action_cards"]) == (own["missions"], own["actions"])
        assert row["missions_done"] == [len(clan["finished"]) for clan in clans]


def test_a_game_that_was_broken_off_has_no_result() -> None:
    for row in rows(played("samurai", plies=30)):
        assert row["finished"] is False
        assert [row[name] for name in ("won", "rank", "shares", "ranks", "final_rice")] == [None] * 5


def test_a_shared_victory_is_split_and_a_shared_rank_counts_for_all() -> None:
    outcome = Outcome(((1, 3), (0,), (2,)), ("…",))
    assert shares(outcome) == [0, 0.5, 0, 0.5]
    assert ranks(outcome) == [3, 1, 4, 1]


@pytest.mark.uncounted
@pytest.mark.parametrize("plies", [25, 150])
@pytest.mark.parametrize("name", CASES)
def test_a_row_tells_nothing_that_its_seat_could_not_know(name: str, plies: int) -> None:
    options = {"samurai": {"players": 3}, "yedo": {"players": 2}}[name]
    game = played(name, plies, **options)
    changed = 0
    for seat in range(game.players):
        twin = PERMUTE[name](game, seat, Random(seat))
        own, others = [row for row in rows(game) if row["seat"] == seat], rows(twin)
        assert [row for row in others if row["seat"] == seat] == own
        with_truth = [row for row in rows(twin, truth=True) if row["seat"] == seat]
        changed += with_truth != [row for row in rows(game, truth=True) if row["seat"] == seat]
    assert changed, "a leak would not have been seen"


def test_the_truth_is_the_whole_position_and_comes_only_when_asked_for() -> None:
    game = played("samurai", plies=20, players=2)
    assert "truth" not in rows(game)[0]
    assert json.loads(rows(game, truth=True)[-1]["truth"]) == _before_the_last(game).position()


def _before_the_last(game: AnyGame) -> AnyGame:
    twin = game.copy()
    twin.undo()
    return twin


def written(path: Path, form: str, found: list[Decision]) -> list[dict[str, Any]]:
    """A table, written and read."""
    FORMATS[form](path, columns(found[0].game), found)
    if form == "parquet":
        return pyarrow.parquet.read_table(path).to_pylist()  # type: ignore[no-any-return]
    if form == "jsonl":
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    with path.open(encoding="utf-8", newline="") as file:
        kinds = {c.name: c.kind for c in columns(found[0].game)}
        return [
            {
                name: None if not cell else cell if kinds[name] == "text" else json.loads(cell)
                for name, cell in row.items()
            }
            for row in csv.DictReader(file)
        ]


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", CASES)
def test_every_format_holds_the_same(tmp_path: Path, name: str, form: str) -> None:
    game = played(name, plies=60)
    assert written(tmp_path / "table", form, decisions("games:1", game.copy())) == rows(game)


def test_a_parquet_file_tells_its_version_and_what_its_columns_mean(tmp_path: Path) -> None:
    game = played("samurai", plies=5)
    written(tmp_path / "table", "parquet", decisions("games:1", game))
    schema = pyarrow.parquet.read_schema(tmp_path / "table")
    assert schema.metadata[b"kabuto_table"] == str(VERSION).encode()
    for column in columns("samurai"):
        assert schema.field(column.name).metadata[b"meaning"].decode() == column.meaning


def test_rows_are_written_as_they_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export_files, "ROWS", 20)
    found = decisions("games:1", played("samurai", plies=50))
    written(tmp_path / "table", "parquet", found)
    assert pyarrow.parquet.ParquetFile(tmp_path / "table").num_row_groups == 3
    held: list[int] = []

    def one_by_one() -> Iterator[Decision]:
        for number, decision in enumerate(found):
            held.append(number)
            yield decision

    groups = export_files._groups(columns("samurai"), one_by_one())
    next(groups)
    assert len(held) == 20


def test_yedo_with_other_cards_has_no_action_ids() -> None:
    game = played("yedo", plies=3)
    decision = decisions("games:1", game)[0]
    other = Decision(**{**decision.__dict__, "options": {**decision.options, "cards": "mine"}})
    by_name = {column.name: column for column in columns("yedo")}
    assert by_name["actions"].read(decision) is not None
    assert by_name["actions"].read(other) is None


def test_a_game_that_brings_no_columns_has_those_of_every_game(own_registry: None) -> None:
    from tests.support.tiny import Kites

    kabuto.register(Kites)
    game = kabuto.new("kites", seed=1)
    play_out(game, [make("random", "kites", Random(1)) for _ in range(game.players)])
    assert [row["move"] for row in rows(game)] == [str(move) for move in game.moves]


@pytest.mark.parametrize("page", tables.TABLES)
def test_the_data_card_lists_every_column(page: str) -> None:
    told = "python -m tests.envs.tables writes it"
    assert (tables.DOCS / page).read_text(encoding="utf-8") == tables.written(page), told
