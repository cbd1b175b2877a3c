"""A sequential test: deals are played until it is clear which of two shares of its games an entrant wins.

What counts is a deal, played from every seat, because its games are not independent: the share of them that
the entrant won. After each deal it is computed how much likelier all of them are if that share is the higher
one than if it is the lower one, each with the distribution that fits best of all with this mean (the
generalised sequential probability ratio test; with two players, where a deal has five results, chess engines
call it pentanomial).

Deals count in their order, whatever order their games end in. So the verdict depends neither on how many
processes play, nor on interruptions, nor on which games are short.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import exp, log
from typing import Any

from kabuto.arena.match import Match
from kabuto.arena.playing import Played
from kabuto.arena.summary import victory

ERROR = 0.05
"""About how often either verdict may be wrong."""
BOUND = log((1 - ERROR) / ERROR)
"""The logarithm of the likelihood ratio that decides, for one share or, negative, for the other."""
UNSEEN = 1e-3
"""How often a result that no deal had is counted as if it had been: it is possible."""
PRIOR = 0.5
"""How likely either share is taken to be before any game."""
STEPS = 50
"""Halvings until a root is exact enough."""


class SequentialTest:
    """Whether the first entrant of a match wins rather the higher or the lower of two shares of its games."""

    def __init__(self, match: Match, low: float, high: float, games: Iterable[Played] = ()) -> None:
        """``match`` has one table, at which the first entrant has one seat; ``games`` were played before."""
        self.entrant, self.players = match.entrants[0], match.players
        self.low, self.high = low, high
        self.ratio = 0.0
        """The logarithm of the likelihood ratio: positive for the higher share."""
        self.verdict: float | None = None
        """The share that the test found; None: it is not decided yet."""
        self.scores: Counter[float] = Counter()
        """The share of a deal's games that were won → how many deals had that result."""
        self._won: dict[int, list[float]] = {}
        for game in games:
            self.add(game)

    @property
    def deals(self) -> int:
        """How many deals have counted."""
        return self.scores.total()

    @property
    def share(self) -> float:
        """The share of games won in these deals."""
        return sum(score * number for score, number in self.scores.items()) / max(self.deals, 1)

    @property
    def posterior(self) -> float:
        """How likely the higher share is after these deals, if one of the two is right."""
        return 1 / (1 + exp(-self.ratio) * (1 - PRIOR) / PRIOR)

    def add(self, game: Played) -> None:
        """Count a game; after the verdict nothing changes any more."""
        won = self._won.setdefault(game.fixture.deal, [])
        won.append(victory(game, game.fixture.seats.index(self.entrant)))
        while self.verdict is None and len(self._won.get(self.deals, ())) == self.players:
            self._count(self._won.pop(self.deals))

    def _count(self, won: list[float]) -> None:
        self.scores[round(sum(won) / len(won), 9)] += 1
        results = [step / (2 * self.players) for step in range(2 * self.players + 1)]
        self.ratio = log_ratio(dict.fromkeys(results, UNSEEN) | self.scores, self.low, self.high)
        if abs(self.ratio) >= BOUND:
            self.verdict = self.high if self.ratio > 0 else self.low

    def to_json(self) -> dict[str, Any]:
        """The test as the summary of a match has it."""
        return {
            "entrant": self.entrant,
            "shares": [self.low, self.high],
            "error": ERROR,
            "prior": PRIOR,
            "posterior": round(self.posterior, 6),
            "bound": round(BOUND, 6),
            "ratio": round(self.ratio, 6),
            "deals": self.deals,
            "results": {f"{score:g}": self.scores[score] for score in sorted(self.scores)},
            "share": round(self.share, 6),
            "verdict": self.verdict,
        }


def log_ratio(counts: Mapping[float, float], low: float, high: float) -> float:
    """How much likelier results are, as a logarithm, if their mean is ``high`` than if it is ``low``.

    ``counts`` has 0 and 1, so that a distribution with either mean is possible. The likeliest one with mean m
    gives a result x, seen n times, the weight n / (1 + t (x - m)), where t follows from the mean.
    """
    low_tilt, high_tilt = _tilt(counts, low), _tilt(counts, high)
    return sum(
        number * (log(1 + low_tilt * (result - low)) - log(1 + high_tilt * (result - high)))
        for result, number in counts.items()
    )


def _tilt(counts: Mapping[float, float], mean: float) -> float:
    """The t with which weights of n / (1 + t (x - mean)) have this mean."""
    least, most = -1 / (1 - mean), 1 / mean
    for _ in range(STEPS):
        tilt = (least + most) / 2
        if sum(n * (x - mean) / (1 + tilt * (x - mean)) for x, n in counts.items()) > 0:
            least = tilt
        else:
            most = tilt
    return (least + most) / 2
