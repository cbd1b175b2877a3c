"""Programs that sit down at the table: what they are told, and how they lose by rule."""

import json
import random
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

import kabuto
from kabuto import players
from kabuto.cli import main
from kabuto.players import Forfeit, make, play_out, waiting
from kabuto.players.outside import Outside
from kabuto.players.process import _RUNNING, LOG_SIZE, LONGEST_LINE
from kabuto.table import BadOption

from .bots import program

EXAMPLE = Path(__file__).parents[2] / "examples" / "random_player.js"


@pytest.fixture(autouse=True)
def nobody_waits() -> Iterator[None]:
    """No program waits from other tests, and none is left behind."""
    waiting.end_all()
    yield
    waiting.end_all()
    assert not _RUNNING


def game(seed: int = 1) -> kabuto.Game:  # type: ignore[type-arg]
    return kabuto.new("samurai", players=2, seed=seed)


def sit_down(name: str) -> Outside:
    player = make(name, "samurai", random.Random(1))
    assert isinstance(player, Outside)
    return player


def forfeit(name: str) -> str:
    """Why a program loses at its first move."""
    with pytest.raises(Forfeit) as lost:
        sit_down(name).choose(game().view(0))
    assert not _RUNNING
    return lost.value.reason


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"  # ended, and not yet noticed by its parent


def test_a_program_is_greeted_told_its_game_asked_told_the_end_and_sent_away(tmp_path: Path) -> None:
    name = program(tmp_path, "on_game = on_end = on_quit = lambda m: print(json.dumps(m), file=sys.stderr)")
    player = sit_down(name)
    played = game()
    play_out(played, [player, make("random", "samurai", random.Random(2))])
    begin, end, quit_ = map(json.loads, player.log.splitlines())
    assert begin.pop("seed") == random.Random(1).getrandbits(32)
    assert begin == {
        "type": "game",
        "game": "samurai",
        "options": played.options,
        "seat": 0,
        "seconds": {"move": 10, "game": 600},
    }
    assert played.outcome
    assert end == {"type": "end", "outcome": played.outcome.to_json()}
    assert quit_ == {"type": "quit"}
    assert not _RUNNING


def test_a_question_holds_the_view_the_legal_moves_and_the_time_left(tmp_path: Path) -> None:
    name = program(
        tmp_path,
        "def on_move(m): print(json.dumps(m), file=sys.stderr); say(type='move', move=m['legal'][3])",
    )
    player, view = sit_down(name), game().view(0)
    assert player.choose(view) == view.legal_moves()[3]
    player.end(None)
    question = json.loads(player.log)
    assert question["view"] == json.loads(view.to_json())
    assert question["legal"] == [str(move) for move in view.legal_moves()]
    assert question["seconds"] == {"move": 10, "game": 600}


def test_a_move_may_be_written_in_any_way_that_the_notation_allows(tmp_path: Path) -> None:
    record = {
        "format": 1,
        "game": "samurai",
        "start": {
            "figures": {"o14": "HBR", "o10": "HB", "m13": "R"},
            "hands": [["X"], ["S1"]],
            "draws": [[], []],
            "to_move": 0,
        },
    }
    name = program(tmp_path, "def on_move(m): say(type='move', move='Xo10H-m13R')")
    player = sit_down(name)
    assert str(player.choose(kabuto.load(record).view(0))) == "Xm13R-o10H"
    player.end(None)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ("sys.exit(3)", "it exited with code 3"),
        (
            "def on_move(m): print('lost my map', file=sys.stderr); sys.exit(1)",
            "code 1; last on its error",
        ),
        ("def on_move(m): print('lost my map', file=sys.stderr); sys.exit(1)", "lost my map"),
        ("def on_move(m): raise KeyError('o10')", "KeyError: 'o10'"),
        ("def on_move(m): os.kill(os.getpid(), 11)", "it was killed by signal 11"),
        ("def on_move(m): os.close(1); time.sleep(60)", "it closed its output"),
        ('def on_move(m): sys.stdout.write(\'{"type": "mo\'); sys.exit(0)', "it exited with code 0"),
        ("def on_move(m): print('S1n13', flush=True)", "is not JSON: line 1, column 1"),
        ("def on_move(m): os.write(1, b'\\xff\\xfe\\n')", "is not JSON: byte 0 is not UTF-8"),
        ("def on_move(m): os.write(1, b'[' * 9000 + b'\\n')", "nested too deeply"),
        ("def on_move(m): print('[]', flush=True)", "is not an object with type move"),
        ("def on_move(m): print('null', flush=True)", "is not an object with type move"),
        ("def on_move(m): say(type='hello', protocol=1)", "is not an object with type move"),
        ("def on_move(m): say(type='move')", "should be a text in notation, not null"),
        ("def on_move(m): say(type='move', move=7)", "should be a text in notation, not 7"),
        ("def on_move(m): say(type='move', move='e2e4')", "'e2e4' is not a move"),
        ("def on_move(m): say(type='move', move='/')", "'/': "),
        (
            "def on_move(m): say(type='move', move=m['legal'][0], seat=1)",
            "it answered for seat 1, but it plays seat 0",
        ),
        (f"def on_move(m): os.write(1, b'x' * {2 * LONGEST_LINE})", f"longer than {LONGEST_LINE} bytes"),
        ("def on_hello(m): say(type='hello', protocol=2)", "it speaks protocol 2, not 1"),
        ("def on_hello(m): say(type='hello')", "it speaks protocol null, not 1"),
        ("def on_hello(m): print('Welcome!', flush=True)", "'Welcome!\\n' is not JSON"),
    ],
)
def test_a_program_that_answers_wrongly_loses_with_the_reason(
    tmp_path: Path, changes: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "exit" in reason or "signal" in reason:
        monkeypatch.setattr(
            "kabuto.players.process.PATIENCE", 100.0
        )  # a busy machine may take its time to end it
    assert reason in forfeit(program(tmp_path, changes))


@pytest.mark.parametrize(
    "changes",
    ["def on_move(m): time.sleep(60)", "def on_move(m): os.write(1, b'slow'); time.sleep(60)"],
)
def test_a_program_that_does_not_answer_loses_after_its_time(tmp_path: Path, changes: str) -> None:
    assert forfeit(program(tmp_path, changes, "0.2:")) == "no answer within 0.2 seconds"


def test_a_program_that_never_reads_does_not_stop_the_table(tmp_path: Path) -> None:
    name = program(tmp_path, "def on_hello(m): say(type='hello', protocol=1); time.sleep(60)", "0.2:")
    view = game().view(0)
    player = sit_down(name)
    player._sit_down({"options": "x" * 500_000})  # more than a pipe holds
    with pytest.raises(Forfeit, match=r"no answer within 0\.2 seconds"):
        player.choose(view)


def test_the_time_for_a_game_runs_on_from_move_to_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    once = "def on_move(m): say(type='move', move=m['legal'][0]); globals().update(on_move=lambda m: None)"
    player, view = sit_down(program(tmp_path, once, "100/500:")), game().view(0)
    monkeypatch.setattr("kabuto.players.outside.monotonic", iter([0.0, 499.8, 0.0]).__next__)
    player.choose(view)
    with pytest.raises(Forfeit, match=r"no answer within 0\.2 seconds"):
        player.choose(view)


def test_a_program_that_talks_without_being_asked_loses(tmp_path: Path) -> None:
    name = program(
        tmp_path,
        "def on_move(m):\n for i in range(9): say(type='move', move=m['legal'][0])",
    )
    player, view = sit_down(name), game().view(0)
    player.choose(view)
    deadline = time.monotonic() + 100
    while player._process and player._process._answers.empty() and time.monotonic() < deadline:
        time.sleep(0.01)
    with pytest.raises(Forfeit, match="it sent unrequested output"):
        player.choose(view)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
def test_a_program_goes_with_all_that_it_started(tmp_path: Path) -> None:
    name = program(
        tmp_path,
        "import signal, subprocess\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "child = subprocess.Popen(['sleep', '60'])\n"
        "print(os.getpid(), child.pid, file=sys.stderr)\n"
        "def on_quit(m): time.sleep(60)",
    )
    player = sit_down(name)
    player.choose(game().view(0))
    player.end(None)
    pids = [int(pid) for pid in player.log.split()]
    assert len(pids) == 2
    deadline = time.monotonic() + 100
    while any(map(is_running, pids)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not any(map(is_running, pids))


def test_a_player_nobody_needs_any_more_leaves_no_program_behind(tmp_path: Path) -> None:
    player = sit_down(program(tmp_path))
    player.choose(game().view(0))
    assert len(_RUNNING) == 1
    del player
    assert not _RUNNING


def test_the_log_keeps_the_end_of_a_flood(tmp_path: Path) -> None:
    name = program(
        tmp_path,
        "def on_move(m):\n sys.stderr.write('noise ' * 500_000 + 'end')\n sys.stderr.flush()\n"
        " say(type='move', move=m['legal'][0])",
    )
    player = sit_down(name)
    player.choose(game().view(0))
    player.end(None)
    assert len(player.log) == LOG_SIZE
    assert player.log.endswith("noise end")


def test_a_program_that_cannot_be_started_loses(tmp_path: Path) -> None:
    path = tmp_path / "bot"
    path.write_bytes(b"neither a script nor a program")
    path.chmod(0o755)
    assert "it can’t be started: Exec format error" in forfeit(str(path))


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("program:", "specify a program"),
        ("program:./nobody --fast", "there is no program './nobody'"),
        ("./nobody", "there is no program './nobody'"),
        ("/etc/passwd", "there is no program '/etc/passwd'"),
        ("program:'open", "is not a command: No closing quotation"),
        ("program:0:true", "more than 0 and"),
        ("program:1/0:true", "more than 0 and"),
        ("program:9999999999:true", "at most 1000000 seconds"),
        ("prog:true", "there is no player 'prog:true' for samurai: there are greedy, learned, level1"),
        ("clever", "level8, level9, random, ismcts:…, learned:…, program:…, python:…, search:…"),
    ],
)
def test_a_player_that_cannot_be_is_refused_before_any_game(name: str, reason: str) -> None:
    with pytest.raises(BadOption) as refused:
        make(name, "samurai", random.Random(1))
    assert reason in refused.value.reason


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("greedy", ["greedy"]),
        ("greedy, random", ["greedy", "random"]),
        ("greedy,program:./bot --flag x,random", ["greedy", "program:./bot --flag x", "random"]),
        ("program:./bot 'a,b' \"c,d\",random", ["program:./bot 'a,b' \"c,d\"", "random"]),
        ("", [""]),
        ("greedy,", ["greedy", ""]),
    ],
)
def test_names_are_separated_by_commas_outside_quotes(text: str, names: list[str]) -> None:
    assert players.split(text) == names


def test_a_list_with_an_open_quote_is_refused() -> None:
    with pytest.raises(BadOption, match="this quote is never closed"):
        players.split("greedy,program:./bot 'a,random")


def test_arguments_of_a_program_may_hold_spaces_and_commas(tmp_path: Path) -> None:
    name = program(tmp_path, "print(sys.argv[1:], file=sys.stderr)") + " 'a b' c,d"
    player = sit_down(name)
    player.choose(game().view(0))
    player.end(None)
    assert player.log.strip() == "['a b', 'c,d']"


def test_a_path_alone_names_a_program(tmp_path: Path) -> None:
    program(tmp_path)
    path = tmp_path / "bot"
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -I -S "{tmp_path}/bot.py"\n')
    path.chmod(0o755)
    player, view = sit_down(str(path)), game().view(0)
    assert player.choose(view) == view.legal_moves()[0]
    player.end(None)


MANY = """
def on_hello(m): say(type='hello', protocol=1, many_games=True)
def on_game(m): print(os.getpid(), file=sys.stderr)
def on_end(m): print('over', file=sys.stderr); say(type='end')
"""


def games_of(name: str, number: int = 2) -> list[list[str]]:
    """What a program writes to its error stream in each of some games, of a move each."""
    logs = []
    for _ in range(number):
        player = sit_down(name)
        player.choose(game().view(0))
        player.end(None)
        logs.append(player.log.split())
    return logs


def test_q8_a_program_that_says_that_it_plays_many_games_is_started_once(tmp_path: Path) -> None:
    one, two, three = games_of(program(tmp_path, MANY), 3)
    assert one == two == three, "and each game has a log of its own"
    assert one[1] == "over"


def test_q8_two_seats_have_a_process_each(tmp_path: Path) -> None:
    name, view = program(tmp_path, MANY), game().view(0)
    players = [sit_down(name), sit_down(name)]
    for player in players:
        player.choose(view)
        assert player._process
    for player in players:
        player.end(None)
    assert players[0].log != players[1].log


def _soon(ask: Callable[[bytes, float], bytes], line: bytes, seconds: float) -> bytes:
    return ask(line, 0.2)


@pytest.mark.parametrize(
    "changes",
    [
        "def on_game(m): print(os.getpid(), file=sys.stderr)",
        MANY + "def on_end(m): sys.exit(0)",
        MANY + "def on_end(m): say(type='end'); sys.exit(0)",
        MANY + "def on_end(m): print('not JSON', flush=True)",
        MANY + "def on_end(m): say(type='end'); say(type='end')",
        MANY + "def on_end(m): time.sleep(600)",
        MANY + "def on_end(m): say(type='end'); time.sleep(600)",
    ],
)
def test_q8_a_program_that_ends_or_fails_between_games_is_started_again(
    tmp_path: Path, changes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, logs = program(tmp_path, changes), []
    for _ in range(2):
        player = sit_down(name)
        player.choose(game().view(0))
        with monkeypatch.context() as impatient:
            if "sleep" in changes:
                impatient.setattr("kabuto.players.outside.MOVE_SECONDS", 0.2)
                impatient.setattr("kabuto.players.process.PATIENCE", 0.1)
            player.end(None)
        for _, process in waiting._WAITING:
            process.ask = partial(_soon, process.ask)  # type: ignore[method-assign]
        logs.append(player.log.split()[0])
    assert logs[0] != logs[1]


def test_q8_a_program_that_still_thinks_at_the_end_is_not_waited_for(tmp_path: Path) -> None:
    player = sit_down(program(tmp_path, MANY + "def on_move(m): time.sleep(600)"))

    def interrupt(line: bytes, seconds: float) -> bytes:
        raise KeyboardInterrupt

    player._sit_down({})
    assert player._process
    player._process.ask = interrupt  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        player.choose(game().view(0))
    player.end(None)
    assert not _RUNNING


def test_q8_only_some_programs_wait_and_those_of_another_environment_do_not_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "MOST", 2)
    name = program(tmp_path, MANY)
    players = [sit_down(f"{name} {number}") for number in range(4)]
    for player in players:
        player.choose(game().view(0))
        player.end(None)
    assert len(_RUNNING) == 2
    assert waiting.take(players[0].command) is None
    with monkeypatch.context() as other:
        other.setenv("KABUTO_CARDS", "elsewhere")
        assert waiting.take(players[3].command) is None
    found = waiting.take(players[3].command)
    assert found
    found.stop()


@pytest.mark.skipif(not shutil.which("node"), reason="the example is written in JavaScript")
def test_the_example_of_the_documentation_plays_the_same_game_again() -> None:
    games = []
    for _ in range(2):
        played = game(seed=5)
        play_out(
            played, [make(f"program:node {EXAMPLE}", "samurai", random.Random(seat)) for seat in range(2)]
        )
        games.append(played.record())
    assert games[0] == games[1]
    assert games[0]["outcome"]


def test_the_documentation_shows_the_example_that_is_tested() -> None:
    page = Path(__file__).parents[2] / "docs" / "programs.md"
    assert "examples/random_player.js" in page.read_text(encoding="utf-8")
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 22


def test_a_player_whose_game_is_over_can_play_another(tmp_path: Path) -> None:
    player = sit_down(program(tmp_path))
    for seed in range(2):
        view = game(seed).view(0)
        assert player.choose(view) == view.legal_moves()[0]
        player.end(None)
        player.end(None)
        assert not _RUNNING


def test_a_program_sits_at_the_terminal_table_and_loses_there_by_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANG", "C.UTF-8")
    bad = program(tmp_path, "def on_move(m): say(type='move', move='/')")
    assert main(["play", "--watch", "--seed", "1", "--opponents", f"random,{bad}"]) == 0
    told = " ".join(capsys.readouterr().out.split())  # the line is wrapped where the path of the program ends
    assert "forfeits the game: '/': " in told
    good = program(tmp_path)
    assert main(["play", "--watch", "--seed", "1", "--opponents", f"random,{good}"]) == 0
    assert "lost this game by rule" not in " ".join(capsys.readouterr().out.split())
    assert not _RUNNING


def test_a_program_can_be_simulated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "2", "--seed", "1", "--seats", f"random,{program(tmp_path)}"]) == 0
    assert not _RUNNING
