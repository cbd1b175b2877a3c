"""Many games between programs, by any workers.

Game number i depends on the seed and on i alone: the records are the same whoever plays them.
"""

from collections.abc import Generator
from dataclasses import dataclass
from random import Random

from kabuto.parallel.pools import Pool
from kabuto.players import make, play_out
from kabuto.table import Value, new
from kabuto.table.record import dumps
from kabuto.text_ui.tables import table_class

CHUNK = 4
"""How many games a worker plays at a time."""


@dataclass(frozen=True)
class Plan:
    """What all games of a simulation have in common."""

    game: str
    options: dict[str, Value]
    seats: tuple[str, ...]
    """Seat → the name of its player."""
    rotate: bool
    """Whether everybody moves on by one seat after every game."""
    seed: int

    def players(self, index: int) -> tuple[str, ...]:
        """Seat → the name of its player in one game."""
        shift = index % len(self.seats) if self.rotate else 0
        return self.seats[len(self.seats) - shift :] + self.seats[: len(self.seats) - shift]


@dataclass(frozen=True)
class Result:
    """One game: its record as a line, and what a summary needs of it."""

    line: str
    players: tuple[str, ...]
    winners: tuple[int, ...]
    turns: int
    ending: str
    """How it ended, in a few words."""


def play_one(plan: Plan, index: int) -> Result:
    """The game with this index."""
    names = plan.players(index)
    game = new(plan.game, seed=Random(f"{plan.seed}/{index}/game").getrandbits(128), **plan.options)
    chances = [Random(f"{plan.seed}/{index}/seat {seat}") for seat in range(game.players)]
    play_out(game, [make(name, plan.game, chance) for name, chance in zip(names, chances, strict=True)])
    table, outcome = table_class(plan.game), game.outcome
    winners = outcome.winners if outcome else ()
    return Result(dumps(game.record()), names, winners, table.turns(game), table.ending(game))


def play_many(plan: Plan, games: int, pool: Pool) -> Generator[Result]:
    """The games 0, 1, 2, … in this order."""
    chunk = CHUNK if pool.most > 1 else 1
    chunks = ((plan, range(start, min(start + chunk, games))) for start in range(0, games, chunk))
    for results in pool.in_order(_play_chunk, chunks):
        yield from results


def _play_chunk(plan: Plan, indices: range) -> list[Result]:
    return [play_one(plan, index) for index in indices]
