"""Many games between programs, by any workers.

Game number i depends on the seed and on i alone: the records are the same whoever plays them.
"""

from collections.abc import Generator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from kabuto.parallel.pools import Pool
from kabuto.players import make, play_out
from kabuto.table import BadRecord, Game, Value, new
from kabuto.table.numbers.columns import Origin
from kabuto.table.record import dumps, expect, loads
from kabuto.text_ui.language import sentence
from kabuto.text_ui.tables import table_class
from kabuto.version import __version__

FORMAT = 1
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
    kabuto: str = __version__
    """The version that plays."""

    def players(self, index: int) -> tuple[str, ...]:
        """Seat → the name of its player in one game."""
        shift = index % len(self.seats) if self.rotate else 0
        return self.seats[len(self.seats) - shift :] + self.seats[: len(self.seats) - shift]

    def origin(self, index: int) -> Origin:
        """Who plays one game, and by which chance."""
        deal = Random(f"{self.seed}/{index}/game").getrandbits(128)
        chances = [f"{self.seed}/{index}/seat {seat}" for seat in range(len(self.seats))]
        return Origin(self.players(index), str(deal), chances, self.kabuto)

    def to_json(self) -> dict[str, Any]:
        """The plan as the file beside the records has it."""
        return {"format": FORMAT, **asdict(self)}


def read_plan(path: Path) -> Plan:
    """The plan in a file; ``BadRecord`` says why it is none."""
    try:
        told = expect(loads(path.read_bytes()), Mapping, "plan")
        kinds = {"game": str, "options": Mapping, "seats": list, "seed": int, "kabuto": str}
        if {*told} != {"format", "rotate", *kinds} or told["format"] != FORMAT:
            raise BadRecord(sentence("no_plan"))
        for key, kind in kinds.items():
            expect(told[key], kind, key)
    except BadRecord as fault:
        raise BadRecord(fault.reason, str(path)) from None
    plan = {key: told[key] for key in told if key != "format"}
    return Plan(**{**plan, "seats": tuple(told["seats"])})


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
    game = played(plan, index)
    table, outcome = table_class(plan.game), game.outcome
    winners = outcome.winners if outcome else ()
    names = plan.players(index)
    return Result(dumps(game.record()), names, winners, table.turns(game), table.ending(game))


def played(plan: Plan, index: int) -> Game[Any, Any]:
    """The game with this index, at its end."""
    origin = plan.origin(index)
    game = new(plan.game, seed=int(origin.deal_seed), **plan.options)
    chances = map(Random, origin.player_seeds)
    names = zip(origin.players, chances, strict=True)
    play_out(game, [make(name, plan.game, chance) for name, chance in names])
    return game


def play_many(plan: Plan, games: int, pool: Pool) -> Generator[Result]:
    """The games 0, 1, 2, … in this order."""
    chunk = CHUNK if pool.most > 1 else 1
    chunks = ((plan, range(start, min(start + chunk, games))) for start in range(0, games, chunk))
    for results in pool.in_order(_play_chunk, chunks):
        yield from results


def _play_chunk(plan: Plan, indices: range) -> list[Result]:
    return [play_one(plan, index) for index in indices]
