"""Games to keep, over combinations of options."""

import random
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import kabuto
from kabuto.players import make
from kabuto.table import Game, Value, game_class

AnyGame = Game[Any, Any]
Options = Mapping[str, Value]


def combinations(name: str, chosen: Options | None = None) -> Iterator[dict[str, Value]]:
    """Every combination of the values of a game's options, those that are ``chosen`` left as they are."""
    table = game_class(name).option_table
    values = [(chosen[o.name],) if chosen and o.name in chosen else o.values for o in table]
    for combination in product(*values):
        yield dict(zip([option.name for option in table], combination, strict=True))


def played(game: AnyGame, by: str, rng: random.Random) -> AnyGame:
    """A game that players of this name have gone on with to its end."""
    players = [make(by, game.name, random.Random(rng.getrandbits(60))) for _ in range(game.players)]
    while game.to_move is not None:
        game.play(players[game.to_move].choose(game.view(game.to_move)))
    return game


def dealt(name: str, options: Options, rng: random.Random) -> AnyGame:
    """A game that begins."""
    return kabuto.new(name, seed=rng.getrandbits(128), **options)
