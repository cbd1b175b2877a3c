"""Any game by action ids and observations, from its contract alone: for games that bring no numbers.

- An action id is the place of a move in ``every_move``, or else among the legal moves of the moment.
- An observation is made from the JSON of the seat's view. Its first ``BUCKETS`` numbers count hashed
  features: every value in the JSON is one by its exact place, and another by its place without indices. The
  rest is a SHA-256 of the text, so observations are equal exactly if the texts are.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from json import loads
from random import Random
from secrets import randbits
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from kabuto.table import BadOption, Game, IllegalMove, Value, game_class, manifests
from kabuto.table.numbers.single import RulesSingle, Single
from kabuto.table.options import resolve
from kabuto.table.text import WORDS

BUCKETS, DIGEST = 512, 32
SIZE = BUCKETS + DIGEST


def numbers(game: str) -> type[Single]:
    """The numbers of a game: its own, or plain ones."""
    found: type[Single] = manifests.component(game, "numbers") or plain_single(game)
    return found


def seat_numbers(game: str, options: dict[str, Any]) -> RulesSingle:
    """A game by its numbers whose other seats answer with moves."""
    own = (
        manifests.component(game, "seat_numbers")
        or manifests.component(game, "numbers")
        or plain_single(game)
    )
    found: RulesSingle = own(options)
    return found


def features(text: str) -> NDArray[np.uint8]:
    """A view as numbers: what its JSON holds, hashed, and a digest of it all."""
    counts = [0] * BUCKETS
    for exact, loose in _leaves(loads(text), "", "") if text else ():
        counts[crc32(exact.encode()) % BUCKETS] += 1
        counts[crc32(loose.encode()) % BUCKETS] += 1
    return np.array([*(min(count, 255) for count in counts), *sha256(text.encode()).digest()], np.uint8)


def _leaves(value: Any, exact: str, loose: str) -> Iterator[tuple[str, str]]:
    """Every single value with its place, and with its place without indices."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _leaves(part, f"{exact}.{key}", f"{loose}.{key}")
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from _leaves(part, f"{exact}[{index}]", f"{loose}[]")
    else:
        yield f"{exact}={value!r}", f"{loose}={value!r}"


class Actions:
    """The action ids of a game with its options."""

    def __init__(self, game: type[Game[Any, Any]], options: Mapping[str, Value]) -> None:
        every = game.every_move(options)
        if every is None and game.most_legal_moves is None:
            missing = "every_move or most_legal_moves"
            raise BadOption(WORDS.say("undeclared", name=game.name, missing=missing), "game")
        self._moves = None if every is None else list(every)
        self._ids = {move: action for action, move in enumerate(self._moves or ())}
        self.number = len(self._moves) if self._moves is not None else int(game.most_legal_moves or 0)
        """How many there are."""

    def legal(self, game: Game[Any, Any]) -> list[int]:
        """The legal ids, ascending."""
        moves = game.legal_moves()
        if self._moves is None and len(moves) <= self.number:
            return list(range(len(moves)))
        if self._moves is not None and all(move in self._ids for move in moves):
            return sorted(self._ids[move] for move in moves)
        missing = "most_legal_moves" if self._moves is None else "every_move"
        raise BadOption(WORDS.say("misdeclared", name=game.name, missing=missing), "game")

    def of(self, move: Any, game: Game[Any, Any] | None = None) -> int:
        """The id of a legal move; without ``every_move``, in this game."""
        return list(game.legal_moves()).index(move) if self._moves is None and game else self._ids[move]

    def move(self, game: Game[Any, Any], action: int) -> Any:
        """The move that an id stands for; ``IllegalMove`` if it stands for none now."""
        moves = game.legal_moves() if self._moves is None else self._moves
        if not 0 <= action < len(moves):
            raise IllegalMove(WORDS.say("legal_number", number=len(moves)))
        return moves[action]


class PlainSingle(RulesSingle):
    """A game that an environment steps, whatever the game."""

    size, dtype = SIZE, np.uint8

    def __init__(self, options: dict[str, Any]) -> None:
        kind = game_class(self.name)
        self.seat = None
        self._options = resolve(kind.option_table, options, lasting=True)
        self._actions = Actions(kind, self._options)
        self.actions = self._actions.number
        self.players = int(self._options["players"])
        self._rng = Random(randbits(128))
        self.game = kind(self._options, seed=0)

    def observe(self, seat: int) -> NDArray[Any]:
        return features(self.game.view(seat).to_json())

    def mask(self) -> NDArray[np.int8]:
        found = np.zeros(self.actions, np.int8)
        found[self._actions.legal(self.game)] = 1
        return found

    def act(self, action: int) -> None:
        try:
            self.play(self._actions.move(self.game, action))
        except IllegalMove as refusal:
            self.refuse(action, refusal.reason)

    def notation(self, action: int) -> str:
        return str(self._actions.move(self.game, action))


@cache
def plain_single(game: str) -> type[PlainSingle]:
    """The plain numbers of a game."""
    return type("PlainSingle", (PlainSingle,), {"name": game})
