"""The command line: what it explains, and what it refuses with exit code 2."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import kabuto as package
from kabuto.players import names
from kabuto.table import game_class, registry

from .conftest import Kabuto
from .games import saved


def test_version(kabuto: Kabuto) -> None:
    assert kabuto("--version").out == f"kabuto {package.__version__}\n"


def test_help_names_every_command_and_game(kabuto: Kabuto) -> None:
    for asked in ("--help", "-h", "help"):
        printed = kabuto(asked)
        assert printed.code == 0
        for name in ("play", "replay", "check", "simulate", "games", "samurai"):
            assert name in printed.out


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_every_option_of_the_game_is_an_option_of_the_command(kabuto: Kabuto, command: str) -> None:
    printed = kabuto(command, "samurai", "--help")
    assert printed.code == 0
    for option in game_class("samurai").option_table:
        assert f"--{option.name.replace('_', '-')}" in printed.out
    assert "--beginner" in printed.out


def test_help_speaks_german(kabuto: Kabuto) -> None:
    assert "Brettspiele" in kabuto("--help", "--language", "de").out
    printed = kabuto("play", "--help", "--language=de").out
    assert "welche gedruckten Regeln" in printed
    assert "which printed rules" not in printed


def test_games_lists_options_values_and_players(kabuto: Kabuto) -> None:
    printed = kabuto("games").out
    assert "--edition            rgg, hig or ffg (default: rgg)" in printed
    assert f"players: {', '.join(names('samurai'))}, ismcts:N (" in " ".join(printed.split())


@pytest.mark.parametrize(
    ("command", "option"), [("play", "opponents"), ("simulate", "seats"), ("arena", "entrants")]
)
@pytest.mark.parametrize(("language", "program"), [("en", "program:COMMAND"), ("de", "program:BEFEHL")])
def test_the_help_names_the_players_and_those_that_are_told_something(
    kabuto: Kabuto, command: str, option: str, language: str, program: str
) -> None:
    printed = kabuto(command, "samurai", "--help", "--language", language).out
    _, _, about = printed.partition(f"\n  --{option} A,B ")
    explained, _, _ = about.partition("\n  --")
    for name in (*names("samurai"), "search:N", "ismcts:N", program):
        assert name in explained.replace("\n", " ")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ("nonsense", "play, replay, check, simulate, games"),
        ("play chess", "samurai"),
        ("play --players 7", "--players: players is 2, 3 or 4"),
        ("play --players " + "9" * 5000, "--players: players is 2, 3 or 4"),
        ("play --edition first", "--edition: edition is rgg, hig or ffg"),
        ("play --hands all", "--hands: hands is random or choose"),
        ("play --figures all", "--figures: figures is random or draft"),
        ("play --captures never", "--captures: captures is token or turn"),
        ("play --captured-figures lost", "--captured-figures: captured_figures is open or hidden"),
        ("play --null-exchange maybe", "--null-exchange: null_exchange is true or false"),
        ("play --beginner --hands choose", "--hands: --beginner means --hands random"),
        ("play --as-printed --hands random", "--hands: --as-printed means --hands choose"),  # R2
        ("play --as-printed --first-game", "--first-game: --as-printed means --hands choose"),  # R2
        ("play --edition ffg --first-game --figures draft", "--first-game means --figures random"),  # R2
        ("play --as-printed --null-exchange FALSE", "means --null-exchange true, not false: use"),  # R2
        ("play --seat 2", "--seat: a whole number from 0 to 1"),
        ("play --seat -1", "--seat: a whole number from 0 to 1"),
        ("play --seat first", "--seat: a whole number from 0 to 1"),
        ("play --seat " + "9" * 5000, "--seat: a whole number from 0 to 1"),
        ("play --opponents clever", "--opponents: there is no player clever: there are "),
        (
            "play --opponents clever",
            "level8, level9, random, ismcts:…, learned:…, program:…, python:…, search:…",
        ),
        ("play --opponents search:0", "--opponents: a search budget is more than zero"),
        ("play --opponents search:soon", "--opponents: write search:2000 or search:0.5s, not search:soon"),
        ("play --opponents program:./nobody", "--opponents: there is no program './nobody'"),
        ("play --opponents greedy,random", "--opponents: 1 seat is left for programs"),
        ("play --players 4 --opponents greedy,random", "--opponents: 3 seats are left for programs"),
        ("play --hotseat --opponents greedy", "--opponents: 0 seats are left for programs"),
        ("play --hotseat --watch", "only one of --hotseat, --watch"),
        ("play --watch --seat 1", "only one of --seat, --watch"),
        ("play --seed one", "--seed: a whole number of at most 256 bits"),
        ("play --seed " + "9" * 5000, "--seed: a whole number of at most 256 bits"),
        ("play --seed " + "9" * 100, "--seed: a whole number of at most 256 bits"),
        ("play --language fr", "--language: one of de, en"),
        ("play --bogus", "--bogus"),
        ("play --players", "--players"),
        ("play --resume {none}", "No such file"),
        ("play --resume {folder}", "Is a directory"),
        ("play --save {folder}", "--save"),
        ("play --save {none}/game.json", "--save: there is no folder"),
        ("play --save {game}", "--save: "),
        ("play --resume {game} --players 3", "--players: the saved game has 2, not 3"),
        ("play --resume {two}", "holds 2 games"),
        ("play --resume {bytes}", "not UTF-8"),
        ("check", "FILE"),
        ("check {none}", "No such file"),
        ("check {folder}", "Is a directory"),
        ("check {bytes}", "not UTF-8"),
        ("check {empty}", "the file is empty"),
        ("replay", "FILE"),
        ("replay {none}", "No such file"),
        ("replay {two}", "--game: "),
        ("replay {two} --game 3", "--game: a whole number from 1 to 2"),
        ("replay {two} --game 0", "--game: a whole number from 1 to"),
        ("replay {game} --ply 1", "--ply: a whole number from 0 to 0"),
        ("replay {game} --ply -1", "--ply: a whole number from 0 to 0"),
        ("replay {game} --seat 2", "--seat: a seat from 0 to 1, or open"),
        ("replay {game} --seat ²", "--seat: a seat from 0 to 1, or open"),
        ("simulate --games 0", "--games: a whole number from 1 to 1000000000"),
        ("simulate --games 1e3", "--games: a whole number from 1 to 1000000000"),
        ("simulate --jobs 0", "--jobs: a whole number from 1 to 256"),
        ("simulate --jobs 99999", "--jobs: a whole number from 1 to 256"),
        ("simulate --seats greedy,random,greedy", "--seats: give at most one name per seat"),
        ("simulate --seats ,", "--seats: there is no player"),
        ("simulate --seats greedy,search:-1s", "--seats: a search budget is more than zero"),
        ("simulate --seats program:./nobody", "--seats: there is no program './nobody'"),
        ("arena --entrants greedy,ismcts:0", "--entrants: a search budget is more than zero"),
        ("simulate --games 1 --out {game}", "--out: "),
        ("simulate --games 1 --out {none}/games.jsonl", "No such file"),
        ("simulate --games 1 --out {folder} --force", "Is a directory"),
    ],
)
def test_refused_with_exit_code_2_and_a_word_about_it(
    kabuto: Kabuto, tmp_path: Path, arguments: str, named: str
) -> None:
    game = saved(tmp_path / "game.json")
    files = {"game": game, "none": tmp_path / "none", "folder": tmp_path}
    for name, content in {
        "bytes": b"\xff\xfe",
        "empty": b"",
        "two": game.read_bytes() + b"\n" + game.read_bytes(),
    }.items():
        files[name] = tmp_path / name
        files[name].write_bytes(content)
    before = game.read_bytes()
    printed = kabuto(*arguments.format(**files).split())
    assert printed.code == 2
    assert named in printed.err
    assert printed.out == ""
    assert "Traceback" not in printed.err
    assert game.read_bytes() == before


def test_refusals_speak_german(kabuto: Kabuto) -> None:
    printed = kabuto("play", "--seat", 5, "--language", "de")
    assert (printed.code, printed.err) == (2, "kabuto: --seat: eine ganze Zahl von 0 bis 1, nicht 5\n")


def test_a_game_without_a_terminal_table_is_shown_on_a_plain_one(kabuto: Kabuto, own_registry: None) -> None:
    other = type("Other", (game_class("samurai"),), {"name": "other"})
    registry.register(other)
    printed = kabuto("play", "other", "--opponents", "random", typed="quit\n")
    assert (printed.code, printed.err) == (0, "")
    for part in ("Welcome to Other", "other, ply 0", "Enter a move, such as"):
        assert part in printed.out


def run_process(command: str, folder: Path) -> "subprocess.CompletedProcess[bytes]":
    """A shell line in which ``kabuto`` is the command."""
    env = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": str(folder)}
    line = f'kabuto() {{ "{sys.executable}" -m kabuto "$@"; }}; {command}'
    return subprocess.run(
        ["bash", "-c", line], cwd=folder, env=env, capture_output=True, timeout=250, check=False
    )


def test_a_reader_that_leaves_is_no_error(tmp_path: Path) -> None:
    done = run_process("kabuto play --watch --seed 1 | head -1; echo ${PIPESTATUS[0]}", tmp_path)
    assert done.stdout.decode().split("\n")[1] == "141"
    assert done.stderr == b""


def test_a_full_disk_under_the_output_is_reported(tmp_path: Path) -> None:
    done = run_process("kabuto games > /dev/full", tmp_path)
    assert done.returncode == 2
    assert done.stderr == b"kabuto: No space left on device\n"


def test_closed_streams_do_no_harm(tmp_path: Path) -> None:
    done = run_process("kabuto play --seed 1 <&- >&- 2>&-", tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_bytes_that_are_no_text_are_answered_like_any_nonsense(tmp_path: Path) -> None:
    done = run_process(r"printf '\xff\xfe S3\n' | kabuto play --seed 1", tmp_path)
    assert done.returncode == 0
    assert b"neither a move nor a command" in done.stdout
    assert done.stderr == b""


def test_an_old_terminal_gets_plain_characters(tmp_path: Path) -> None:
    done = run_process("kabuto play --seed 1 --language de < /dev/null", tmp_path)
    assert "●" in done.stdout.decode()
    done = run_process(
        "export PYTHONIOENCODING=ascii; kabuto play --seed 1 --language de < /dev/null", tmp_path
    )
    assert done.stdout.isascii()
    assert b"@ 0 du" in done.stdout
    assert b"?" not in done.stdout
