"""Nine rule errors that other implementations make, each as a regression."""

from collections import Counter

import pytest

from kabuto.samurai.board import board
from kabuto.samurai.tokens import FULL_SET, codes

from .helpers import (
    AKITA,
    EAST,
    EDITIONS,
    EDO,
    NORTH,
    PLAYERS,
    at,
    exchange,
    lay,
    legal,
    new,
    play,
    position,
    refusal,
    shift,
)
from .rules_table import rule

by_edition = pytest.mark.parametrize("edition", EDITIONS)
FULL_EDO = {EDO: "HBR"}


@rule("K88", "K89")
@by_edition
def test_error_1_the_game_ends_before_every_settlement_is_closed(edition: str) -> None:
    last_buddha = position(
        figures={NORTH: "B", EAST: "H", (2, -4): "R"},
        tokens={(0, -5): (1, "B2")},
        hands=["S1", "S1"],
        edition=edition,
    )
    play(last_buddha, lay("S1", (1, -6)), "/")
    assert last_buddha.position()["figures"] == {at(EAST): "H", at((2, -4)): "R"}
    assert last_buddha.outcome is not None, "the last figure of a kind is gone"

    fourth_aside = position(
        figures={NORTH: "B", **FULL_EDO},
        tokens={(0, -5): (1, "S1")},
        hands=["S1", "S1"],
        aside=[1, 1, 1],
        edition=edition,
    )
    play(fourth_aside, lay("S1", (1, -6)), "/")
    assert fourth_aside.position()["figures"] == {at(EDO): "HBR"}
    assert fourth_aside.outcome is not None, "four figures are set aside"


@rule("K94", "K98", "K99")
@by_edition
@pytest.mark.parametrize(
    ("captured", "winners"),
    [
        ([(4, 4, 1), (1, 4, 4), (4, 0, 0)], (1,)),  # ties do not count as leading
        ([(3, 2, 1), (1, 3, 3), (2, 1, 2)], (1,)),  # one each: the other figures decide
        ([(3, 1, 2), (1, 4, 2), (2, 2, 0)], (1,)),  # others alike: the total decides
    ],
)
def test_error_2_sole_majorities_then_others_then_totals(
    captured: list[tuple[int, int, int]], winners: tuple[int, ...], edition: str
) -> None:
    game = position(captured=captured, to_move=None, players=3, edition=edition)
    assert game.outcome is not None
    assert game.outcome.winners == winners


@rule("K27", "K30", "K37")
@pytest.mark.parametrize("players", PLAYERS)
def test_error_3_dealt_figures_differ_within_a_city(players: int) -> None:
    for seed in range(150):
        figures = new(seed, players=players).position()["figures"]
        assert figures[at(EDO)] == "HBR"
        assert all(len(set(held)) == len(held) for held in figures.values())
        assert Counter("".join(figures.values())) == dict.fromkeys("HBR", board(players).figures)


@rule("K23", "K71")
@pytest.mark.parametrize("hands", ["random", "choose"])
def test_error_4_the_whole_stack_is_shuffled(hands: str) -> None:
    opening = ["S1", "S1", "S2", "S2", "S3"]
    firsts, lasts, stacks, games = Counter[str](), Counter[str](), set(), 500
    for seed in range(games):
        game = new(seed, hands=hands)
        if hands == "choose":
            play(game, *(f"+{token}" for _ in range(2) for token in opening))
        for stack in game.position()["draws"]:
            firsts[stack[0]] += 1
            lasts[stack[-1]] += 1
            stacks.add(tuple(stack))
    assert len(stacks) == 2 * games, "every stack has an order of its own"
    pool = Counter(codes(FULL_SET))
    if hands == "choose":
        pool -= Counter(opening)
    for token, copies in pool.items():
        expected = 2 * games * copies / pool.total()
        for place in (firsts, lasts):
            assert place[token] == pytest.approx(expected, rel=0.5), f"{token} is as likely as any other"


@rule("K70")
@by_edition
def test_error_5_no_token_is_drawn_before_the_end_of_the_turn(edition: str) -> None:
    game = position(figures=FULL_EDO, hands=["N1 S1"], draws=["S3 V1"], edition=edition)
    play(game, lay("N1", (0, -5)))
    assert game.position()["hands"][0] == ["S1"]
    assert refusal(game, lay("V1", (0, -7))) == "not_in_hand"
    play(game, "/")
    assert sorted(game.position()["hands"][0]) == ["S1", "S3", "V1"]


@rule("K62")
@by_edition
def test_error_6_a_turn_ends_when_the_player_says_so(edition: str) -> None:
    game = position(figures=FULL_EDO, hands=["N1 V1 S1", "S1"], edition=edition)
    play(game, lay("N1", (0, -5)), "/")
    assert game.to_move == 1, "after fast tokens only"
    play(game, lay("S1", (1, -6)), "/", lay("S1", (1, -5)))
    assert game.to_move == 0, "and not by itself after a slow one: fast ones may follow"
    assert lay("V1", (0, -7)) in legal(game)


@rule("K54")
@by_edition
def test_error_7_the_ronin_cannot_be_moved(edition: str) -> None:
    game = position(figures=FULL_EDO, tokens={(0, -5): (0, "N1")}, hands=["T"], edition=edition)
    assert refusal(game, shift((0, -5), (1, -6))) == "cannot_move"


@rule("K51")
@by_edition
def test_error_8_an_exchange_is_between_settlements_and_makes_no_pair(edition: str) -> None:
    game = position(figures={AKITA: "HB", NORTH: "R", EAST: "B", **FULL_EDO}, hands=["X"], edition=edition)
    assert refusal(game, exchange(AKITA, "H", EAST, "B")) == "equal_pair", "Akita would hold two Buddhas"
    assert refusal(game, exchange(EDO, "H", NORTH, "R")) == "equal_pair", "Edo would hold two rice fields"
    for place in ((0, -5), (0, -7)):
        assert refusal(game, exchange(NORTH, "R", place, "B")) == "no_settlement"


@by_edition
def test_error_9_equal_figures_are_not_exchanged(edition: str) -> None:
    game = position(figures={NORTH: "B", EAST: "B", AKITA: "HB", **FULL_EDO}, hands=["X"], edition=edition)
    for one, two in ((NORTH, EAST), (NORTH, AKITA), (EAST, EDO)):
        assert refusal(game, exchange(one, "B", two, "B")) == "null_exchange"
