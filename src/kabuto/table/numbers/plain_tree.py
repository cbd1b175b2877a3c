"""Any game as a tree, from its contract alone: for games that bring no tree.

Chance draws the seed of the game, one byte after the other, before the first move; nobody sees it. What a
seat has seen is the text of its view now and a digest of the texts before: equal knowledge, equal text.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Any, ClassVar
from zlib import crc32

from kabuto.table import BadOption, Game, IllegalMove, Value, game_class, manifests
from kabuto.table.game import NO_CHANCE
from kabuto.table.numbers.plain import SIZE, Actions, features
from kabuto.table.numbers.tree import CHANCE, OVER, Guide, Node, Part, Sampler
from kabuto.table.text import WORDS

AnyGame = Game[Any, Any]
BYTES = 4
"""How often chance decides: so many bytes make the seed."""
MARKS = 1 << 24
"""Marks are below this, because a tensor of 32-bit floats holds them exactly."""


def tree(game: str, options: Mapping[str, Value]) -> Any:
    """The tree of a game: its own, or a plain one."""
    own = manifests.component(game, "tree")
    return own(options) if own else PlainTable(game, options)


class PlainTable:
    """What all nodes of a game share."""

    def __init__(self, name: str, options: Mapping[str, Value]) -> None:
        self.game = game_class(name)
        self.options = options
        if self.game.most_plies is None:
            raise BadOption(WORDS.say("undeclared", name=name, missing="most_plies"), "game")
        self.actions = Actions(self.game, options)
        self.longest = self.game.most_plies
        """No game has more actions of players."""
        self.chances = 0 if self.game.chance == NO_CHANCE else BYTES
        """How often chance decides."""
        self.log = self.longest + self.chances + 1
        """A seat sees no more positions than this."""
        inside = {"actions": self.actions.number, "outcomes": 256 if self.chances else 0}
        self.node: type[PlainNode] = type("PlainNode", (PlainNode,), inside)

    def root(self, dealt: AnyGame | None = None) -> "PlainNode":
        """The game before anything is dealt; ``dealt`` is what it will be, whatever the seed."""
        return self.node(self, dealt=dealt)

    def deal(self, seed: Sequence[int]) -> AnyGame:
        """The game of a seed."""
        return self.game(dict(self.options), seed=int.from_bytes(seed))


class PlainNode(Node):
    """A position of any game."""

    parts: ClassVar = (Part("view", (SIZE,)),)

    def __init__(
        self,
        table: PlainTable,
        game: AnyGame | None = None,
        before: "PlainNode | None" = None,
        action: int = -1,
        dealt: AnyGame | None = None,
    ) -> None:
        super().__init__(before, action)
        self.table = table
        self.dealt = dealt
        """What is dealt if it does not follow from the seed, because it was sampled from a view."""
        if game is None and self.ply == table.chances:
            game = dealt or table.deal([node.action for node in self.way()[1:]])
        self.game = game
        """The game, which never changes; None before the deal."""
        if game is not None:
            self.to_move = OVER if game.to_move is None else game.to_move

    @property
    def players(self) -> int:
        return int(self.table.options["players"])

    def legal(self) -> list[int]:
        return self.table.actions.legal(self.game) if self.game else []

    def _odds(self) -> list[tuple[int, float]]:
        return [(byte, 1 / self.outcomes) for byte in range(self.outcomes)]

    def after(self, action: int) -> "PlainNode":
        game = None
        if self.game is not None:
            game = self.game.copy()
            game.play_unchecked(self.table.actions.move(self.game, action))
        return type(self)(self.table, game, self, action, self.dealt)

    def name(self, player: int, action: int) -> str:
        if player == CHANCE or self.game is None:
            return f"seed:{action}"
        try:
            return str(self.table.actions.move(self.game, action))
        except IllegalMove:
            return f"move {action}"

    def why_not(self, action: int) -> str:
        if self.game is None:
            return "a byte of the seed is from 0 to 255."
        try:
            return self.game.why_not(self.table.actions.move(self.game, action)) or ""
        except IllegalMove as refusal:
            return f"{refusal.reason}."

    def line(self, seat: int | None) -> str:
        return self.explain(seat)

    def told(self, seat: int | None) -> str:
        """What a seat sees now, after a digest of what it has seen before."""
        before = "" if self.before is None else self.before._digest(seat)
        return f"{before} {self.explain(seat)}".strip()

    def _digest(self, seat: int | None) -> str:
        """What a seat has seen so far, in short."""
        if ("digest", seat) not in self._kept:
            self._kept["digest", seat] = (sha256(self.told(seat).encode()).hexdigest(),)
        return str(self._kept["digest", seat][0])

    def marks(self, seat: int) -> list[int]:
        return [1 + crc32(self.explain(seat).encode()) % (MARKS - 1)]

    def winners(self) -> tuple[int, ...]:
        outcome = self.game.outcome if self.game else None
        assert outcome is not None
        return outcome.winners

    def observe(self, seat: int) -> Any:
        return features(self.explain(seat))

    def explain(self, seat: int | None) -> str:
        return self.game.view(seat).to_json() if self.game else ""

    def hand(self, seat: int) -> str:
        """The whole view: the contract does not say which part of it is secret."""
        return self.explain(seat)

    def sample(self, seat: int, rng: Sampler) -> Guide:
        return self.resampled(seat, rng)[1]

    def resampled(self, seat: int, rng: Sampler) -> "tuple[PlainNode, Guide]":
        """The root of a game that the view of a seat allows, and the way to this position."""
        actions = [node.action for node in self.way()[1:]]
        if self.game is None:
            return self.table.root(), lambda node: actions[node.ply] if node.ply < len(actions) else None
        start = self.game.view(seat).sample(Random(int(rng() * 2**53)))
        moves = start.moves
        while start.ply:
            start.undo()

        def guide(node: PlainNode) -> int | None:
            if node.game is None:
                return 0
            ply = node.game.ply
            return self.table.actions.of(moves[ply], node.game) if ply < len(moves) else None

        return self.table.root(start), guide

    def __reduce__(self) -> tuple[Any, ...]:
        actions = [node.action for node in self.way()[1:]]
        return _again, (self.table.game.name, dict(self.table.options), actions, self.dealt)


def _again(name: str, options: Mapping[str, Value], actions: list[int], dealt: AnyGame | None) -> PlainNode:
    node = PlainTable(name, options).root(dealt)
    for action in actions:
        node = node.play(action)
    return node
