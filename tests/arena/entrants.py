"""Players that do what a match must survive, and matches to put them in."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kabuto import players
from kabuto.arena import Fixture, Match, MatchFile, Played, here, new_match, open_match, run
from kabuto.arena.playing import seeds_of
from kabuto.table import View


class Raises:
    """Raises an error."""

    def __init__(self, rng: random.Random) -> None: ...

    def choose(self, view: View) -> Any:
        raise KeyError("a bug")


class Cheats:
    """Plays what nobody can play."""

    def __init__(self, rng: random.Random) -> None: ...

    def choose(self, view: View) -> Any:
        return "k99"


class Babbles:
    """Raises an error with half a character in it."""

    def __init__(self, rng: random.Random) -> None: ...

    def choose(self, view: View) -> Any:
        raise ValueError("\ud800" * 1000)


class Forgets:
    """Plays no move at all."""

    def __init__(self, rng: random.Random) -> None: ...

    def choose(self, view: View) -> Any:
        return None


class NeverMade:
    """Cannot even be made, once the match runs."""

    count = 0

    def __init__(self, rng: random.Random) -> None:
        NeverMade.count += 1
        if NeverMade.count > 1:
            raise OSError("no network")

    def choose(self, view: View) -> Any: ...


class Spy:
    """Plays the first legal move, and remembers what it was given."""

    seen: list[object] = []  # noqa: RUF012 - the test empties it

    def __init__(self, rng: random.Random) -> None: ...

    def choose(self, view: View) -> Any:
        self.seen.append(view)
        return view.legal_moves()[0]


OWN = {
    kind.__name__.lower(): f"{__name__}:{kind.__name__}"
    for kind in (Raises, Cheats, Babbles, Forgets, NeverMade, Spy)
}
OWN |= dict.fromkeys(("a", "b", "c"), players.ANY_GAME["random"])


def kites(*entrants: str, seed: int = 1, tables: str | None = None) -> Match:
    """A match at the tiny game of three seats."""
    return new_match("kites", {}, entrants, seed, tables)


def play_all(match: Match, games: int) -> list[Played]:
    """Every game of a match, in order."""
    return list(run(match, match.fixtures(games), here()))


def result(match: Match, fixture: Fixture, ranking: list[list[int]]) -> Played:
    """A game as if it had been played, with this ranking."""
    outcome = {"winners": ranking[0], "ranking": ranking}
    return Played(fixture, seeds_of(match, fixture), outcome, 10, (0.0,) * len(fixture.seats))


@contextmanager
def going_on(match: Match, path: Path, games: int, stop_after: int | None = None) -> Iterator[MatchFile]:
    """Open a match and play what is missing, or a part of it."""
    with open_match(match, path) as file:
        missing = [fixture for fixture in match.fixtures(games) if fixture not in file.played]
        for game in run(match, missing[:stop_after], here()):
            file.add(game)
        yield file
