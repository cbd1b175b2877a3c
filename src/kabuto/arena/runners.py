"""Where the games of a match are played: here, in processes of this machine, or on a Ray cluster."""

from collections.abc import Generator, Iterable
from contextlib import AbstractContextManager

from kabuto.arena.match import Fixture, Match
from kabuto.arena.playing import Played, play
from kabuto.parallel import pools
from kabuto.parallel.pools import Pool, here
from kabuto.parallel.ray import cluster
from kabuto.players.process import kill_all

__all__ = ["Pool", "cluster", "here", "processes", "run"]


def run(
    match: Match, fixtures: Iterable[Fixture], workers: AbstractContextManager[Pool]
) -> Generator[Played]:
    """Play games of a match, in any order; closing the generator drops the unfinished ones."""
    with workers as pool:
        yield from pool.as_finished(play, ((match, fixture) for fixture in fixtures))


def processes(jobs: int) -> AbstractContextManager[Pool]:
    """Processes of this machine; leaving early drops what they are busy with, outside programs included."""
    return pools.processes(jobs, on_end=kill_all)
