"""Playing at a real terminal: colours, Ctrl-C, a closed window, a killed program."""

import json
import re
import signal
from pathlib import Path

import pytest

import kabuto
from kabuto.table.drawing.palette import SEATS

from .games import moves_in, saved
from .terminal import Terminal

PROMPT = "● 0> "
CONTROL = re.compile(r"\033\[[0-9;?]*[A-Za-z]")


def kept(home: Path) -> Path:
    """The one game that was kept in the data folder."""
    (path,) = (home / ".local" / "share" / "kabuto").iterdir()
    return path


def test_colours_and_a_screen_of_50_lines(tmp_path: Path) -> None:
    with Terminal("play", "--players", 4, "--seed", 1, home=tmp_path, COLORTERM="truecolor") as terminal:
        shown = terminal.wait_for(PROMPT)
        red, green, blue = (int(SEATS[0].piece[start : start + 2], 16) for start in (1, 3, 5))
        assert f"48;2;{red};{green};{blue}m" in shown
        plain = CONTROL.sub("", shown).split("\n")
        screen = plain[-50:]
        assert screen[0].startswith("Samurai · Rio Grande Games 1998"), (
            "the first line of the map is still there"
        )
        assert max(map(len, screen)) <= 80


def test_a_terminal_with_16_colours_gets_those(tmp_path: Path) -> None:
    with Terminal("play", "--seed", 1, home=tmp_path, TERM="linux") as terminal:
        shown = terminal.wait_for(PROMPT)
    assert "30;46m" in shown, "black on cyan: the sea"
    assert "48;5" not in shown


@pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {}])
def test_without_colours_there_is_no_control_code(tmp_path: Path, variables: dict[str, str]) -> None:
    options = [] if variables else ["--no-color"]
    with Terminal("play", "--seed", 1, *options, home=tmp_path, **variables) as terminal:
        terminal.wait_for(PROMPT)
        terminal.type("H2\n")
        assert "Kyoto" in terminal.shown
        # Line editing may ask the terminal for its modes; a picture asks for nothing.
        assert not re.search(r"\033\[[0-9;]*m", terminal.shown)


def test_ctrl_c_leaves_and_the_game_can_be_resumed(tmp_path: Path) -> None:
    with Terminal("play", "--seed", 1, home=tmp_path) as terminal:
        terminal.wait_for(PROMPT)
        terminal.type("hint\n")
        move = terminal.wait_for(PROMPT).split("greedy would play ")[1].split(":")[0]
        terminal.type(f"{move}\n")
        terminal.wait_for(PROMPT)
        assert terminal.interrupt() == 130
        assert "Traceback" not in terminal.shown
        assert f"kabuto play --resume {kept(tmp_path)}" in " ".join(terminal.shown.split())
    assert moves_in(kept(tmp_path)) == [move]
    with Terminal("play", "--resume", kept(tmp_path), home=tmp_path) as terminal:
        assert "You may still play" in terminal.wait_for(PROMPT) or "nothing more to play" in terminal.shown


def test_the_end_of_input_leaves_like_quit(tmp_path: Path) -> None:
    path = saved(tmp_path / "game.json")
    with Terminal("play", "--resume", path, home=tmp_path) as terminal:
        terminal.wait_for(PROMPT)
        terminal.type("V1n7\n")
        terminal.wait_for(PROMPT)
        terminal.type("\x04")
        assert terminal.end() == 0
    assert moves_in(path) == ["V1n7"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_terminated_program_saves(tmp_path: Path, number: signal.Signals) -> None:
    path = saved(tmp_path / "game.json")
    with Terminal("play", "--resume", path, home=tmp_path) as terminal:
        terminal.wait_for(PROMPT)
        terminal.type("V1n7\n")
        terminal.wait_for(PROMPT)
        assert terminal.terminate(number) == 130
    assert moves_in(path) == ["V1n7"]


def test_a_killed_program_leaves_the_record_of_the_last_turn(tmp_path: Path) -> None:
    path = saved(tmp_path / "game.json")
    with Terminal("play", "--resume", path, "--opponents", "random", home=tmp_path) as terminal:
        terminal.wait_for(PROMPT)
        terminal.type("V1n7 /\n")
        terminal.wait_for(PROMPT)
        terminal.type("S3p8\n")
        terminal.wait_for(PROMPT)
        terminal.send(signal.SIGKILL)
        assert terminal.end() == -signal.SIGKILL
    moves = moves_in(path)
    assert moves[:2] == ["V1n7", "/"]
    assert moves[-1] == "/"
    assert kabuto.load(json.loads(path.read_text())).to_move == 0


def test_the_curtain_clears_the_screen_before_the_next_person_looks(tmp_path: Path) -> None:
    path = saved(tmp_path / "game.json")
    with Terminal("play", "--resume", path, "--hotseat", home=tmp_path) as terminal:
        terminal.wait_for("look away> ")
        terminal.type("\n")
        terminal.wait_for(PROMPT)
        terminal.type("V1n7 /\n")
        terminal.wait_for("to hide your hand> ")
        terminal.type("\n")
        shown = terminal.wait_for("look away> ")
        assert "\033[2J" in shown
        assert "\033[3J" in shown
        assert "your hand\n" not in shown.partition("\033[2J")[2]
        terminal.type("\n")
        assert "V1n7 (ship 1 at sea northwest" in terminal.wait_for("◆ 1> ")


def test_somebody_who_looks_on_sets_the_pace(tmp_path: Path) -> None:
    with Terminal("play", "--watch", "--opponents", "random", "--seed", 1, home=tmp_path) as terminal:
        terminal.wait_for("quit> ")
        terminal.type("\n")
        assert "◆ 1 Kon 2: " in terminal.wait_for("quit> ")
        terminal.type("go\n")
        terminal.wait_for("The game is over.")
        assert terminal.end() == 0
    assert json.loads(kept(tmp_path).read_text())["outcome"] is not None


def test_looking_on_can_be_left(tmp_path: Path) -> None:
    with Terminal("play", "--watch", "--opponents", "random", "--seed", 1, home=tmp_path) as terminal:
        terminal.wait_for("quit> ")
        terminal.type("quit\n")
        assert terminal.end() == 0
    assert json.loads(kept(tmp_path).read_text())["outcome"] is None


def test_a_replay_plays_by_itself_until_ctrl_c(tmp_path: Path) -> None:
    path = saved(tmp_path / "game.json", moves=("V1n7", "Xo8B-q11H", "S3p8"))
    with Terminal("replay", path, home=tmp_path) as terminal:
        terminal.wait_for("0/3> ")
        terminal.type("auto\n")
        terminal.wait_for("1. ● 0")
        terminal.type("\x03")
        terminal.wait_for("/3> ")
        assert terminal.interrupt() == 0


def test_who_waits_for_the_engine_sees_that_it_is_compiled_and_may_leave(tmp_path: Path) -> None:
    """The home is new, so nothing is compiled yet; the program moves first."""
    arguments = ("play", "--seat", 1, "--opponents", "level6", "--seed", 1)
    with Terminal(*arguments, home=tmp_path) as terminal:
        shown = terminal.wait_for("Compiling the engine (only once)")
        assert PROMPT not in shown
        assert terminal.interrupt() == 130
    assert "Traceback" not in terminal.shown
