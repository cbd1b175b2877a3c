"""The map as text."""

import json
from pathlib import Path

import pytest
from rich.color import Color
from rich.style import Style

from kabuto.samurai import Samurai
from kabuto.samurai.board import SPACES, board
from kabuto.samurai.picture import last_turns, picture, running_turn
from kabuto.table.drawing import ASCII, STYLES, UNICODE, Marks, Picture, rich_style
from kabuto.table.drawing.palette import SEATS
from tests.support.colours import EYES, contrast, difference

from .helpers import load, new, play, position
from .rules_table import rule

PICTURES = Path(__file__).parent / "pictures"
PLAYERS = (2, 3, 4)


def game_of(players: int) -> Samurai:
    """A game that was broken off in the middle of a turn."""
    return load(json.loads((PICTURES / f"{players}.json").read_text(encoding="utf-8")))


def cells(sheet: Picture, players: int = 2) -> dict[str, tuple[str, str]]:
    """Space → its two lines."""
    top = min(SPACES[number].row for number in board(players).spaces)
    lines = [f"{line:<80}" for line in str(sheet).split("\n")]
    found = {}
    for space in (SPACES[number] for number in board(players).spaces):
        x, y = space.column * 4, (space.row - top) * 2 + space.column % 2
        found[space.name] = lines[y][x : x + 4], lines[y + 1][x : x + 4]
    return found


@pytest.mark.parametrize("players", PLAYERS)
def test_the_map_in_the_middle_of_a_game(players: int) -> None:
    expected = (PICTURES / f"{players}.txt").read_text(encoding="utf-8")
    assert str(picture(game_of(players).view(0))) + "\n" == expected


@pytest.mark.parametrize("players", PLAYERS)
def test_the_map_fits_80_by_48_and_names_every_space_in_play_once(players: int) -> None:
    sheet = picture(new(players=players).view(None))
    assert sheet.width <= 80
    assert sheet.height <= 48
    assert [(name, name) for name, _ in cells(sheet, players).items()] == [
        (name, upper.strip()) for name, (upper, _) in cells(sheet, players).items()
    ]
    assert str(sheet).count("~") == len(board(players).sea)
    assert str(sheet).count("·") == len(board(players).land)


@rule("K6")
@pytest.mark.parametrize("marks", [UNICODE, ASCII])
def test_seats_are_told_apart_by_shape(marks: Marks) -> None:
    assert len(set(marks.seats)) == len(marks.seats) >= 4
    tokens = {"n13": (0, "S3"), "o13": (1, "S3"), "n14": (2, "T"), "m14": (3, "T")}
    sheet = picture(position(players=4, tokens=tokens).view(0), marks=marks)
    shown = [cells(sheet, 4)[space][1] for space in tokens]
    assert shown == [f"{code:<2}{marks.seats[seat]} " for seat, code in tokens.values()]


def test_ascii_is_ascii() -> None:
    assert str(picture(game_of(4).view(0), marks=ASCII)).isascii()


def test_a_village_a_city_and_edo_look_different_and_show_their_figures() -> None:
    game = position(figures={"o8": "B", "o10": "HR", "o14": "HBR"})
    found = cells(picture(game.view(0)))
    shown = [found[space][1] for space in ("o8", "o10", "o14", "q9", "l16")]
    assert shown == ["(B) ", "[HR]", "HBR*", "( ) ", "[  ]"]


def test_targets_stand_in_angle_brackets() -> None:
    tokens, figures = {"n13": (0, "S3")}, {"o8": "B", "o10": "HR", "o14": "HBR"}
    targets = ["n12", "n7", "n13", "o8", "o10", "o14", "q9"]
    sheet = picture(position(tokens=tokens, figures=figures).view(0), targets=targets)
    assert [cells(sheet)[space][1] for space in targets] == [
        "<·> ",
        "<~> ",
        "S3●<",
        "<B> ",
        "<HR>",
        "HBR<",
        "< > ",
    ]


def test_tokens_of_the_running_turn_and_of_the_last_turns_are_marked() -> None:
    game = position(
        players=3,
        figures={"o14": "HBR"},
        hands=["S1", "S2", "S3 N1"],
        tokens={"n13": (0, "H2")},
        draws=["R2"],
    )
    play(game, "S1o13", "/", "S2n14", "/", "N1m14")
    found = cells(picture(game.view(0)), 3)
    shown = {space: found[space][1] for space in ("n13", "o13", "n14", "m14")}
    assert shown == {"n13": "H2● ", "o13": "S1●'", "n14": "S2◆'", "m14": "N1▲+"}


def test_a_settlement_one_land_space_short_of_capture_is_marked() -> None:
    game = position(figures={"o8": "B", "o10": "HR"}, tokens={"o9": (0, "H2")})
    sheet = picture(game.view(0))
    assert cells(sheet)["o8"][0] == "o8 !"
    assert cells(sheet)["o10"][0] == "o10 "


def test_a_capture_of_this_turn_is_marked_on_the_emptied_settlement() -> None:
    game = position(figures={"o8": "B", "o14": "HBR"}, tokens={"o9": (0, "H2")}, hands=["S1"])
    play(game, "S1p8")
    assert cells(picture(game.view(0)))["o8"] == ("o8 +", "( ) ")


def test_last_turns_are_those_of_the_other_seats_the_oldest_first() -> None:
    game = position(players=3, figures={"o14": "HBR"}, hands=["S1 H2", "S2", "S3"], draws=["R2 R3"])
    play(game, "S1o13", "/", "S2n14", "/", "S3m14", "/")
    assert list(last_turns(game.view(0))) == [1, 2]
    assert running_turn(game.view(0)) == ()
    play(game, "H2n13")
    assert [str(entry.move) for entry in running_turn(game.view(1))] == ["H2n13"]
    assert list(last_turns(game.view(1))) == [1, 2]


def test_the_coloured_picture_has_the_same_characters() -> None:
    sheet = picture(game_of(4).view(0))
    plain = [line.rstrip() for line in sheet.rich().plain.split("\n")]
    assert plain == str(sheet).split("\n")
    grounds = {Style.parse(rich_style(style)).bgcolor for line in sheet.lines() for _, style in line}
    assert {Color.parse(seat.piece) for seat in SEATS[:4]} < grounds


def test_a_sheet_grows_downwards_and_knows_its_free_room() -> None:
    sheet = Picture()
    assert (sheet.width, sheet.height) == (0, 0)
    sheet.write(10, 1, "abc")
    assert [sheet.room(y) for y in (0, 1, 5)] == [(80, 80), (10, 67), (80, 80)]
    sheet.write_left([[("north", "")], [("west", "")]])
    sheet.write_right([[("south-east", "")]])
    assert str(sheet) == "north" + " " * 65 + "south-east\nwest      abc"
    assert (sheet.width, sheet.height) == (80, 2)


def test_a_panel_to_the_right_stands_below_what_is_in_its_way() -> None:
    sheet = Picture()
    sheet.write(60, 0, "x" * 12)
    sheet.write_right([[("nine char", "")], [], [("three", "")]])
    assert str(sheet).split("\n")[1:] == [" " * 71 + "nine char", "", " " * 71 + "three"]


@pytest.mark.parametrize("eyes", EYES)
def test_tokens_stand_out_from_the_map(eyes: str) -> None:
    for key in ("sea", "land", "village", "city", "edo", "emptied"):
        ground = STYLES[f"samurai.{key}"].split()[-1]
        for seat in SEATS:
            found = difference(seat.piece, ground, eyes)
            assert found > 10, f"{seat.name} looks like {key} ({found:.0f}) with {eyes}"


@pytest.mark.parametrize("key", [key for key in STYLES if key.startswith("samurai.")])
def test_what_is_written_on_the_map_can_be_read(key: str) -> None:
    *_, ink, _, ground = STYLES[key].split()
    assert contrast(ink, ground) > 4.5
