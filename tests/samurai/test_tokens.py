"""The 20 tokens of a player, alike in every edition."""

from collections import Counter

import pytest

from kabuto.samurai.tokens import FULL_SET, HAND_SIZE, TOKENS

from .helpers import PLAYERS, new
from .rules_table import rule

ALL_TOKENS = [TOKENS[number] for number in FULL_SET]


def strengths(name: str) -> list[int]:
    return sorted((token.strength for token in ALL_TOKENS if token.name == name), reverse=True)


@rule("K44", "K45", "K46", "K57")
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("helmet", [4, 3, 2]),
        ("buddha", [4, 3, 2]),
        ("rice", [4, 3, 2]),
        ("samurai", [3, 2, 2, 1, 1]),
        ("token_exchange", [0]),
        ("ronin", [1]),
        ("ship", [2, 1, 1]),
        ("figure_exchange", [0]),
    ],
)
def test_strengths(name: str, expected: list[int]) -> None:
    assert strengths(name) == expected


@pytest.mark.parametrize(
    ("name", "total"), [("helmet", 9), ("buddha", 9), ("rice", 9), ("samurai", 9), ("ship", 4), ("ronin", 1)]
)
def test_sums_of_strength(name: str, total: int) -> None:
    assert sum(strengths(name)) == total


@rule("K4")
def test_twenty_tokens_of_17_kinds() -> None:
    assert len(ALL_TOKENS) == 20
    assert len(TOKENS) == len({token.code for token in TOKENS}) == 17


@rule("K45")
def test_no_token_has_strength_seven() -> None:
    assert max(token.strength for token in TOKENS) == 4, "the 7 of one printing is a 1"


@rule("K58")
def test_five_fast_tokens() -> None:
    fast = Counter(token.code for token in ALL_TOKENS if token.fast)
    assert fast == {"N1": 1, "V1": 2, "V2": 1, "X": 1}


@rule("K65", "K66")
def test_only_ships_go_to_sea_and_16_tokens_fill_land() -> None:
    assert {token.name for token in ALL_TOKENS if token.terrain == "sea"} == {"ship"}
    filling = [token for token in ALL_TOKENS if token.terrain == "land" or token.code == "T"]
    assert len(filling) == 16
    assert [token.code for token in ALL_TOKENS if token.terrain == ""] == ["X", "T"]


@rule("K41", "K42", "K46")
@pytest.mark.parametrize(
    ("letters", "influences"), [("H", "H"), ("B", "B"), ("R", "R"), ("SNV", "HBR"), ("XT", "")]
)
def test_what_a_token_influences(letters: str, influences: str) -> None:
    for token in TOKENS:
        if token.code[0] in letters:
            assert "".join(f for bit, f in enumerate("HBR") if token.influences >> bit & 1) == influences, (
                token
            )


def test_the_number_in_a_code_is_the_strength() -> None:
    assert all(token.strength == int(token.code[1:] or 0) for token in TOKENS)


@rule("K4", "K5", "K52")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_seat_is_dealt_the_same_twenty(players: int) -> None:
    start = new(seed=1, players=players).position()
    for hand, stack in zip(start["hands"], start["draws"], strict=True):
        assert len(hand) == HAND_SIZE == 5
        assert Counter(hand + stack) == Counter(token.code for token in ALL_TOKENS)
