"""Stepping through a record."""

from pathlib import Path

import pytest

from .conftest import Kabuto
from .games import saved

MOVES = ("V1n7", "Xo8B-q11H", "S3p8", "/", "H3p9", "/", "H2p10")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return saved(tmp_path / "game.json", moves=MOVES)


def test_print_shows_the_last_position_and_asks_nothing(kabuto: Kabuto, game: Path) -> None:
    printed = kabuto("replay", game, "--print", typed="first\n")
    assert printed.code == 0
    assert "H2●+" in printed.out
    assert "   7. ● 0  H2p10   helmet 2 between Akita and the village to the southeast\n" in printed.out
    assert ">" not in printed.out.split("\n")[-2]


def test_print_shows_the_position_of_a_ply(kabuto: Kabuto, game: Path) -> None:
    printed = kabuto("replay", game, "--print", "--ply", 3).out
    assert "S3●+" in printed
    assert "H3◆" not in printed
    assert "   3. ● 0  S3p8    samurai 3 between the villages north and northeast of Akita\n" in printed
    told = " ".join(printed.split())
    assert "Helmet in the village north of Akita (o8): seat 0 4 (ship 1 at sea northwest of" in told
    assert "northeast of Akita (p8)). Seat 0 captures it." in told
    assert "1." not in kabuto("replay", game, "--print", "--ply", 0).out


def test_steps(kabuto: Kabuto, game: Path) -> None:
    lines = [
        "",
        "n",
        "p",
        "turn",
        "t",
        "last",
        "next",
        "first",
        "previous",
        "3",
        "jump 5",
        "j",
        "99",
        "-1",
        "auto",
    ]
    printed = kabuto("replay", game, typed="\n".join([*lines, ""])).out
    prompts = [line.split(">")[0] for line in printed.split("\n") if "/7>" in line]
    assert prompts == [f"{ply}/7" for ply in (0, 1, 2, 1, 4, 6, 7, 7, 0, 0, 3, 5, 5, 5, 5, 7)]
    assert printed.count("a whole number from 0 to 7") == 3


def test_a_seat_sees_its_own_hand_and_open_sees_all(kabuto: Kabuto, game: Path) -> None:
    printed = kabuto("replay", game, typed="seat 1\nseat 0\nseat open\nseat 7\nseat\n").out
    opened, one, zero, again, refused, last, _ = printed.split("0/7> ")
    assert "● H2 S3 V1 X T" in opened
    assert "◆ H3 V2" in opened
    assert "helmet 3\n" in one
    assert "samurai 3\n" not in one
    assert "samurai 3\n" in zero
    assert "◆ H3 V2" in again
    assert "a seat from 0 to 1, or open, not 7" in refused
    assert "◆ H3 V2" in last
    assert "helmet 3\n" in kabuto("replay", game, "--seat", 1, "--print", "--ply", 0).out


def test_log_help_quit_and_nonsense(kabuto: Kabuto, game: Path) -> None:
    printed = kabuto("replay", game, "--ply", 2, typed="log\nhelp\nwhat\nquit\nlast\n")
    assert printed.code == 0
    told = (
        "2. ● 0 Xo8B-q11H Buddha in the village north of Akita and helmet in the village southeast of Akita"
    )
    assert told in " ".join(printed.out.split())
    assert "jump N" in printed.out
    assert "what is neither" in printed.out
    assert "7/7>" not in printed.out


def test_the_end_of_a_game_shows_the_scoring(kabuto: Kabuto, tmp_path: Path) -> None:
    over = saved(tmp_path / "over.json", to_move=None, captured=[[1, 0, 0], [0, 0, 2]], hands=[[], []])
    assert "Seat 0 and seat 1 have a majority each" in kabuto("replay", over, "--print").out


def test_one_game_of_many(kabuto: Kabuto, game: Path, tmp_path: Path) -> None:
    both = tmp_path / "both.jsonl"
    both.write_text(saved(tmp_path / "other.json").read_text() + "\n" + game.read_text() + "\n")
    assert "7. ● 0" in kabuto("replay", both, "--game", 2, "--print").out
    assert "7. ● 0" not in kabuto("replay", both, "--game", 1, "--print").out


def test_a_damaged_record_is_refused_with_its_place(kabuto: Kabuto, tmp_path: Path) -> None:
    path = saved(tmp_path / "bad.json", moves=("V1n7", "S3n7"))
    printed = kabuto("replay", path)
    assert printed.code == 2
    told = "The sea northwest of the village north of Akita is for ships only: samurai 3 has to go on land."
    assert printed.err == f"kabuto: {path}: moves[1]: {told}\n"


def test_german(kabuto: Kabuto, game: Path) -> None:
    printed = kabuto(
        "replay", game, "--language", "de", typed="weiter\nzurück\nzug\nschluss\nplatz 1\nhilfe\nende\n"
    )
    prompts = [line.split(">")[0] for line in printed.out.split("\n") if "/7>" in line]
    assert prompts == ["0/7", "1/7", "0/7", "4/7", "7/7", "7/7", "7/7"]
    assert "Schiff 1 auf dem Meer nordwestlich vom Dorf" in printed.out
    assert "sprung N" in printed.out
