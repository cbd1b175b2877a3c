"""Every refusal has its reason, and ``why_not``, ``legal_moves`` and a second opinion agree on every move."""

from collections import defaultdict
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest

import kabuto
from kabuto.samurai import Move, Samurai
from kabuto.samurai import moves as make
from kabuto.samurai.board import SETTLEMENTS, SPACE, SPACES
from kabuto.samurai.tokens import TOKENS, T, X
from kabuto.table import IllegalMove, Seat, Text

from .helpers import (
    AKITA,
    BY_SETTING,
    EAST,
    EDO,
    NORTH,
    SETTINGS,
    TIMINGS,
    at,
    exchange,
    finished,
    lay,
    new,
    play,
    position,
    put,
    shift,
)
from .referee import Referee


def refusals_in_the_file() -> list[str]:
    """The keys that stand under "Why a move is refused" in the English sentences."""
    text = (files("kabuto.samurai") / "words" / "en.toml").read_text(encoding="utf-8")
    section = text.split("# Why a move is refused.")[1].split("\n#")[0]
    return [line.split(" = ")[0] for line in section.splitlines() if " = " in line]


def in_turn() -> Samurai:
    """A turn in which every refusal of a turn can be shown."""
    return position(
        figures={NORTH: "B", EAST: "B", AKITA: "HR", EDO: "HBR"},
        tokens={(0, -5): (0, "S3"), (1, -5): (1, "S1"), (0, -3): (0, "N1")},
        hands=["T X H2 V1 S2", "S1"],
    )


def draft_without_helmets() -> Samurai:
    """Every helmet is on the map and a village is still to be filled."""
    game = new(figures="draft")
    while game.to_move is not None:
        helmets = [move for move in game.legal_moves() if move.figure == 0]
        if not helmets and game.ply > 4:
            return game
        game.play(helmets[0] if helmets else game.legal_moves()[0])
    raise AssertionError("the set-up ended")


def open_village(game: Samurai) -> str:
    return SPACES[game.legal_moves()[0].space].name


EXAMPLES: dict[str, Callable[[], tuple[Samurai, str]]] = {
    "over": lambda: (position(to_move=None), "/"),
    "now_choose": lambda: (new(hands="choose"), "/"),
    "now_draft": lambda: (new(figures="draft"), lay("S1", (0, -5))),
    "now_turn": lambda: (in_turn(), put("H", NORTH)),
    "choose_unnamed": lambda: (new(hands="choose"), "+"),
    "none_left": lambda: (play(new(hands="choose"), "+S1", "+S1"), "+S1"),
    "out_of_play": lambda: (in_turn(), lay("H2", "a20")),
    "no_settlement": lambda: (in_turn(), exchange(NORTH, "B", (1, -6), "H")),
    "settlement_full": lambda: (new(figures="draft"), put("H", EDO)),
    "cities_first": lambda: (new(figures="draft"), put("H", NORTH)),
    "equal_pair": lambda: (in_turn(), exchange(NORTH, "B", EDO, "H")),
    "no_figure_left": lambda: (game := draft_without_helmets(), put("H", open_village(game))),
    "not_in_hand": lambda: (in_turn(), lay("B4", (1, -6))),
    "one_slow_token": lambda: (play(in_turn(), lay("H2", (1, -6))), lay("S2", (2, -5))),
    "on_settlement": lambda: (in_turn(), lay("H2", NORTH)),
    "land_on_sea": lambda: (in_turn(), lay("H2", (0, -7))),
    "ship_on_land": lambda: (in_turn(), lay("V1", (1, -6))),
    "occupied": lambda: (in_turn(), lay("H2", (1, -5))),
    "no_such_figure": lambda: (in_turn(), exchange(NORTH, "H", AKITA, "R")),
    "same_settlement": lambda: (in_turn(), exchange(AKITA, "H", AKITA, "R")),
    "null_exchange": lambda: (in_turn(), exchange(NORTH, "B", EAST, "B")),
    "not_your_token": lambda: (in_turn(), shift((1, -5), (1, -6))),
    "cannot_move": lambda: (in_turn(), shift((0, -3), (1, -6))),
    "same_space": lambda: (in_turn(), shift((0, -5), (0, -5))),
    "play_first": lambda: (in_turn(), "/"),
}


@pytest.mark.parametrize("key", EXAMPLES)
def test_every_refusal_is_reached(key: str) -> None:
    game, move = EXAMPLES[key]()
    before = game.position()
    reason = game.why_not(move)
    assert isinstance(reason, Text), f"{move} is legal"
    assert reason.key == key, reason
    assert reason != reason.to("de")
    with pytest.raises(IllegalMove) as refused:
        game.play(move)
    assert refused.value.reason == reason, "play gives the reason of why_not"
    assert game.position() == before
    assert game.to_move is None or game.view(game.to_move).why_not(move) == reason


def test_a_view_is_asked_out_of_turn() -> None:
    game = in_turn()
    for seat in (1, None):
        reason = game.view(seat).why_not(lay("S1", (1, -6)))
        assert isinstance(reason, Text)
        assert reason.key == "not_your_turn"
        assert reason.values == {"seat": Seat(0)}


def test_the_examples_are_all_the_refusals_there_are() -> None:
    assert sorted(EXAMPLES) == sorted(refusals_in_the_file())


@pytest.mark.parametrize(
    ("move", "says"),
    [
        ("S9o13", "no token S9"),
        ("S1z99", "no space z99"),
        ("+Q", "no token Q"),
        ("H*a1", "no space a1"),
        ("", "is not a move"),
        ("pass", "is not a move"),
        ("s1n13", "is not a move"),
        ("S1n13 ", "is not a move"),
        ("Xm13B-o10H-o14R", "is not a move"),
    ],
)
def test_text_that_is_no_move(move: str, says: str) -> None:
    reason = in_turn().why_not(move)
    assert reason is not None
    assert says in reason


@pytest.mark.parametrize("move", [None, 3, ["S1n13"], b"S1n13"])
def test_a_value_that_is_no_move(move: Any) -> None:
    game = in_turn()
    assert "a move is a Move or its notation" in str(game.why_not(move))
    with pytest.raises(kabuto.IllegalMove):
        game.play(move)


# Agreement over all conceivable moves.


@cache
def conceivable() -> tuple[Move, ...]:
    """Every token on every space, every exchange, choice and figure to put, and the end of the turn.

    Figures stand on settlements; of exchanges with other spaces, those with Edo stand for all.
    """
    spaces = range(len(SPACES))
    ends = [(space, figure) for space in SETTLEMENTS for figure in range(3)]
    edo = [(SPACE[at(EDO)], figure) for figure in range(3)]
    elsewhere = [(space, figure) for space in spaces if space not in SETTLEMENTS for figure in range(3)]
    return (
        make.END,
        make.HIDDEN_CHOICE,
        *(make.choose(token) for token in range(len(TOKENS))),
        *(make.put(figure, space) for figure in range(3) for space in spaces),
        *(make.play(token, space) for token in range(len(TOKENS)) if token not in (X, T) for space in spaces),
        *(make.exchange_figures(*one, *two) for one, two in combinations_with_replacement(ends, 2)),
        *(make.exchange_figures(*one, *two) for one in edo for two in elsewhere),
        *(make.exchange_tokens(one, two) for one in spaces for two in spaces),
    )


def telling_states(game: Samurai, rng: Random) -> list[Samurai]:
    """A game at one ply of each phase of the set-up, with each exchange in hand, and at its end."""
    kinds: dict[str, list[Samurai]] = defaultdict(list)
    while True:
        phase = game.state.phase
        if phase == "turn":
            for code in {"T", "X"} & set(game.position()["hands"][game.state.seat]):
                kinds[code].append(game.copy())
        else:
            kinds[phase].append(game.copy())
        if not game.ply:
            return [rng.choice(kinds[kind]) for kind in sorted(kinds)]
        game.undo()


@pytest.mark.uncounted
@BY_SETTING
def test_why_not_legal_moves_and_a_second_opinion_agree_on_every_move(number: int) -> None:
    setting = {**SETTINGS[number], "captures": TIMINGS[number % 2]}
    whole = finished(number, **setting)
    record = whole.record()
    for game in telling_states(whole, Random(number)):
        referee = Referee(record)
        for text in record["moves"][: game.ply]:
            referee.play(text)
        listed, where = set(game.legal_moves()), f"{setting}, ply {game.ply}"
        for move in conceivable():
            reason = game.why_not(move)
            assert (reason is None) == (move in listed), f"{where}: {move} is refused ({reason}) and listed"
            assert (reason is None) == referee.allows(str(move)), f"{where}: {move}: {reason}"
        assert listed <= set(conceivable())


def test_nothing_is_legal_twice() -> None:
    for seed, setting in enumerate(SETTINGS):
        game = finished(seed, **setting)
        while game.ply:
            moves = [str(move) for move in game.legal_moves()]
            assert len(set(moves)) == len(moves)
            game.undo()
