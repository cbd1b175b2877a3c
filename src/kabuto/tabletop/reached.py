"""What a solver can try in a puzzle, made in advance: so that it can be solved without a connection.

The page knows no rules. It is sent how the position stands at first, and what each of many partial turns
changes in that; it asks the server about all others.
"""

from collections import deque
from collections.abc import Iterator
from itertools import permutations
from typing import Any

from msgspec import to_builtins
from msgspec.json import encode

from kabuto.protocol.socket import Change
from kabuto.protocol.study import Studied
from kabuto.table import Game, IllegalMove
from kabuto.table.wire import Wire
from kabuto.tabletop import render
from kabuto.tabletop.changes import changes

MOST, MOST_BYTES = 400, 640 * 1024
"""How many partial turns are sent in addition to the solution's and the second best one's, and how many bytes
all of them may have: a game without a wire of its own is sent as pictures, which are large."""
Moves = tuple[str, ...]


def states(
    game: Game[Any, Any], seat: int, lines: list[list[str]], wire: Wire, language: str
) -> tuple[Studied, dict[Moves, list[Change]]]:
    """How a position stands, and partial turns of a seat → what they change in it.

    These are the turns in ``lines``, their moves in any order, and of all others the shortest ones.
    """
    first = render.studied(game, seat, wire, language)
    before = to_builtins(first)
    found: dict[Moves, list[Change]] = {}
    size = 0
    for moves, after in _reached(game, seat, lines):
        found[moves] = list(changes(before, to_builtins(render.studied(after, seat, wire, language))))
        size += len(encode(found[moves]))
        if size > MOST_BYTES:
            break
    return first, found


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
