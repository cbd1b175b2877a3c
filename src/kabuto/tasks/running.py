"""Plays what is missing of a result, in the order of the games: whatever stops it, a prefix is there."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, closing

from kabuto.arena.playing import Played, play
from kabuto.parallel.pools import Pool
from kabuto.table import Refused
from kabuto.tasks.result import Result
from kabuto.tasks.task import WORDS, Task


def play_missing(
    task: Task, result: Result, games: int, workers: AbstractContextManager[Pool]
) -> Iterator[Played]:
    """Play on up to so many games, and add each one to the result."""
    player = result.player["name"]
    match, begun = task.match(player), len(result.games)
    calls = ((match, task.fixture(number, player), _limits(task, number)) for number in range(begun, games))
    with workers as pool, closing(pool.in_order(play, calls)) as played:
        for number, game in enumerate(played, begun):
            seat = task.seat(number)
            if game.forfeit and game.forfeit[0] != seat:  # nobody wins because an opponent broke down
                told = {"opponent": game.fixture.seats[game.forfeit[0]], "reason": game.forfeit[1]}
                raise Refused(WORDS.say("opponent_failed", **told), f"games[{number}]")
            result.add(game, seat)
            yield game


def _limits(task: Task, number: int) -> dict[int, float]:
    return {} if task.seconds is None else {task.seat(number): task.seconds}
