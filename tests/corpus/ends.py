"""How games end: what the corpus has to have seen for each number of players."""

from typing import Any

from kabuto.table import Game

FIGURES = "BHR"
SAMURAI_ENDS = ("last B", "last H", "last R", "four aside", "all passed")
SAMURAI_DECISIONS = ("two kinds", "only leader", "other figures", "all figures", "no leader", "shared")
YEDO_ENDS = ("rounds", "shogun")
YEDO_DECISIONS = ("points", "order")


def end(game: Game[Any, Any]) -> str:
    """Why and how a game ended, as ``why: how``; why it goes on if it does."""
    if game.outcome is None:
        return "unfinished"
    why, how = _ENDS[game.name](game)
    return f"{why}: {how}"


def _samurai(game: Game[Any, Any]) -> tuple[str, str]:
    position, outcome = game.position(), game.outcome
    assert outcome is not None
    left = {figure for figures in position["figures"].values() for figure in figures}
    gone = [f"last {figure}" for figure in FIGURES if figure not in left]
    aside = ["four aside"] if sum(position["aside"]) >= 4 else []
    shared = ", shared" if len(outcome.ranking[0]) > 1 else ""
    return ", ".join([*gone, *aside]) or "all passed", _samurai_decision(position["captured"]) + shared


def _samurai_decision(captured: list[list[int]]) -> str:
    leaders = [_leader([counts[kind] for counts in captured]) for kind in range(3)]
    led = [leader for leader in leaders if leader is not None]
    if len(set(led)) < len(led):
        return "two kinds"
    if len(led) == 1:
        return "only leader"
    if not led:
        return "no leader"
    others = sorted(sum(captured[seat]) - captured[seat][leaders.index(seat)] for seat in led)
    return "all figures" if others[-1] == others[-2] else "other figures"


def _leader(counts: list[int]) -> int | None:
    most = max(counts)
    return counts.index(most) if most and counts.count(most) == 1 else None


def _yedo(game: Game[Any, Any]) -> tuple[str, str]:
    outcome: Any = game.outcome
    best = sorted(outcome.scores)[-2:]
    return "shogun" if game.position()["shogun"] else "rounds", "order" if best[0] == best[1] else "points"


_ENDS = {"samurai": _samurai, "yedo": _yedo}
EXPECTED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "samurai": (SAMURAI_ENDS, SAMURAI_DECISIONS),
    "yedo": (YEDO_ENDS, YEDO_DECISIONS),
}
"""Game → every reason for which one ends, and every way in which it is decided."""
