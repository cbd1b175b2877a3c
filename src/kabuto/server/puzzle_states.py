"""What a solver can try in a puzzle, made in advance: so that it can be solved without a connection.

The page knows no rules. It is sent how the position stands at first, and what each of many partial turns
changes in that; it asks the server about all others.
"""

from collections import deque
from collections.abc import Iterator
from itertools import groupby, permutations
from typing import Any

from msgspec import to_builtins

from kabuto.server import payloads
from kabuto.server.study import Studied
from kabuto.table import Game, IllegalMove
from kabuto.table.wire import Wire

MOST = 400
"""How many partial turns are sent in addition to the solution's and the second best one's."""
Moves = tuple[str, ...]
Path = tuple[str, ...]
Change = list[Any]
"""See ``puzzles.Reached``."""


def states(
    game: Game[Any, Any], seat: int, lines: list[list[str]], wire: Wire, language: str
) -> tuple[Studied, dict[Moves, list[Change]]]:
    """How a position stands, and partial turns of a seat → what they change in it.

    These are the turns in ``lines``, their moves in any order, and of all others the shortest ones.
    """
    first = payloads.studied(game, seat, wire, language)
    before = to_builtins(first)
    return first, {
        moves: list(changes(before, to_builtins(payloads.studied(after, seat, wire, language))))
        for moves, after in _reached(game, seat, lines)
    }


def _reached(game: Game[Any, Any], seat: int, lines: list[list[str]]) -> Iterator[tuple[Moves, Any]]:
    """Partial turns, and the game after each of them."""
    wanted = {order[:n] for line in lines for order in permutations(line) for n in range(1, len(line) + 1)}
    for moves in sorted(wanted):
        if after := _after(game, seat, moves):
            yield moves, after
    waiting: deque[tuple[Moves, Any]] = deque([((), game)])
    number = 0
    while waiting and number < MOST:
        moves, before = waiting.popleft()
        for move in map(str, before.legal_moves()):
            after = _after(before, seat, (move,))
            if after is None or seat not in after.deciding:  # it ends the turn: nothing is tried after that
                continue
            further = (*moves, move)
            waiting.append((further, after))
            if further not in wanted and number < MOST:
                number += 1
                yield further, after


def _after(game: Game[Any, Any], seat: int, moves: Moves) -> Game[Any, Any] | None:
    """The game after some moves of a seat; None if they can't be played."""
    after = game.copy()
    try:
        for move in moves:
            after.play(move, seat)
    except IllegalMove:  # in this order
        return None
    return after


def changes(old: Any, new: Any, path: Path = ()) -> Iterator[Change]:
    """What has to be changed in one JSON value to make it another."""
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(old.keys() - new.keys()):
            yield [[*path, key]]
        for key, value in new.items():
            if key not in old:
                yield [[*path, key], value]
            else:
                yield from changes(old[key], value, (*path, key))
    elif isinstance(old, list) and isinstance(new, list):
        kept = _kept(old, new)
        runs = groupby(enumerate(kept), lambda pair: pair[1] - pair[0])
        yield [[*path], [end for _, run in runs for end in _ends(run)], new[len(kept) :]]
    else:
        yield [[*path], new]


def _kept(old: list[Any], new: list[Any]) -> list[int]:
    """The places in a list of the items with which another one begins, as long as they rise."""
    places: list[int] = []
    for item in new:
        try:
            places.append(old.index(item, places[-1] + 1 if places else 0))
        except ValueError:
            break
    return places


def _ends(run: Iterator[tuple[int, int]]) -> tuple[int, int]:
    places = [place for _, place in run]
    return places[0], places[-1] + 1
