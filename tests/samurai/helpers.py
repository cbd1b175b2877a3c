"""Positions in a line or two, and games played at random.

A space is written as its name (``"o14"``) or as axial coordinates with Edo at (0, 0).
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import pytest

import kabuto
from kabuto.samurai import Move, Samurai, explain
from kabuto.samurai.board import SPACE, SPACES
from kabuto.samurai.places import place_mark, where_mark
from kabuto.samurai.tokens import FIGURES, TOKENS
from kabuto.table import Text

Where = str | tuple[int, int]

_NAMES = {(space.q, space.r): space.name for space in SPACES}

# The northern tip of Honshu, where most positions of the tests stand.
NORTH, EAST, AKITA = (0, -6), (2, -6), (0, -4)
LAND_OF_NORTH = [(0, -5), (1, -6)]
LAND_OF_EAST = [(1, -6), (1, -5), (2, -5)]
LAND_OF_AKITA = [(0, -5), (1, -5), (0, -3), (1, -4)]
EDO = (0, 0)

EDITIONS = ("rgg", "hig", "ffg")
TIMINGS = ("token", "turn")
PLAYERS = (2, 3, 4)

SETTINGS: list[dict[str, Any]] = [
    {"players": players, "edition": edition, "hands": hands, "figures": figures, "null_exchange": null}
    for players in PLAYERS
    for edition, hands, figures, null in (
        ("rgg", "random", "random", False),
        ("hig", "choose", "random", True),
        ("ffg", "random", "draft", False),
        ("rgg", "choose", "draft", True),
        ("ffg", "choose", "draft", False),
    )
]
"""Every player count with every edition and every way to set up."""
BY_SETTING = pytest.mark.parametrize(
    "number", [pytest.param(n, marks=pytest.mark.prove if n % 3 else ()) for n in range(len(SETTINGS))]
)
"""A long test of one setting: every third, so that each value comes up, and all in the long checks."""


def at(where: Where) -> str:
    """The name of a space."""
    return where if isinstance(where, str) else _NAMES[where]


def place(space: str) -> str:
    """What people call a space, in English."""
    return str(place_mark(SPACE[space]))


def where(space: str) -> str:
    """Where something on a space is, in English."""
    return str(where_mark(SPACE[space]))


def lay(token: str, where: Where) -> str:
    """Play a token onto a space, in notation."""
    return f"{token}{at(where)}"


def exchange(one: Where, figure: str, two: Where, other: str) -> str:
    """Exchange two figures, in notation."""
    return str(Move.parse(f"X{at(one)}{figure}-{at(two)}{other}"))


def shift(source: Where, target: Where) -> str:
    """Exchange tokens, in notation: the one on ``source`` goes to ``target``."""
    return f"T{at(source)}-{at(target)}"


def put(figure: str, where: Where) -> str:
    """Put a figure on the map during set-up, in notation."""
    return f"{figure}*{at(where)}"


def position(
    *,
    figures: Mapping[Any, str] | None = None,
    tokens: Mapping[Any, tuple[int, str]] | None = None,
    hands: Sequence[str] = (),
    draws: Sequence[str] = (),
    captured: Sequence[Sequence[int]] = (),
    aside: Sequence[int] = (0, 0, 0),
    to_move: int | None = 0,
    played: str = "",
    moves: Sequence[str] = (),
    **options: Any,
) -> Samurai:
    """A game from a position; tokens of a hand stand in one string: ``hands=["S1 X", "H2"]``."""
    players = options.setdefault("players", 2)

    def lists(given: Sequence[str]) -> list[list[str]]:
        return [(given[seat] if seat < len(given) else "").split() for seat in range(players)]

    start = {
        "figures": {at(where): kinds for where, kinds in (figures or {}).items()},
        "tokens": {at(where): list(laid) for where, laid in (tokens or {}).items()},
        "hands": lists(hands),
        "draws": lists(draws),
        "captured": [list(counts) for counts in captured] or [[0, 0, 0]] * players,
        "aside": list(aside),
        "to_move": to_move,
        "played": played.split(),
    }
    return load({"format": 1, "game": "samurai", "options": options, "start": start, "moves": list(moves)})


def load(record: Mapping[str, Any]) -> Samurai:
    """A game of Samurai from its record."""
    return kabuto.load(record, "samurai")


def new(seed: int = 0, **options: Any) -> Samurai:
    """A new game of Samurai."""
    game: Samurai = kabuto.new("samurai", seed=seed, **options)
    return game


def play(game: Samurai, *moves: str) -> Samurai:
    """Play some moves; the game itself comes back."""
    for move in moves:
        game.play(move)
    return game


def legal(game: Samurai) -> set[str]:
    """The legal moves in notation."""
    return {str(move) for move in game.legal_moves()}


def refusal(game: Samurai, move: str) -> str:
    """Which sentence refuses a move; a move that is legal fails the test."""
    reason = game.why_not(move)
    assert isinstance(reason, Text), f"{move} should be refused: {reason!r}"
    assert move not in legal(game), f"{move} is refused ({reason}) and listed as legal"
    return reason.key


Decided = dict[tuple[str, str], tuple[tuple[int, ...], int | None]]


def decided(game: Samurai) -> Decided:
    """What the last move captured: settlement and figure → influence per seat, and the winner."""
    return {(SPACES[c.space].name, FIGURES[c.figure]): (c.influence, c.winner) for c in game.captures}


def sources(game: Samurai, where: Where, figure: str) -> list[dict[str, str]]:
    """Seat → the tokens (space → code) that its influence on a captured figure came from."""
    for c in game.captures:
        if (c.space, FIGURES[c.figure]) == (SPACE[at(where)], figure):
            return [{SPACES[space].name: TOKENS[token].code for space, token in mine} for mine in c.sources]
    raise AssertionError(f"no {figure} of {at(where)} was captured")


def story(game: Samurai, language: str = "en") -> list[str]:
    """How the last captures were decided, in words."""
    return [explain(game.state, capture).to(language) for capture in game.captures]


def steps(game: Samurai) -> list[Text]:
    """The steps of the scoring; a game that is not over fails the test."""
    assert game.outcome is not None, "the game is not over"
    return [step for step in game.outcome.steps if isinstance(step, Text)]


def random_move(game: Samurai, rng: Random) -> Move:
    """A random token (or the end of the turn), then a random place for it."""
    groups: dict[object, list[Move]] = defaultdict(list)
    for move in game.legal_moves():
        groups[move.verb, move.token].append(move)
    return rng.choice(rng.choice(list(groups.values())))


def wander(seed: int, **options: Any) -> Iterator[tuple[Samurai, Move]]:
    """A game of random moves: before each move the game as it stands, and the move that is played next."""
    game, rng = new(seed, **options), Random(seed)
    while game.to_move is not None:
        move = random_move(game, rng)
        yield game, move
        game.play(move)


def finished(seed: int, **options: Any) -> Samurai:
    """A game of random moves, played to its end."""
    game, rng = new(seed, **options), Random(seed)
    while game.to_move is not None:
        game.play(random_move(game, rng))
    return game
