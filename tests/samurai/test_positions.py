"""Positions: any of them can be set up, every fault is named with its place."""

from copy import deepcopy
from random import Random
from typing import Any

import pytest

import kabuto
from kabuto.samurai import Samurai
from kabuto.samurai.state import Phase, State
from kabuto.table.record import dumps, loads

from .rules_table import rule

pytestmark = pytest.mark.counted

SETUPS: list[dict[str, Any]] = [
    {"players": players, "hands": hands, "figures": figures, "captures": captures}
    for players, captures in ((2, "token"), (3, "turn"), (4, "token"))
    for hands in ("random", "choose")
    for figures in ("random", "draft")
]
EMPTY: list[list[str]] = [[], []]
O8 = {"o9": [0, "S1"], "p8": [1, "S2"]}
"""Tokens that surround the village o8."""


def load(start: dict[str, Any], *moves: str, **options: Any) -> Samurai:
    """A game from a position and some moves."""
    return kabuto.load(
        {"format": 1, "game": "samurai", "options": options, "start": start, "moves": [*moves]}, "samurai"
    )


def refusal(start: dict[str, Any], *moves: str, **options: Any) -> kabuto.BadRecord:
    """The error that refuses a position; one that can be set up fails the test."""
    before = deepcopy(start)
    with pytest.raises(kabuto.BadRecord) as refused:
        load(start, *moves, **options)
    assert start == before
    assert str(refused.value).isprintable()
    return refused.value


def comparable(state: State) -> State:
    """What a position keeps of a state: no captures, no passes, no seat once it is over."""
    over = state.phase is Phase.OVER
    return state._replace(captures=(), passes=0, seat=0 if over else state.seat)


def wander(seed: int, **options: Any) -> Samurai:
    game: Samurai = kabuto.new("samurai", seed=seed, **options)
    return game


# What a position says.


def test_a_position_in_the_middle_of_a_game_is_set_up() -> None:
    game = load(
        {
            "figures": {"o14": "HBR", "o10": "HB", "m13": "R"},
            "hands": [["S1", "X"], ["R4", "R3", "N1"]],
            "draws": [["S2", "T"], []],
            "tokens": {"n13": [0, "S3"], "n16": [1, "V1"]},
            "captured": [[1, 0, 2], [0, 3, 0]],
            "aside": [0, 1, 0],
            "to_move": 1,
            "played": ["V1"],
        }
    )
    assert game.to_move == 1
    assert game.position() == {
        "figures": {"m13": "R", "o10": "HB", "o14": "HBR"},
        "hands": [["S1", "X"], ["R3", "R4", "N1"]],
        "draws": [["S2", "T"], []],
        "tokens": {"n13": [0, "S3"], "n16": [1, "V1"]},
        "captured": [[1, 0, 2], [0, 3, 0]],
        "aside": [0, 1, 0],
        "to_move": 1,
        "played": ["V1"],
    }


@pytest.mark.parametrize(
    "start",
    [{"tokens": {}}, {"captured": [[0, 0, 0]] * 2}, {"aside": [0, 0, 0]}, {"to_move": 0}, {"played": []}],
    ids=lambda start: next(iter(start)),
)
def test_any_entry_of_a_position_may_stand_alone_and_the_rest_is_empty(start: dict[str, Any]) -> None:
    assert load(start).position() == {
        "figures": {},
        "hands": EMPTY,
        "draws": EMPTY,
        "tokens": {},
        "captured": [[0, 0, 0]] * 2,
        "aside": [0, 0, 0],
        "to_move": 0,
        "played": [],
    }


def test_a_settlement_that_figures_does_not_name_is_empty() -> None:
    game = load({"figures": {"o10": "HB", "m13": ""}, "to_move": 0})
    assert game.position()["figures"] == {"o10": "HB"}
    assert (game.settlement("m13").figures, game.settlement("o14").figures) == ("", "")


def test_figures_and_tokens_may_be_named_in_any_order_and_are_written_in_ours() -> None:
    game = load({"figures": {"o14": "RBH", "o10": "RH"}, "hands": [["T", "S1", "H2"], []], "to_move": 0})
    assert list(game.position()["figures"].items()) == [("o10", "HR"), ("o14", "HBR")]
    assert game.position()["hands"][0] == ["H2", "S1", "T"]


def test_hands_and_stacks_may_be_short_and_what_is_not_named_is_out_of_the_game() -> None:
    game = load({"hands": [["S1"], []], "draws": [["S2", "S3"], []], "figures": {"o14": "HBR"}, "to_move": 0})
    game.play("S1n13")
    game.play("/")
    assert game.position()["hands"] == [["S2", "S3"], []]
    assert game.position()["draws"] == EMPTY
    assert game.view(1).unplayed == (("S2", "S3"), ())


@rule("K71")
def test_tokens_are_drawn_in_the_order_of_draws() -> None:
    game = load(
        {"hands": [["S1"], []], "draws": [["T", "H4", "B2", "V1", "N1", "R3"], []], "figures": {"o14": "HBR"}}
    )
    game.play("S1n13")
    game.play("/")
    assert sorted(game.position()["hands"][0]) == ["B2", "H4", "N1", "T", "V1"]
    assert game.position()["draws"][0] == ["R3"]


def test_tokens_played_in_this_turn_count_for_it() -> None:
    start = {"figures": {"o14": "HBR"}, "hands": [["S1", "N1"], []], "tokens": {"n13": [0, "S3"]}}
    assert load(start).why_not("S1o13") is None
    assert load(start).why_not("/") is not None
    played = load({**start, "played": ["S3"]})
    assert "only one token" in str(played.why_not("S1o13"))
    assert played.why_not("N1o13") is None
    assert played.why_not("/") is None


def test_the_end_of_the_game_is_tested_only_at_the_end_of_a_turn() -> None:
    for start in (
        {"figures": {"m13": "B"}, "hands": [["S1"], ["S1"]]},
        {"figures": {"o14": "HBR"}, "hands": [["S1"], ["S1"]], "aside": [2, 2, 0]},
        {"hands": [["S1"], ["S1"]], "to_move": 0},
    ):
        game = load(start)
        assert (game.to_move, game.outcome) == (0, None)
        game.play("S1n13")
        assert (game.to_move, game.outcome) == (0, None)
        game.play("/")
        assert game.to_move is None
        assert game.outcome is not None


def test_a_game_that_is_over_has_nobody_to_move_and_is_scored() -> None:
    game = load({"captured": [[3, 0, 0], [0, 2, 2]], "to_move": None})
    assert (game.to_move, game.position()["to_move"], game.legal_moves()) == (None, None, ())
    assert game.outcome is not None
    assert game.outcome.ranking == ((1,), (0,))
    assert game.outcome.to_json()["captured"] == [[3, 0, 0], [0, 2, 2]]
    with pytest.raises(kabuto.IllegalMove, match="over"):
        game.play("/")


def test_with_captures_at_the_end_of_the_turn_a_surrounded_settlement_waits_for_it() -> None:
    start = {"figures": {"o14": "HBR", "o8": "H"}, "tokens": O8, "hands": [["N1"], []]}
    game = load(start, "N1n13", captures="turn")
    assert game.position()["figures"]["o8"] == "H"
    game.play("/")
    assert "o8" not in game.position()["figures"]
    assert game.position()["captured"] == [[0, 0, 0], [1, 0, 0]]


# position() and its way back.


@pytest.mark.uncounted
@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_every_position_of_a_game_can_be_written_and_set_up_again(options: dict[str, Any]) -> None:
    game, rng = wander(5, **options), Random(5)
    while True:
        position = game.position()
        assert {"captured", "aside", "to_move", "played", "hands", "figures", "tokens"} <= position.keys()
        assert ("draws" not in position) == (game.state.phase is Phase.CHOOSE)
        assert position["to_move"] == game.to_move
        again = load(loads(dumps(position)), **options)
        assert comparable(again.state) == comparable(game.state)
        assert again.position() == position
        assert again.to_move == game.to_move
        assert again.legal_moves() == game.legal_moves()
        record = again.record()
        assert kabuto.load(record).record() == record
        assert kabuto.load(record).position() == position
        if game.to_move is None:
            break
        game.play(rng.choice(game.legal_moves()))


@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_a_game_goes_on_from_a_position_as_from_its_own_past(options: dict[str, Any]) -> None:
    game, rng = wander(6, **options), Random(6)
    while game.state.phase is not Phase.TURN or not any(game.state.tokens):
        game.play(rng.choice(game.legal_moves()))
    again = load(game.position(), **options)
    while game.to_move is not None:
        move = rng.choice(game.legal_moves())
        game.play(move)
        again.play(move)
        assert again.position() == game.position()
    assert again.outcome == game.outcome
    record = again.record()
    assert list(record["start"]) == [
        *("figures", "hands", "draws", "tokens"),
        *("captured", "aside", "to_move", "played"),
    ]
    assert kabuto.load(record).record() == record


def test_during_the_choice_of_hands_they_are_partial_and_draws_absent() -> None:
    game = wander(1, hands="choose")
    for choice in ("+S1", "+S1", "+S2", "+S2", "+S3", "+T"):
        game.play(choice)
    position = game.position()
    assert position["hands"] == [["S1", "S1", "S2", "S2", "S3"], ["T"]]
    assert position["to_move"] == 1
    assert "draws" not in position


def test_during_the_draft_figures_are_partial() -> None:
    game = wander(1, figures="draft")
    assert game.position()["figures"] == {"o14": "HBR"}
    game.play("B*o10")
    assert game.position()["figures"] == {"o10": "B", "o14": "HBR"}
    assert (game.position()["to_move"], len(game.position()["draws"][0])) == (1, 15)


def test_a_choice_or_a_draft_can_go_on_from_a_position() -> None:
    hands = [["S1", "S1", "S2", "S2", "S3"], ["T"]]
    game = load({"hands": hands, "to_move": 1}, hands="choose", figures="draft")
    for choice in ("+H2", "+H3", "+H4", "+B2"):
        assert game.to_move == 1
        game.play(choice)
        again = kabuto.load(game.record())
        assert (again.record(), again.position()) == (game.record(), game.position())
    assert (game.to_move, [len(stack) for stack in game.position()["draws"]]) == (0, [15, 15])
    game.play("B*o10")
    game = load(game.position(), hands="choose", figures="draft")
    game.play("H*l16")
    assert game.position()["figures"] == {"l16": "H", "o10": "B", "o14": "HBR"}


def test_a_position_is_no_part_of_the_game() -> None:
    game = wander(1)
    position, before = game.position(), game.position()
    position["hands"][0].clear()
    position["figures"].clear()
    position["captured"][0][0] = 5
    assert game.position() == before


# Refusals: the place, and words of the reason.

DRAFT = {"figures": "draft"}
CHOOSE = {"hands": "choose"}
FULL = [["S1", "S1", "S2", "S2", "S3"]] * 2
SEVEN_H = {"f18": "H", "g17": "H", "i17": "H", "j15": "H", "k18": "H", "l14": "H", "m13": "H"}

REFUSED: list[tuple[dict[Any, Any], dict[str, Any], str, str]] = [
    # an unknown space or token
    ({"figures": {"z99": "H"}}, {}, "start.figures.z99", "there is no space 'z99'"),
    ({"figures": {"O10": "H"}}, {}, "start.figures.O10", "there is no space 'O10'"),
    ({"figures": {"": "H"}}, {}, "start.figures.''", "there is no space ''"),
    ({"figures": {5: "H"}}, {}, "start.figures.5", "there is no space 5"),
    ({"figures": {None: "H"}}, {}, "start.figures.null", "there is no space null"),
    ({"tokens": {"z99": [0, "S1"]}}, {}, "start.tokens.z99", "there is no space 'z99'"),
    ({"tokens": {"b20": [0, "S1"]}}, {}, "start.tokens.b20", "not in play with 2 players"),
    ({"figures": {"d19": "H"}}, {}, "start.figures.d19", "not in play with 2 players"),
    ({"tokens": {"n13": [0, "S4"]}}, {}, "start.tokens.n13", "there is no token 'S4'"),
    ({"tokens": {"n13": [0, "s1"]}}, {}, "start.tokens.n13", "there is no token 's1'"),
    ({"hands": [["S1", "Q"], []]}, {}, "start.hands[0][1]", "there is no token 'Q'"),
    ({"draws": [[], ["+S1"]]}, {}, "start.draws[1][0]", "there is no token '+S1'"),
    ({"played": ["S1", ""]}, {}, "start.played[1]", "there is no token ''"),
    # more copies of a token than a seat has
    ({"hands": [["S3", "S3"], []]}, {}, "start", "seat 0 has 2 copies of S3 instead of 1"),
    ({"hands": [["S1"] * 3, []]}, {}, "start", "seat 0 has 3 copies of S1 instead of 2"),
    ({"draws": [[], ["T", "T"]]}, {}, "start", "seat 1 has 2 copies of T instead of 1"),
    ({"hands": [[], ["H2"]], "draws": [[], ["H2"]]}, {}, "start", "seat 1 has 2 copies of H2"),
    ({"hands": [["H2"], []], "tokens": {"n13": [0, "H2"]}}, {}, "start", "seat 0 has 2 copies of H2"),
    ({"tokens": {"n13": [1, "H2"], "n14": [1, "H2"]}}, {}, "start", "seat 1 has 2 copies of H2"),
    ({"hands": [["X"], []], "played": ["X"]}, {}, "start", "seat 0 has 2 copies of X"),
    ({"hands": [["S3"], []], "played": ["S3"]}, {}, "start", "seat 0 has 2 copies of S3"),
    ({"draws": [[], ["V2"]], "played": ["V2"], "to_move": 1}, {}, "start", "seat 1 has 2 copies of V2"),
    ({"played": ["N1", "N1"]}, {}, "start", "seat 0 has 2 copies of N1"),
    ({"draws": [["T", "T"], []]}, CHOOSE, "start", "seat 0 has 2 copies of T"),
    # more figures of a kind than 7, 10, 13
    ({"figures": {**SEVEN_H, "n15": "H"}}, {}, "start", "8 figures H: there are only 7"),
    ({"figures": SEVEN_H, "aside": [1, 0, 0]}, {}, "start", "8 figures H: there are only 7"),
    ({"figures": SEVEN_H, "captured": [[0, 0, 0], [1, 0, 0]]}, {}, "start", "8 figures H: there are only 7"),
    ({"captured": [[0, 4, 0], [0, 4, 0]]}, {}, "start", "8 figures B: there are only 7"),
    ({"captured": [[0, 0, 5]] * 3}, {"players": 3}, "start", "15 figures R: there are only 10"),
    (
        {"aside": [0, 0, 10], "captured": [[0, 0, 1]] * 4},
        {"players": 4},
        "start",
        "14 figures R",
    ),
    ({"aside": [0, 0, 8]}, {}, "start.aside", "there are 0 to 7 figures"),
    ({"aside": [0, 0, 11]}, {"players": 3}, "start.aside", "there are 0 to 10 figures"),
    ({"captured": [[14, 0, 0]] + [[0] * 3] * 3}, {"players": 4}, "start.captured[0]", "are 0 to 13 figures"),
    ({"aside": [-1, 0, 0]}, {}, "start.aside", "there are 0 to 7 figures"),
    ({"captured": [[0, 0, 0], [0, -1, 0]]}, {}, "start.captured[1]", "there are 0 to 7 figures"),
    # two equal figures in one settlement, too many, too few, unknown ones
    ({"figures": {"o10": "HH"}}, {}, "start.figures.o10", "two figures H"),
    ({"figures": {"o14": "HBH"}}, {}, "start.figures.o14", "two figures H"),
    (
        {"figures": {"m13": "HB"}, "to_move": 0},
        {},
        "start.figures.m13",
        "2 figures where there is room for 1",
    ),
    (
        {"figures": {"o10": "HBR"}, "to_move": 0},
        {},
        "start.figures.o10",
        "3 figures where there is room for 2",
    ),
    ({"figures": {"o10": "H"}}, {}, "start.figures.o10", "1 figure where there is room for 2"),
    (
        {"figures": {"o14": "HB"}, "to_move": 0},
        {},
        "start.figures.o14",
        "2 figures where there is room for 3",
    ),
    ({"figures": {"o10": "H", "o14": "HBR"}, "aside": [1, 0, 0]}, DRAFT, "start.figures.o10", "room for 2"),
    ({"figures": {"o10": "H"}, "to_move": None}, DRAFT, "start.figures.o10", "room for 2"),
    ({"figures": {"m13": "S"}}, {}, "start.figures.m13", "there is no figure 'S'"),
    ({"figures": {"m13": "h"}}, {}, "start.figures.m13", "there is no figure 'h'"),
    ({"figures": {"m13": "\x1b"}}, {}, "start.figures.m13", "there is no figure '\\x1b'"),
    ({"figures": {"n13": "H"}}, {}, "start.figures.n13", "n13 is not a settlement"),
    ({"figures": {"n16": "H"}}, {}, "start.figures.n16", "n16 is not a settlement"),
    # a token where it cannot lie
    ({"tokens": {"n13": [0, "V1"]}}, {}, "start.tokens.n13", "V1 can’t be on land"),
    ({"tokens": {"n16": [0, "S1"]}}, {}, "start.tokens.n16", "S1 can’t be on the sea"),
    ({"tokens": {"n16": [0, "T"]}}, {}, "start.tokens.n16", "T can’t be on the sea"),
    ({"tokens": {"n16": [0, "N1"]}}, {}, "start.tokens.n16", "N1 can’t be on the sea"),
    ({"tokens": {"o10": [0, "S1"]}}, {}, "start.tokens.o10", "no token is ever placed on a settlement"),
    ({"tokens": {"o14": [0, "V1"]}}, {}, "start.tokens.o14", "no token is ever placed on a settlement"),
    ({"tokens": {"n13": [0, "X"]}}, {}, "start.tokens.n13", "a figure exchange is never placed"),
    # surrounded, and still holding figures
    ({"tokens": O8, "figures": {"o8": "H"}}, {}, "start.figures.o8", "surrounded"),
    (
        {"tokens": O8, "figures": {"o8": "H"}},
        {"edition": "hig", "captures": "token"},
        "start.figures.o8",
        "surrounded",
    ),
    # a seat or a number of seats that is none
    ({"tokens": {"n13": [2, "S1"]}}, {}, "start.tokens.n13", "there is no seat 2: seats are 0 to 1"),
    ({"tokens": {"n13": [-1, "S1"]}}, {}, "start.tokens.n13", "there is no seat -1"),
    ({"to_move": 2}, {}, "start.to_move", "there is no seat 2"),
    ({"to_move": 10**5000}, {}, "start.to_move", "there is no seat a number of 16610 bits"),
    ({"hands": [[]]}, {}, "start.hands", "one list for each of the 2 seats"),
    ({"hands": [[]] * 3}, {}, "start.hands", "one list for each of the 2 seats"),
    ({"draws": []}, {}, "start.draws", "one list for each of the 2 seats"),
    ({"captured": [[0, 0, 0]]}, {}, "start.captured", "one list for each of the 2 seats"),
    ({"captured": [[0, 0], [0, 0, 0]]}, {}, "start.captured[0]", "should be three numbers"),
    ({"aside": [0, 0, 0, 0]}, {}, "start.aside", "should be three numbers"),
    ({"tokens": {"n13": [0]}}, {}, "start.tokens.n13", "should be a seat and a token"),
    ({"tokens": {"n13": [0, "S1", 1]}}, {}, "start.tokens.n13", "should be a seat and a token"),
    # too many tokens
    ({"hands": [["H2", "H3", "H4", "B2", "B3", "B4"], []]}, {}, "start.hands[0]", "at most 5"),
    ({"draws": [[], ["S1"] * 16]}, {}, "start.draws[1]", "at most 15"),
    ({"played": ["N1", "V1", "V1", "V2", "X", "S1"]}, {}, "start.played", "at most 5"),
    ({"played": ["S1", "S2"]}, {}, "start.played", "only one token without the Japanese character"),
    ({"played": ["N1"], "to_move": None}, {}, "start.played", "nothing can be in play when the game is over"),
    # set-up has an order
    ({"hands": [["S1"], ["S1"]]}, CHOOSE, "start.hands[1]", "seat 1 can’t hold 1 token"),
    ({"hands": [["S1"], []], "to_move": 1}, CHOOSE, "start.hands[0]", "seat 0 can’t hold 1 token"),
    ({"hands": [[], FULL[0]], "to_move": 1}, CHOOSE, "start.hands[0]", "seat 0 can’t hold 0 tokens"),
    ({"hands": [FULL[0], []]}, CHOOSE, "start.hands[0]", "seat 0 can’t hold 5 tokens"),
    ({"tokens": {"n13": [0, "S1"]}}, CHOOSE, "start", "before the set-up is finished"),
    ({"aside": [1, 0, 0]}, CHOOSE, "start", "before the set-up is finished"),
    ({"captured": [[0, 0, 0], [1, 0, 0]]}, CHOOSE, "start", "before the set-up is finished"),
    ({"played": ["X"]}, CHOOSE, "start", "before the set-up is finished"),
    ({"played": ["X"], "figures": {"o14": "HBR"}}, DRAFT, "start", "before the set-up is finished"),
    (
        {"figures": {"o14": "HBR", "m13": "H"}, "to_move": 0},
        DRAFT,
        "start.figures",
        "cities are filled before",
    ),
    ({"figures": {"o14": "H"}}, DRAFT, "start.figures", "Edo is filled before the cities"),
    ({"figures": {"o10": "H"}}, DRAFT, "start.figures", "Edo is filled before the cities"),
    (
        {"figures": {"o14": "HBR", "o10": "H"}},
        {**CHOOSE, **DRAFT},
        "start.figures",
        "after the opening hands",
    ),
]


@pytest.mark.parametrize(("start", "options", "place", "reason"), REFUSED, ids=range(len(REFUSED)))
def test_a_faulty_position_is_refused_with_its_place_and_the_reason(
    start: dict[str, Any], options: dict[str, Any], place: str, reason: str
) -> None:
    error = refusal({"to_move": 0, **start}, **options)
    assert (error.place, reason in error.reason) == (place, True), str(error)


NOT_A_START: list[tuple[dict[Any, Any], dict[str, Any], str, str]] = [
    ({}, {}, "start.figures", "missing"),
    ({"hands": FULL, "draws": EMPTY}, {}, "start.figures", "missing"),
    ({"figures": {}}, {}, "start.hands", "missing"),
    ({"figures": {}}, DRAFT, "start.hands", "missing"),
    ({"hands": FULL}, DRAFT, "start.draws", "missing"),
    ({"hands": FULL, "to_move": 0}, {}, "start.draws", "missing"),
    ({"hands": FULL, "to_move": 0}, CHOOSE, "start.draws", "missing"),
    ({"seed": 7}, {}, "start.seed", "unknown: a start has figures, hands, draws, tokens"),
    ({"Figures": {}}, {}, "start.Figures", "unknown"),
    ({None: 1}, {}, "start.null", "unknown"),
    ({10**5000: 1}, {}, "start.a number of 16610 bits", "unknown"),
    ({"k" * 1_000_000: 1}, {}, f"start.'{'k' * 22}...{'k' * 23}'", "unknown"),
]


@pytest.mark.parametrize(("start", "options", "place", "reason"), NOT_A_START, ids=range(len(NOT_A_START)))
def test_a_start_names_what_chance_decided_and_nothing_unknown(
    start: dict[str, Any], options: dict[str, Any], place: str, reason: str
) -> None:
    error = refusal(start, **options)
    assert (error.place, reason in error.reason) == (place, True), str(error)


WRONG_TYPES: dict[str, list[tuple[str, Any]]] = {
    "an object": [("figures", "$"), ("tokens", "$")],
    "a list": [
        *(("hands", "$"), ("hands", ["$", []]), ("draws", "$"), ("draws", ["$", []]), ("played", "$")),
        *(("captured", "$"), ("captured", ["$", [0, 0, 0]]), ("aside", "$"), ("tokens", {"n13": "$"})),
    ],
    "a string": [
        *(("figures", {"o10": "$"}), ("hands", [["$"], []]), ("draws", [["$"], []]), ("played", ["$"])),
        ("tokens", {"n13": [0, "$"]}),
    ],
    "a whole number": [
        *(("captured", [["$", 0, 0], [0, 0, 0]]), ("aside", ["$", 0, 0])),
        *(("tokens", {"n13": ["$", "S1"]}), ("to_move", "$")),
    ],
}
VALUES: list[Any] = [
    None,
    True,
    1,
    0.0,
    2.5,
    float("inf"),
    "S1",
    "\ud800",
    [],
    ["S1"],
    {},
    {"o10": "H"},
    (),
    b"S1",
]
FITTING: dict[str, tuple[type, ...]] = {
    "an object": (dict,),
    "a list": (list,),
    "a string": (str,),
    "a whole number": (int,),
}


def filled(shape: Any, value: Any) -> Any:
    """A shape with the value in the place of ``$``."""
    if isinstance(shape, dict):
        return {key: filled(part, value) for key, part in shape.items()}
    if isinstance(shape, list):
        return [filled(part, value) for part in shape]
    return value if shape == "$" else shape


@pytest.mark.parametrize("right", WRONG_TYPES)
def test_a_value_of_the_wrong_type_is_refused_with_what_would_be_right(right: str) -> None:
    for key, shape in WRONG_TYPES[right]:
        for value in VALUES:
            if type(value) in FITTING[right] or (key == "to_move" and value is None):
                continue
            error = refusal({"to_move": 0, key: filled(shape, value)})
            assert error.place.startswith(f"start.{key}"), (key, value)
            assert f"should be {right}, not " in error.reason, (key, value)


def test_a_move_that_does_not_fit_the_position_is_refused_with_its_number() -> None:
    error = refusal({"hands": [["S1"], []], "to_move": 0, "figures": {"o14": "HBR"}}, "S1n13", "S1n14")
    assert (error.place, "You have no samurai 1" in error.reason) == ("moves[1]", True)


def test_no_more_tokens_can_be_chosen_once_every_hand_is_full() -> None:
    error = refusal({"hands": FULL, "draws": EMPTY, "figures": {"o14": "HBR"}}, "+S1", hands="choose")
    assert (error.place, "Set-up is finished" in error.reason) == ("moves[0]", True)
