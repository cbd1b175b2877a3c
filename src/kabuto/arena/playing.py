"""One game of a match: played by the rules, or lost by rule."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from random import Random
from time import perf_counter
from typing import Any

from kabuto.arena.match import WORDS, Fixture, Match
from kabuto.players import Player, dismiss, make
from kabuto.table import Game, IllegalMove, Refused, new
from kabuto.table.errors import short
from kabuto.table.record import dumps

Ranking = tuple[tuple[int, ...], ...]
LONGEST_REASON = 500
NO_LIMITS: Mapping[int, float] = {}


@dataclass(frozen=True)
class Played:
    """A game that was played."""

    fixture: Fixture
    seeds: Mapping[str, Any]
    """What chance was decided by: the deal, and each seat's player."""
    outcome: Mapping[str, Any]
    """As in a record; of a game lost by rule, its ranking and winners."""
    moves: int
    seconds: tuple[float, ...]
    """Seat → how long it thought, as exactly as the match file has it."""
    forfeit: tuple[int, str] | None = None
    """The seat that lost by rule, and why."""
    record: str = ""
    """The record as a line."""
    logs: tuple[str, ...] = ()
    """Seat → what its program wrote to the error stream."""

    @property
    def ranking(self) -> Ranking:
        """Groups of seats that share a rank, best first."""
        return tuple(tuple(group) for group in self.outcome["ranking"])

    def to_json(self) -> dict[str, Any]:
        """The game as the match file has it."""
        forfeit = self.forfeit and {"seat": self.forfeit[0], "reason": self.forfeit[1]}
        return {
            "deal": self.fixture.deal,
            "seats": list(self.fixture.seats),
            "seeds": dict(self.seeds),
            "outcome": dict(self.outcome),
            "moves": self.moves,
            "seconds": list(self.seconds),
            "forfeit": forfeit,
        }


def seeds_of(match: Match, fixture: Fixture) -> dict[str, Any]:
    """What chance is decided by in a game."""
    seats = range(len(fixture.seats))
    return {
        "deal": match.seed_of("deal", fixture.deal),
        "players": [match.seed_of("player", fixture.deal, seat) for seat in seats],
    }


def play(match: Match, fixture: Fixture, limits: Mapping[int, float] = NO_LIMITS) -> Played:
    """Play one game of a match; the entrants get views, never the game.

    A player that raises, plays an illegal move or thinks longer in all than the seconds that ``limits`` has
    for its seat has lost: the game stops, and all others share the victory.
    """
    seeds = seeds_of(match, fixture)
    game = new(match.game, seed=seeds["deal"], **match.options)
    players: dict[int, Player] = {}
    seconds = [0.0] * game.players
    reason = None
    try:
        while reason is None and (seat := game.to_move) is not None:
            view = game.view(seat)
            try:
                if seat not in players:
                    players[seat] = make(fixture.seats[seat], match.game, Random(seeds["players"][seat]))
                started = perf_counter()
                try:
                    move = players[seat].choose(view)
                finally:
                    seconds[seat] += perf_counter() - started
            except Exception as error:
                reason = error.reason if isinstance(error, Refused) else f"{type(error).__name__}: {error}"
            else:
                limit = limits.get(seat, inf)
                told = {"seconds": f"{seconds[seat]:.1f}", "limit": f"{limit:g}"}
                reason = WORDS.say("too_slow", **told) if seconds[seat] > limit else _try_move(game, move)
    finally:
        dismiss(players.values(), game)
    forfeit = None if reason is None or seat is None else (seat, _writable(reason))
    record = game.record()
    return Played(
        fixture=fixture,
        seeds=seeds,
        outcome=_lost_by_rule(game.players, forfeit[0]) if forfeit else record["outcome"],
        moves=game.ply,
        seconds=tuple(round(each, 4) for each in seconds),
        forfeit=forfeit,
        record=dumps(record),
        logs=tuple(getattr(players.get(seat), "log", "") for seat in range(game.players)),
    )


def _try_move(game: Game[Any, Any], move: object) -> str | None:
    """Play a move, or tell why it is refused."""
    try:
        game.play(move)
    except IllegalMove as refusal:
        return f"{move if isinstance(move, game.move_type) else short(move)}: {refusal.reason}"
    return None


def _writable(reason: str) -> str:
    """A reason as it can stand in a file, whatever an entrant made of it."""
    return reason[:LONGEST_REASON].encode(errors="replace").decode()


def _lost_by_rule(players: int, seat: int) -> dict[str, Any]:
    others = [other for other in range(players) if other != seat]
    return {"winners": others, "ranking": [others, [seat]]}
