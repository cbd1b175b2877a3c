"""Who played the games of a file: as the plan of a simulation says, or the match of the arena."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from kabuto.cli.matches.simulation import read_plan
from kabuto.table import BadRecord, Game, new
from kabuto.table.numbers.columns import Origin
from kabuto.table.record import dumps, expect, loads
from kabuto.text_ui.language import sentence


def origins(path: Path | None) -> Callable[[str, Game[Any, Any]], Origin | None]:
    """What says of every game of a file, in their order, where it comes from; None if nobody knows.

    ``BadRecord`` if it is another game: its deal has to be the one that follows from the seed.
    """
    if path is None:
        return lambda place, game: None
    with path.open("rb") as file:
        is_match = b'"match"' in file.readline(1 << 20)
    found = _of_match(path) if is_match else _of_plan(path)

    def of(place: str, game: Game[Any, Any]) -> Origin:
        origin = next(found, None)
        if origin is None or len(origin.players) != game.players or not _is_dealt(game, origin):
            raise BadRecord(sentence("other_origin", path=path), place)
        return origin

    return of


def _of_plan(path: Path) -> Iterator[Origin]:
    plan, number = read_plan(path), 0
    while True:
        yield plan.origin(number)
        number += 1


def _of_match(path: Path) -> Iterator[Origin]:
    """A line for each game, in the order of the records."""
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            try:
                told = expect(loads(line), Mapping, "game")
                if number == 1:
                    version = str(told["versions"]["kabuto"])
                    continue
                seeds = told["seeds"]
                yield Origin(told["seats"], str(seeds["deal"]), [*map(str, seeds["players"])], version)
            except (BadRecord, KeyError, TypeError):
                raise BadRecord(sentence("no_plan"), f"{path}:{number}") from None


def _is_dealt(game: Game[Any, Any], origin: Origin) -> bool:
    dealt = new(game.name, seed=int(origin.deal_seed), **game.options)
    one, other = (dumps(each.record()["start"]) for each in (dealt, game))
    return one == other
