"""Analysing a game or a position from the command line."""

import json
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from kabuto.table import new
from tests.support.ray import Ray

from .conftest import Kabuto
from .games import saved

MOVES = ("V1n7", "Xo8B-q11H", "S3p8", "/", "H3p9", "/", "H2p10")
FEW = ("--iterations", 40)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return saved(tmp_path / "game.json", moves=MOVES)


def test_a_game_is_told_turn_by_turn_with_the_chances_of_every_seat(kabuto: Kabuto, game: Path) -> None:
    printed = kabuto("analyse", game, *FEW)
    assert printed.code == 0
    assert "7 moves in 3 turns\n40 iterations, seed 0\n" in printed.out
    for turn in ("1. ● 0  V1n7 Xo8B-q11H S3p8 /", "2. ◆ 1  H3p9 /", "3. ● 0  H2p10"):
        assert re.search(rf"^  {re.escape(turn)} +\d+ % +\d+ %$", printed.out, re.MULTILINE), turn


def test_a_costly_move_is_told_with_a_better_one_and_why(kabuto: Kabuto, tmp_path: Path) -> None:
    blunder = saved(
        tmp_path / "blunder.json",
        figures={"o8": "B", "q15": "H", "m13": "R"},
        tokens={"o9": [1, "S2"]},
        hands=[["B4", "H2"], ["S3"]],
        draws=[[], []],
        captured=[[3, 2, 0], [2, 2, 3]],
        moves=("H2i16", "/", "S3p8", "/"),
    )
    printed = kabuto("analyse", blunder, "--iterations", 150).out
    _, _, costly = printed.partition("The most costly moves:\n")
    assert costly.startswith("  Move 1, ● 0: H2i16 cost ")
    assert "  Better: B4p8 / …\n" in costly
    assert "Captures Buddha in the village north of Akita (4:2)." in " ".join(costly.split())
    assert "Turn 1, ● 0: H2i16 /   " in printed


def test_a_game_of_yedo_is_told_in_the_same_way(kabuto: Kabuto, tmp_path: Path) -> None:
    begun, path = new("yedo", players=2, seed=1), tmp_path / "yedo.json"
    for _ in range(6):
        begun.play(begun.legal_moves()[0])
    path.write_text(json.dumps(begun.record()))
    printed = kabuto("analyse", path, "--iterations", 4, "--language", "de").out
    assert "6 Einzelzüge in 6 Zügen" in printed
    assert re.search(r"^  6\. . [01]  take green +\d+ % +\d+ %$", printed, re.MULTILINE)
    assert "Am besten: " in kabuto("analyse", path, "--ply", 4, "--iterations", 4, "--language", "de").out


def test_a_position_lists_its_moves_with_intervals_and_the_best_with_its_reason(
    kabuto: Kabuto, game: Path
) -> None:
    printed = kabuto("analyse", game, "--ply", 2, *FEW).out
    assert printed.startswith("After 2 moves, ● 0 to move.")
    heading = next(line for line in printed.split("\n") if line.startswith("move "))
    assert heading.split() == ["move", "●", "0", "95", "%", "◆", "1", "games", "visits"]
    assert "legal moves.\n" in printed
    assert "The search never tried " in printed
    assert "\nBest: " in printed


def test_a_record_without_moves_is_a_position(kabuto: Kabuto, tmp_path: Path) -> None:
    printed = kabuto("analyse", saved(tmp_path / "puzzle.json"), *FEW)
    assert printed.out.startswith("After 0 moves, ● 0 to move.")


def test_a_seat_that_waits_gets_its_chances(kabuto: Kabuto, game: Path) -> None:
    printed = kabuto("analyse", game, "--ply", 2, "--seat", 1, *FEW).out
    assert "Seen from ◆ 1" in printed
    assert "Chances to win: ● 0: " in printed
    assert "Best:" not in printed


def test_one_game_of_many(kabuto: Kabuto, game: Path, tmp_path: Path) -> None:
    both = tmp_path / "both.jsonl"
    both.write_text(saved(tmp_path / "other.json").read_text() + "\n" + game.read_text() + "\n")
    assert "7 moves in 3 turns" in kabuto("analyse", both, "--game", 2, *FEW).out
    refused = kabuto("analyse", both)
    assert (refused.code, "holds 2 games" in refused.err) == (2, True)


@pytest.mark.parametrize(("chosen", "kind"), [((), "review"), (("--ply", 2), "analysis")])
def test_json_and_a_picture_are_written(
    kabuto: Kabuto, game: Path, tmp_path: Path, chosen: tuple[object, ...], kind: str
) -> None:
    out, plot = tmp_path / "out.json", tmp_path / "out.svg"
    printed = kabuto("analyse", game, *chosen, *FEW, "--seed", 7, "--json", out, "--plot", plot)
    assert f"Written: {out}, {plot}" in printed.out.replace("\n", " ")
    found = json.loads(out.read_text(encoding="utf-8"))
    assert (found["kind"], found["seed"], found["budget"]) == (kind, 7, {"iterations": 40})
    assert plot.read_text(encoding="utf-8").startswith("<svg ")
    again = tmp_path / "again.json"
    kabuto("analyse", game, *chosen, *FEW, "--seed", 7, "--json", again)
    assert json.loads(again.read_text(encoding="utf-8")) == found, "the same seed finds the same"


def test_german(kabuto: Kabuto, game: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    printed = kabuto("analyse", game, "--ply", 2, *FEW, "--language", "de", "--json", out).out
    assert "Am besten: " in printed
    assert json.loads(out.read_text(encoding="utf-8"))["language"] == "de"
    assert "Gewinnaussichten nach jedem Zug" in kabuto("analyse", game, *FEW, "--language", "de").out


def test_a_time_is_a_budget_too(kabuto: Kabuto, game: Path) -> None:
    assert "0.2 seconds, seed 0" in kabuto("analyse", game, "--ply", 2, "--seconds", 0.2).out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--iterations", 0), "--iterations: a whole number from 1 to"),
        (("--iterations", "many"), "--iterations: a whole number from 1 to"),
        (("--seconds", 0), "--seconds: a number of seconds above 0"),
        (("--seconds", "nan"), "--seconds: a number of seconds above 0"),
        (("--seconds", "soon"), "--seconds: a number of seconds above 0"),
        (("--seconds", 1, "--iterations", 1), "--seconds: use only one of --iterations, --seconds"),
        (("--ply", 8), "--ply: a whole number from 0 to 7, not 8"),
        (("--seat", 2), "--seat: a whole number from 0 to 1, not 2"),
        (("--seed", "x"), "--seed: a whole number"),
        (("--plot", "picture.gif"), "--plot: a picture is called NAME.svg or NAME.png"),
        (("--json", "nowhere/out.json"), "--json: there is no folder nowhere"),
        (("--game", 2), "--game: a whole number from 1 to 1, not 2"),
    ],
)
def test_a_bad_option_is_refused_by_its_name(
    kabuto: Kabuto, game: Path, arguments: tuple[object, ...], reason: str
) -> None:
    printed = kabuto("analyse", game, *arguments)
    assert (printed.code, printed.out) == (2, "")
    assert printed.err.startswith(f"kabuto: {reason}")


def test_the_position_after_the_end_is_refused(kabuto: Kabuto, tmp_path: Path) -> None:
    over = saved(tmp_path / "over.json", to_move=None, hands=[[], []])
    printed = kabuto("analyse", over)
    assert (printed.code, printed.out) == (2, "")
    assert "the game is over after 0 moves" in printed.err


def test_a_damaged_or_missing_file_is_refused(kabuto: Kabuto, tmp_path: Path) -> None:
    bad = saved(tmp_path / "bad.json", moves=("S3n7",))
    assert kabuto("analyse", bad).err.startswith(f"kabuto: {bad}: moves[0]: ")
    assert kabuto("analyse", tmp_path / "none.json").code == 2


def test_nothing_is_overwritten(kabuto: Kabuto, game: Path) -> None:
    before = game.read_bytes()
    assert kabuto("analyse", game, "--json", game).code == 2
    assert game.read_bytes() == before


def test_a_png_needs_a_library_and_says_which(
    kabuto: Kabuto, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plot = tmp_path / "plot.png"
    monkeypatch.setattr("kabuto.cli.analysis.analyse.find_spec", lambda name: None)
    refused = kabuto("analyse", game, "--plot", plot)
    assert (refused.code, "pip install cairosvg" in refused.err) == (2, True)
    drawn = SimpleNamespace(svg2png=lambda svg, **looks: b"PNG of " + svg[:4])
    monkeypatch.setattr("kabuto.cli.analysis.analyse.find_spec", lambda name: drawn)
    monkeypatch.setitem(sys.modules, "cairosvg", drawn)
    assert kabuto("analyse", game, *FEW, "--plot", plot).code == 0
    assert plot.read_bytes() == b"PNG of <svg"


def test_without_the_compiler_it_says_what_to_install(game: Path) -> None:
    source = (
        "import sys; sys.modules['numba'] = None; from kabuto.cli import main;"
        f"sys.exit(main(['analyse', {str(game)!r}]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, timeout=250, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "pip install 'kabuto[play]'" in done.stderr
    assert "Traceback" not in done.stderr


def test_whoever_waits_at_a_terminal_sees_how_far_it_is(
    kabuto: Kabuto, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kabuto("analyse", game, *FEW)  # whatever has to be compiled is compiled now
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert "analysing" in kabuto("analyse", game, *FEW).err


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Three short games."""
    texts = [saved(tmp_path / "one.json", moves=MOVES[:n]).read_text() for n in (1, 2, 3)]
    path = tmp_path / "games.jsonl"
    path.write_text("".join(f"{json.dumps(json.loads(text))}\n" for text in texts))
    return path


def test_reviews_of_many_games_are_those_of_each_game_whoever_works(
    kabuto: Kabuto, games: Path, tmp_path: Path, ray: Ray
) -> None:
    out, again, single = tmp_path / "here", tmp_path / "cluster", tmp_path / "single.json"
    printed = kabuto("analyse", games, *FEW, "--reviews", out)
    assert (printed.code, " ".join(printed.out.split())) == (0, f"3 analyses of 3 games in {out}.")
    assert kabuto("analyse", games, *FEW, "--reviews", again, "--ray", "auto").code == 0
    assert out.read_bytes() == again.read_bytes()
    kabuto("analyse", games, *FEW, "--game", 2, "--json", single)
    assert json.loads(out.read_text().splitlines()[1])["review"] == json.loads(single.read_text())


def test_reviews_go_on_after_the_last_whole_line(
    kabuto: Kabuto, games: Path, tmp_path: Path, ray: Ray
) -> None:
    out = tmp_path / "reviews"
    ray.calls_left = 2
    lost = kabuto("analyse", games, *FEW, "--reviews", out, "--ray", "auto")
    assert lost.code == 2
    assert "the cluster failed: the worker died" in lost.err
    two = out.read_bytes()
    assert two.count(b"\n") == 2
    out.write_bytes(two + b'{"digest": "half a li')
    ray.calls_left = 1
    assert kabuto("analyse", games, *FEW, "--reviews", out, "--ray", "auto").code == 0
    assert out.read_bytes().startswith(two)
    assert out.read_bytes().count(b"\n") == 3


def test_reviews_never_touch_another_file(kabuto: Kabuto, games: Path, tmp_path: Path) -> None:
    before = games.read_bytes()
    assert f"line 1 of {games} isn’t the analysis" in " ".join(
        kabuto("analyse", games, *FEW, "--reviews", games).err.split()
    )
    text = tmp_path / "text"
    text.write_text("mine")
    assert kabuto("analyse", games, *FEW, "--reviews", text).code == 2
    assert (games.read_bytes(), text.read_text()) == (before, "mine")


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--jobs", 2), "--jobs: --reviews needs a file"),
        (("--ray", "auto"), "--ray: --reviews needs a file"),
        (("--reviews", "new", "--game", 1), "--game: use only one of --game, --reviews"),
        (("--reviews", "new", "--plot", "a.svg"), "--plot: use only one of --plot, --reviews"),
        (("--reviews", "new", "--jobs", 0), "--jobs: a whole number"),
    ],
)
def test_reviews_leave_no_room_for_questions_about_one_game(
    kabuto: Kabuto, games: Path, options: tuple[object, ...], reason: str
) -> None:
    assert reason in kabuto("analyse", games, *options).err


def test_a_game_without_moves_has_no_review(kabuto: Kabuto, tmp_path: Path) -> None:
    path = saved(tmp_path / "none.json", moves=())
    assert "there is no move to analyse" in kabuto("analyse", path, "--reviews", tmp_path / "out").err
    assert not (tmp_path / "out").exists()
