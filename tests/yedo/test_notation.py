"""Notation: every move has one text and every text one move; other texts are refused with a hint."""

from typing import Any

import pytest

import kabuto
from kabuto.yedo import Move
from kabuto.yedo.moves import FORMS, move

from .helpers import random_game


@pytest.mark.parametrize("example", sorted({example or verb for verb, (_, example) in FORMS.items()}))
def test_every_verb_has_an_example_that_is_read(example: str) -> None:
    assert str(Move.parse(example)) == example


def test_moves_of_whole_games_are_read_back() -> None:
    seen: set[str] = set()
    for seed in range(5):
        for game in random_game(4, seed):
            seen.update(map(str, game.legal_moves()))
    assert len(seen) > 300
    for text in seen:
        read = Move.parse(text)
        assert str(read) == text
        assert eval(repr(read)) == read
        assert read is move(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "place",
        "place ",
        "place  tavern",
        "place tavern ",
        " place tavern",
        "Place tavern",
        "place moon",
        "bid 0",
        "bid 04",
        "bid -4",
        "bid 4.0",
        "bid ４",
        "fulfil M17",
        "fulfil M17 temple karesansui yashiki",
        "order 1 2 3 4",
        "offer 5",
        "take 6",
        "pass pass",
        "play B3",
        "mon 0",
        "dance",
        "x" * 10_000,
        "place\ntavern",
        "place tavern\n",
    ],
)
def test_other_texts_are_no_moves(text: str) -> None:
    with pytest.raises(kabuto.IllegalMove, match="is not a move"):
        Move.parse(text)


@pytest.mark.parametrize("junk", [None, 3, b"pass", ["pass"], object()])
def test_other_values_are_no_moves(junk: Any) -> None:
    with pytest.raises(kabuto.IllegalMove):
        Move.parse(junk)
    assert kabuto.new("yedo", seed=1).why_not(junk)


def test_an_unseen_card_cannot_be_played() -> None:
    game = kabuto.new("yedo", players=2, seed=1)
    while type(game.state.tasks[-1]).__name__ != "Keep":
        game.play(game.legal_moves()[0])
    assert "by its code" in str(game.why_not("keep ?"))
