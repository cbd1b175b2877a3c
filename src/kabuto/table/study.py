"""A study: a record, and a tree of moves beside it that begins where the record starts.

The tree is a list of nodes. The first one is the start; every other names its ``parent``, which stands
before it, and its ``move``. Of the nodes with one parent the first goes on with the main line.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from kabuto.table.errors import BadRecord, IllegalMove
from kabuto.table.game import Game
from kabuto.table.record import expect
from kabuto.table.registry import load
from kabuto.table.text import WORDS

AnyGame = Game[Any, Any]
Node = tuple[int, str]
"""The place of its parent, and its move."""
SEED = 0
"""Decides what chance a variation brings that the record doesn't know: the same for everybody."""


def at_start(record: Mapping[str, Any]) -> AnyGame:
    """The game of a record before its first move. Whatever is played now meets the chance of the record."""
    game = load(record, seed=SEED)
    while game.ply:
        game.undo()
    return game


def after(record: Mapping[str, Any], moves: Iterable[str]) -> AnyGame:
    """The game of a record with other moves; ``BadRecord`` names the first that isn't legal."""
    game = at_start(record)
    for number, move in enumerate(moves):
        _play(game, move, f"moves[{number}]")
    return game


def main_line(record: Mapping[str, Any], nodes: Sequence[Node]) -> AnyGame:
    """The game at the end of the main line; ``BadRecord`` names the first node that is wrong."""
    game, following = at_start(record), children(nodes)
    path: list[Iterator[int]] = [iter(following[0])]
    while path:
        place = next(path[-1], None)
        if place is not None:
            _play(game, nodes[place][1], f"nodes[{place}].move")
            path.append(iter(following[place]))
        else:
            path.pop()
            if path:
                game.undo()
    at = 0
    while following[at]:
        at = following[at][0]
        game.play(nodes[at][1])
    return game


def children(nodes: Sequence[Node]) -> list[list[int]]:
    """Node → those that follow it, the main line first; ``BadRecord`` if they are no tree."""
    following: list[list[int]] = [[] for _ in nodes]
    known = set[Node]()
    if not nodes or nodes[0][1]:
        raise BadRecord(WORDS.say("study_start"), "nodes[0]")
    for place, node in enumerate(nodes[1:], 1):
        if not 0 <= node[0] < place:
            raise BadRecord(WORDS.say("study_parent"), f"nodes[{place}].parent")
        if node in known:
            raise BadRecord(WORDS.say("study_twice", move=node[1]), f"nodes[{place}].move")
        known.add(node)
        following[node[0]].append(place)
    return following


def read_nodes(study: Mapping[str, Any]) -> list[Node]:
    """The tree of a study that was read from a file."""
    found: list[Node] = []
    for place, node in enumerate(expect(study.get("nodes"), list, "nodes")):
        fields = expect(node, Mapping, f"nodes[{place}]")
        parent = expect(fields.get("parent", 0), int, f"nodes[{place}].parent")
        found.append((parent, expect(fields.get("move", ""), str, f"nodes[{place}].move")))
    return found


def _play(game: AnyGame, move: str, place: str) -> None:
    try:
        game.play(move)
    except IllegalMove as error:
        raise BadRecord(error.reason, place) from None
