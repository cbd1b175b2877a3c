"""Who can sit on a seat: programs that are given a view and answer with a move."""

import random
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Protocol

from kabuto.table import BadOption, Game, View


class Player(Protocol):
    """Anything that chooses a move from what its seat may know."""

    def choose(self, view: Any) -> Any:
        """A legal move for the seat whose view this is."""
        ...


_PLAYERS = {
    "*": {"random": "kabuto.players.random:Random"},
    "samurai": {"greedy": "kabuto.players.samurai_greedy:Greedy"},
}
"""Game → name → where its player is; ``*`` plays every game."""


def names(game: str) -> list[str]:
    """The players that can play a game."""
    return sorted({**_PLAYERS["*"], **_PLAYERS.get(game, {})})


def make(name: str, game: str, rng: random.Random) -> Player:
    """A player by name, with a generator of its own."""
    known = {**_PLAYERS["*"], **_PLAYERS.get(game, {})}
    if name not in known:
        raise BadOption(
            f"there is no player {name[:40]!r} for {game}: there are {', '.join(names(game))}", "player"
        )
    module, _, attribute = known[name].partition(":")
    player: Callable[[random.Random], Player] = getattr(import_module(module), attribute)
    return player(rng)


def play_out(game: Game[Any, Any], players: Sequence[Player]) -> None:
    """Play a game to its end, each seat by its player."""
    while game.to_move is not None:
        game.play(players[game.to_move].choose(game.view(game.to_move)))


__all__ = ["Player", "View", "make", "names", "play_out"]
