"""How a person's games went: counts, and a rating on the scale of the levels."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from math import log, sqrt

from kabuto.protocol.account import GameStatistics, OptionTally, ProgramTally, Statistics, Tally
from kabuto.protocol.http import Rating, TableInfo, Value
from kabuto.table import BadOption, manifests

PER_POINT = log(10) / 400
"""Elo: 400 points more are odds of 10 to 1."""
MEAN, SPREAD = 1500.0, 400.0
"""What is assumed of a person before the first game: the middle of the levels, give or take."""
SURE = 1.96
"""Standard deviations of a 95 % interval."""
Pair = tuple[float, float]
"""The Elo of an opponent, and what was won of the game: 1, 0, or a half."""


def strength(tables: Iterable[TableInfo], game: str) -> Rating | None:
    """How strong a person is in a game; None without results against programs of known strength."""
    return rating(
        _pairs([table for table in tables if table.game == game and _counts(table)], _strengths(game))
    )


def statistics(tables: Iterable[TableInfo]) -> Statistics:
    """How finished games went, as far as they count."""
    games: dict[str, list[TableInfo]] = defaultdict(list)
    for table in filter(_counts, tables):
        games[table.game].append(table)
    return Statistics([_of_game(game, found) for game, found in sorted(games.items())])


def _counts(table: TableInfo) -> bool:
    """Whether a game counts: not with several seats of one's own, nor from a beginning that was set."""
    return len(table.mine) == 1 and table.start is None


def _of_game(game: str, tables: list[TableInfo]) -> GameStatistics:
    strengths = _strengths(game)
    options: dict[tuple[str, Value], list[TableInfo]] = defaultdict(list)
    programs: dict[str, list[TableInfo]] = defaultdict(list)
    for table in tables:
        for item in table.options.items():
            options[item].append(table)
        for program in sorted({seat.name for seat in table.seats if seat.who == "program"}):
            programs[program].append(table)
    return GameStatistics(
        game=game,
        all=_tally(tables),
        people=_tally([table for table in tables if _has_people(table)]),
        options=[OptionTally(*item, _tally(found)) for item, found in options.items()],
        programs=[ProgramTally(program, _tally(found)) for program, found in programs.items()],
        rating=rating(_pairs(tables, strengths)),
        levels={program: round(elo) for program, elo in strengths.items()},
    )


def _has_people(table: TableInfo) -> bool:
    return any(seat.who == "person" for number, seat in enumerate(table.seats) if number not in table.mine)


def _tally(tables: list[TableInfo]) -> Tally:
    found = Counter(_result(table) for table in tables)
    return Tally(len(tables), found["won"], found["shared"])


def _result(table: TableInfo) -> str:
    if table.mine[0] not in table.winners or _gave_up(table):
        return "lost"
    return "won" if len(table.winners) == 1 else "shared"


def _strengths(game: str) -> Mapping[str, float]:
    try:
        found: Mapping[str, float] = manifests.component(game, "elo") or {}
    except BadOption:  # its package was uninstalled
        return {}
    return found


def _pairs(tables: list[TableInfo], strengths: Mapping[str, float]) -> list[Pair]:
    """Who of two won, me or a program: unknown where both of them lost, unless I gave up."""
    pairs = []
    for table in tables:
        gave_up = _gave_up(table)
        me = table.mine[0] in table.winners and not gave_up
        for number, seat in enumerate(table.seats):
            other = number in table.winners
            if seat.who == "program" and seat.name in strengths and (me or other or gave_up):
                pairs.append((strengths[seat.name], (1 + me - (other or gave_up)) / 2))
    return pairs


def _gave_up(table: TableInfo) -> bool:
    """Whether a person has resigned, run out of time, or left and never came back."""
    seat = table.seats[table.mine[0]]
    return bool(seat.lost) or seat.left


def rating(pairs: list[Pair]) -> Rating | None:
    """The most likely Elo of a person, with its 95 % interval; None without games."""
    if not pairs:
        return None
    low, high = -5000.0, 8000.0
    while high - low > 0.1:
        middle = (low + high) / 2
        rises = sum(won - _share(middle, other) for other, won in pairs) * PER_POINT
        low, high = (middle, high) if rises > (middle - MEAN) / SPREAD**2 else (low, middle)
    shares = [_share(low, other) for other, _ in pairs]
    known = PER_POINT**2 * sum(share * (1 - share) for share in shares) + SPREAD**-2
    margin = SURE / sqrt(known)
    return Rating(round(low), round(low - margin), round(low + margin), len(pairs))


def _share(mine: float, other: float) -> float:
    return float(1 / (1 + 10 ** ((other - mine) / 400)))
