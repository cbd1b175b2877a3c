"""``kabuto tasks``: opponents stay what they were, results are true or refused with their fault."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kabuto.arena import here, play
from kabuto.players import make
from kabuto.samurai.players.greedy import Greedy
from kabuto.table import Refused, new
from kabuto.tasks import Task, begin, frozen, play_missing, tasks, verify
from kabuto.tasks import task as task_named
from kabuto.tasks.result import Result, checksum, score

from .conftest import Kabuto

NAME = "samurai-2-greedy-v0"
Edit = Callable[[dict[str, Any]], object]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kabuto.arena.ratings.DRAWS", 40)
    for module in ("kabuto.tasks", "kabuto.tasks.checking"):  # it has tests of its own
        monkeypatch.setattr(f"{module}.verify", lambda task: None)


@pytest.fixture(scope="module")
def played() -> Result:
    """Four games of random play."""
    found = begin(task_named(NAME), "random", None, Path("nowhere"))
    for _ in play_missing(task_named(NAME), found, 4, here()):
        pass
    return found


@pytest.fixture
def result(played: Result, tmp_path: Path) -> Path:
    """The file of these games."""
    played.write(tmp_path / "result.json")
    return tmp_path / "result.json"


@pytest.mark.parametrize("task", tasks(), ids=lambda task: task.name)
def test_the_opponents_of_every_task_are_as_they_were_frozen(
    task: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    verify(task)  # if they should have changed: python -m kabuto.tasks.freezing


def test_a_changed_file_of_an_opponent_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = frozen._hash
    monkeypatch.setattr(frozen, "_hash", lambda path: real(path) + "x" * (path.name == "turn.py"))
    with pytest.raises(Refused, match=r"greedy is not the opponent .* froze: samurai/players/turn.py"):
        frozen.verify(task_named(NAME))


def test_an_opponent_that_plays_otherwise_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Greedy, "choose", lambda self, view: view.legal_moves()[0])
    with pytest.raises(Refused, match="it plays other moves"):
        frozen.verify(task_named(NAME))


def test_the_files_of_a_player_are_all_that_decides_its_moves() -> None:
    assert [*frozen.files_of("greedy", "samurai")] == [
        f"samurai/players/{name}.py" for name in ("evaluation", "greedy", "turn")
    ]
    assert "samurai/players/learned/networks.bin" in frozen.files_of("level10", "samurai")
    assert frozen.files_of("python:bots:Mine", "samurai") == {}


def test_every_deal_is_played_from_every_seat() -> None:
    task = task_named("samurai-3-greedy-v0")
    fixtures = [task.fixture(number, "me") for number in range(4)]
    assert [fixture.deal for fixture in fixtures] == [0, 0, 0, 1]
    assert [fixture.seats.index("me") for fixture in fixtures] == [0, 1, 2, 0]
    assert [task.seat(number) for number in range(4)] == [0, 1, 2, 0]


def test_only_whole_deals_count() -> None:
    games = [{"seat": seat, "ranking": [[0], [1]]} for seat in (0, 1, 0)]
    assert score(games, 2)["games"] == 2
    assert score(games, 2)["share"] == 0.5
    assert score(games[:1], 2)["share"] is None


def test_a_result_is_checked_and_shown(kabuto: Kabuto, result: Path) -> None:
    checked = kabuto("tasks", "check", result, "--sample", "all", "--jobs", 1)
    assert checked.code == 0, checked.err
    assert "4 games replayed" in " ".join(checked.out.split())
    assert "and so does the player" in " ".join(checked.out.split())
    assert kabuto("tasks", "show", result).out.splitlines()[1].split()[:3] == [NAME, "random", "4"]
    assert json.loads(kabuto("tasks", "show", NAME).out)["opponents"] == ["greedy"]
    assert all(task.name in kabuto("tasks").out for task in tasks())


def test_a_run_goes_on_where_it_was_interrupted(
    kabuto: Kabuto, result: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = iter([True, True, True, False])

    def stopping(*arguments: Any) -> Any:
        if not next(left):
            raise KeyboardInterrupt
        return play(*arguments)

    out = tmp_path / "again.json"
    words = ("tasks", "run", NAME, "--player", "random", "--games", 3, "--jobs", 1, "--out", out)
    with monkeypatch.context() as patch:
        patch.setattr("kabuto.tasks.running.play", stopping)
        assert kabuto(*words).code == 130
    assert len(json.loads(out.read_text())["games"]) == 3
    assert "3 already played" in kabuto(*words).out
    once, again = (json.loads(path.read_text())["games"] for path in (result, out))
    assert [game["moves"] for game in once] == [game["moves"] for game in again]
    other = kabuto(*("greedy" if word == "random" else word for word in words))
    assert (other.code, "player.name: this is another result" in other.err) == (2, True)


def other_deal(told: dict[str, Any]) -> None:
    told["games"][2]["moves"] = told["games"][0]["moves"]


def turned(told: dict[str, Any]) -> None:
    told["games"][1]["ranking"] = told["games"][1]["ranking"][::-1]


def kind_opponent(told: dict[str, Any]) -> None:
    """A whole game by the rules, but one that the opponent would not play."""
    task, rng = task_named(NAME), Random(1)
    match = task.match("random")
    game = new("samurai", seed=match.seed_of("deal", 0), **match.options)
    moves = []
    while game.to_move is not None:
        moves.append(make("random", "samurai", rng).choose(game.view(game.to_move)))
        game.play(moves[-1])
    assert game.outcome
    ranking = [list(group) for group in game.outcome.ranking]
    told["games"][0] |= {"moves": [*map(str, moves)], "ranking": ranking}
    told["player"]["files"] = {}  # somebody's own program
    told["score"] = score(told["games"], 2)
    told["checksum"] = checksum(told)


def nested(*path: Any, value: Any) -> Edit:
    """Put a value somewhere."""

    def edit(told: Any) -> None:
        for key in path[:-1]:
            told = told[key]
        told[path[-1]] = value

    return edit


EDITS: dict[str, tuple[Edit, str]] = {
    "share": (nested("score", "share", value=0.9), "score.share: is 0.9, but the games show 0.0"),
    "winner": (turned, "games[1].ranking: is "),
    "deal": (other_deal, "games[2].moves["),
    "order": (nested("games", 0, "seat", value=1), "games[0]: should be deal 0"),
    "no end": (nested("games", 3, "moves", value=[]), "games[3].moves: the game is not over"),
    "nonsense": (nested("games", 3, "moves", 0, value="?"), "games[3].moves[0]: "),
    "opponent": (kind_opponent, "greedy plays "),
    "seed": (nested("task", "seed", value=1), "task.seed: is 1, but here the task has 2026"),
    "frozen": (nested("task", "frozen", "greedy", "moves", value="0"), "task.frozen.greedy: "),
    "no opponent": (nested("task", "frozen", value=[]), "task.frozen: should be an object"),
    "seconds": (nested("games", 0, "seconds", value=[0, 0]), "checksum: something was changed"),
    "steps": (nested("player", "steps", value=5), "checksum: something was changed"),
    "forfeit": (nested("games", 0, "forfeit", value={"seat": 1, "reason": ""}), "games[0].forfeit: only"),
    "key": (nested("more", value=1), "this is not the result of a task"),
    "task": (nested("task", "name", value="chess"), "there is no task"),
    "kind": (nested("games", 0, "moves", value="S3"), "games[0].moves: should be a list"),
}


@pytest.mark.parametrize("name", EDITS)
def test_an_edited_result_is_refused_with_the_place(kabuto: Kabuto, result: Path, name: str) -> None:
    edit, place = EDITS[name]
    told = json.loads(result.read_text())
    edit(told)
    result.write_text(json.dumps(told))
    checked = kabuto("tasks", "check", result, "--sample", "all", "--jobs", 1)
    assert (checked.code, checked.out) == (2, "")
    assert checked.err.startswith(f"kabuto: {result}")
    assert place in checked.err


def test_an_opponent_of_other_files_that_plays_the_same_is_the_same(kabuto: Kabuto, result: Path) -> None:
    told = json.loads(result.read_text())
    told["task"]["frozen"]["greedy"]["files"] = {"samurai/players/all.py": "0"}
    told["checksum"] = checksum(told)
    result.write_text(json.dumps(told))
    assert kabuto("tasks", "check", result, "--jobs", 1).code == 0


def test_who_thinks_too_long_forfeits_and_the_check_knows_it(
    kabuto: Kabuto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hasty = replace(task_named("yedo-2-brief-v0"), seconds=0.0)
    for module in ("kabuto.tasks", "kabuto.tasks.checking"):
        monkeypatch.setattr(f"{module}.task", lambda name: hasty)
    out = tmp_path / "late.json"
    assert (
        kabuto("tasks", "run", "x", "--player", "random", "--games", 2, "--jobs", 1, "--out", out).code == 0
    )
    told = json.loads(out.read_text())
    assert [game["forfeit"]["seat"] for game in told["games"]] == [0, 1]
    assert "it has 0 s" in told["games"][0]["forfeit"]["reason"]
    assert told["score"]["share"] == 0
    assert kabuto("tasks", "check", out, "--jobs", 1).code == 0


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", refuse)


@pytest.mark.usefixtures("full_disk")
def test_without_space_the_file_is_named_and_nothing_is_left(kabuto: Kabuto, tmp_path: Path) -> None:
    out = tmp_path / "result.json"
    run = kabuto("tasks", "run", NAME, "--player", "random", "--games", 2, "--jobs", 1, "--out", out)
    assert (run.code, run.err) == (2, f"kabuto: {out}: No space left on device\n")
    assert [*tmp_path.glob("*result*"), *tmp_path.glob(".*result*")] == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("run", "chess", "--player", "random"), f"there are {NAME}"),
        (("run", NAME), "such as --player greedy"),
        (("run", NAME, "--player", "nobody"), "nobody"),
        (("run", NAME, "--player", "greedy,random"), "give one player"),
        (("run", NAME, "--player", "greedy", "--steps", "2000001"), "--steps: "),
        (("run", NAME, "--player", "greedy", "--out", "nowhere/a.json"), "there is no folder"),
        (("run",), "kabuto tasks run NAME"),
        (("sell",), "list, show, run, check"),
    ],
)
def test_what_is_wrong_is_said(kabuto: Kabuto, words: tuple[str, ...], said: str) -> None:
    printed = kabuto("tasks", *words)
    assert (printed.code, said in printed.err) == (2, True), printed.err


def test_a_result_with_kinds_that_fit_can_be_written_again(result: Path) -> None:
    told = json.loads(result.read_text())
    again = Result(told["task"], told["player"], told["versions"], told["games"])
    assert again.text() == result.read_text()
