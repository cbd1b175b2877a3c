"""What a match says about its entrants, as numbers: the same for everybody who plays it again."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from itertools import combinations
from typing import Any

from kabuto.arena.match import Lineup, Match
from kabuto.arena.playing import Played
from kabuto.arena.ratings import DRAWS, Figure, elo, share
from kabuto.version import __version__

METHOD = (
    "Elo: Bradley-Terry on who finished ahead of whom, fitted by choix; "
    f"95 % intervals: Bayesian bootstrap over deals, {DRAWS} draws"
)


def summarise(match: Match, games: Iterable[Played]) -> dict[str, Any]:
    """Ratings, shares, seats, forfeits and times of the games played so far; a JSON-able dict.

    Everything but ``seconds`` is the same whenever the same games are played again.
    """
    ordered = sorted(games, key=lambda game: (game.fixture.deal, game.fixture.seats))
    deals = sorted({game.fixture.deal for game in ordered})
    return {
        "match": match.to_json(),
        "kabuto": __version__,
        "method": METHOD,
        "games": len(ordered),
        "deals": len(deals),
        "moves": sum(game.moves for game in ordered),
        "entrants": _entrants(match, ordered, deals) if ordered else [],
        "tables": [row for lineup in match.lineups() for row in _table(lineup, ordered)],
        "seats": [_seat(seat, ordered) for seat in range(match.players)] if ordered else [],
        "forfeits": [
            {
                "entrant": game.fixture.seats[game.forfeit[0]],
                "deal": game.fixture.deal,
                "seats": list(game.fixture.seats),
                "reason": game.forfeit[1],
            }
            for game in ordered
            if game.forfeit
        ],
        "seconds": _seconds(match, ordered),
    }


def victory(game: Played, seat: int) -> float:
    """1 for the winner, a part of it for each who shares the victory, otherwise 0."""
    best = game.ranking[0]
    return 1 / len(best) if seat in best else 0.0


def _entrants(match: Match, games: Sequence[Played], deals: Sequence[int]) -> list[dict[str, Any]]:
    ratings = elo(_ahead(match, games, deals))
    rows = []
    for number, entrant in enumerate(match.entrants):
        seats = [(game, seat) for game in games for seat in _seats_of(game, entrant)]
        rows.append(
            {
                "entrant": entrant,
                "elo": asdict(_rounded(ratings[number], 1)) if ratings else None,
                "games": sum(entrant in game.fixture.seats for game in games),
                "victories": round(sum(victory(game, seat) for game, seat in seats), 6),
                "forfeits": sum(game.forfeit is not None and game.forfeit[0] == seat for game, seat in seats),
            }
        )
    return rows


def _ahead(match: Match, games: Sequence[Played], deals: Sequence[int]) -> list[list[list[float]]]:
    """Entrant → other entrant → deal → how often the first finished ahead; a tie is half for each."""
    row = {deal: number for number, deal in enumerate(deals)}
    index = {entrant: number for number, entrant in enumerate(match.entrants)}
    counts = [[[0.0] * len(deals) for _ in match.entrants] for _ in match.entrants]
    for game in games:
        rank = {seat: place for place, group in enumerate(game.ranking) for seat in group}
        for seat, other in combinations(range(match.players), 2):
            one, two = index[game.fixture.seats[seat]], index[game.fixture.seats[other]]
            if one != two:
                won = 0.5 if rank[seat] == rank[other] else float(rank[seat] < rank[other])
                counts[one][two][row[game.fixture.deal]] += won
                counts[two][one][row[game.fixture.deal]] += 1 - won
    return counts


def _table(lineup: Lineup, games: Sequence[Played]) -> list[dict[str, Any]]:
    """The share of victories of each who sits at this table; of two, the one named first says it all."""
    here = [game for game in games if Counter(game.fixture.seats) == Counter(lineup)]
    who = list(dict.fromkeys(lineup))
    return [
        {
            "table": list(lineup),
            "entrant": entrant,
            "games": len(here),
            "chance": lineup.count(entrant) / len(lineup),
            "share": asdict(_rounded(_share(here, entrant), 6)) if here else None,
        }
        for entrant in (who[:1] if len(who) == 2 else who)
    ]


def _share(games: Sequence[Played], entrant: str) -> Figure:
    won: defaultdict[int, float] = defaultdict(float)
    for game in games:
        won[game.fixture.deal] += sum(victory(game, seat) for seat in _seats_of(game, entrant))
    played = Counter(game.fixture.deal for game in games)
    return share([won[deal] for deal in sorted(played)], [played[deal] for deal in sorted(played)])


def _seat(seat: int, games: Sequence[Played]) -> dict[str, Any]:
    victories = sum(victory(game, seat) for game in games)
    return {"seat": seat, "victories": round(victories, 6), "share": round(victories / len(games), 6)}


def _seconds(match: Match, games: Sequence[Played]) -> dict[str, float]:
    """Entrant → how long it thought in a game, on average over its seats."""
    times: defaultdict[str, list[float]] = defaultdict(list)
    for game in games:
        for entrant, seconds in zip(game.fixture.seats, game.seconds, strict=True):
            times[entrant].append(seconds)
    return {name: round(sum(times[name]) / len(times[name]), 4) for name in match.entrants if times[name]}


def _seats_of(game: Played, entrant: str) -> list[int]:
    return [seat for seat, who in enumerate(game.fixture.seats) if who == entrant]


def _rounded(figure: Figure, digits: int) -> Figure:
    return Figure(*(round(value, digits) for value in (figure.value, figure.low, figure.high)))
