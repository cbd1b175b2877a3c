"""The screen of a game: the map with its panels, and the line below it."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import kabuto
from kabuto.samurai import Samurai, SamuraiView
from kabuto.samurai.picture import picture
from kabuto.samurai.terminal.panels import draw
from kabuto.samurai.terminal.table import SamuraiTable
from kabuto.samurai.terminal.wording import SamuraiWords
from kabuto.text_ui.screen import Screen

WHO = ["a person with a long name", "greedy", "random", "greedy"]


def positions(players: int, **options: Any) -> Iterator[Samurai]:
    """Every thirteenth position of a random game."""
    rng = Random(players)
    game: Samurai = kabuto.new("samurai", players=players, seed=players, **options)
    while game.to_move is not None:
        if game.ply % 13 == 0:
            yield game
        game.play(rng.choice(game.legal_moves()))
    yield game


def views(game: Samurai) -> list[SamuraiView]:
    return [*(game.view(seat) for seat in range(game.players)), game.view(None), SamuraiTable.open_view(game)]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("setup", ["random", "chosen"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_screen_status_and_prompt_fit_80_by_50(players: int, setup: str, language: str) -> None:
    words = SamuraiWords(Screen(language), WHO)
    chosen = {"hands": "choose", "figures": "draft", "edition": "ffg"} if setup == "chosen" else {}
    for game in positions(players, **chosen):
        for view in views(game):
            sheet = draw(view, words)
            assert sheet.width <= 80, str(sheet)
            assert sheet.height <= 48, str(sheet)
            if view.legal_moves():
                assert len(words.status(view)) <= 80, words.status(view)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_panels_leave_the_map_alone(players: int) -> None:
    words = SamuraiWords(Screen("de"), WHO)
    for game in positions(players):
        for view in views(game):
            bare = [f"{line:<80}" for line in str(picture(view)).split("\n")]
            full = [f"{line:<80}" for line in str(draw(view, words)).split("\n")]
            for below, above in zip(bare, full, strict=False):
                hidden = [(b, a) for b, a in zip(below, above, strict=True) if b != " " and a != b]
                assert not hidden, str(draw(view, words))


def test_a_view_that_hides_nothing_shows_all_hands_and_a_spectators_none() -> None:
    game = next(positions(3))
    words = SamuraiWords(Screen(), ["", "", ""])
    hands = [" ".join(game.view(seat).hand) for seat in range(3)]
    assert all(hand in str(draw(SamuraiTable.open_view(game), words)) for hand in hands)
    assert not any(hand in str(draw(game.view(None), words)) for hand in hands)


def test_last_turns_that_find_no_room_are_cut_with_a_mark() -> None:
    # Every settlement with figures is one token short of capture; three turns take ten figures.
    north = ["n13", "n14", "o13", "o15", "p13", "q14", "o9", "p9", "p10"]
    land = [*north, "n12", "p11", "p12", "k16", "k17", "l15", "l17", "m15"]
    codes = [kind + number for kind in "HBR" for number in "234"]
    start = {
        "figures": {"o14": "HBR", "q15": "H", "o10": "HR", "o12": "B", "l16": "HB", "n15": "R"},
        "tokens": {space: [number // 9, codes[number % 9]] for number, space in enumerate(land)},
        "hands": [["S1"], ["S1"], ["S1"]],
        "draws": [[], [], []],
        "to_move": 0,
    }
    moves = ["S1p14", "/", "S1o11", "/", "S1m16", "/"]
    game = kabuto.load(
        {"format": 1, "game": "samurai", "options": {"players": 3}, "start": start, "moves": moves}
    )
    assert isinstance(game, Samurai)
    lines = str(draw(game.view(None), SamuraiWords(Screen(), WHO))).split("\n")
    panel = [line[:20].strip() for line in lines[9:19]]
    assert panel[0].startswith("● 0 S1p14 /")
    assert panel[5].startswith("◆ 1 S1o11 /")
    assert [number for number, line in enumerate(lines) if line.startswith("  …")] == [19]
