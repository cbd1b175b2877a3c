"""What a position of Samurai is worth: a quick guess at who will win, from what one seat may know.

Three steps. ``Outlook.chances`` guesses who will win one figure, from the influence on it, the land
spaces missing around it and the tokens that could still be laid there. Added to the figures captured
already that gives what each seat can expect of each kind. ``Race`` turns this into a chance to win the
game: with the most of two kinds, or the most of one kind and many other figures.

Seats are in turn order here, the next to move first; the seat that evaluates has just moved and comes last.
The weights were tuned by play: each was moved up and down, and what won more games was kept.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import exp, sqrt
from operator import mul
from typing import NamedTuple

from kabuto.samurai.board import LAND, LAND_AROUND, SEA, SETTLEMENTS_BESIDE
from kabuto.samurai.state import State
from kabuto.samurai.tokens import KINDS_IN, TOKENS

# Two or more land spaces are missing around a figure.
GRIP = (0.0, 0.0, 0.5, 0.22, 0.22, 0.26, 0.26)
"""Missing land spaces → how much a point of influence counts towards winning the figure."""
NOBODY = (0.0, 0.0, 0.42, 0.22, 0.03, 0.1, 0.1)
"""Missing land spaces → how often nobody wins it, because of a tie or because the game ends first."""
FIRST = 1.15
"""The advantage of the next seat to move while two land spaces are missing."""

# One land space is missing: each seat in turn may fill it.
ATTENTION = 0.53
"""How often the next seat does so if that wins the figure, rather than play elsewhere."""
TEMPO = 0.66
"""How much less likely each seat after it is to do the same."""
EXTRA = 0.6
"""How often a ship or ronin in hand helps with one more point of influence."""
DENIAL = 0.2
"""How often a seat that can only force a tie does so."""
REST = 0.3
"""How often the figure goes to the seat with the most influence if none of this happens."""
DRAW = 0.3
"""What a token that the evaluating seat has yet to draw counts, compared with one in hand."""

# The race for the most figures of each kind.
SPREAD, LEAST_SPREAD = 1.0, 0.3
"""How far the final counts may be off what is expected: for the figures still open, and at least."""
OTHERS_SPREAD = 2.5
"""The same for the other figures, which decide between seats that lead one kind each."""
STEP = 0.5
"""The fraction of a figure to add when measuring what one more is worth."""

Amounts = tuple[int, int, int]
"""An amount for each kind of figure."""
NONE: Amounts = (0, 0, 0)
INFLUENCE: tuple[Amounts, ...] = tuple(
    (
        token.strength * (token.influences & 1),
        token.strength * (token.influences >> 1 & 1),
        token.strength * (token.influences >> 2 & 1),
    )
    for token in TOKENS
)
"""Token → the influence it has on each kind of figure."""
ON_LAND = tuple(token.terrain == LAND for token in TOKENS)
"""Token → whether it is laid on land."""
TINY = 1e-9
OUT_OF_REACH = 6
"""More influence than a turn at one land space can bring."""

Influence = tuple[int, ...]
Counts = Sequence[Sequence[float]]
"""Seat → figures of each kind."""


class Site(NamedTuple):
    """A settlement that still holds figures."""

    figures: int
    """As a bit mask."""
    missing: int
    """How many land spaces around it are still empty."""
    influence: tuple[Influence, Influence, Influence]
    """Kind → influence of the seats."""


def survey(state: State, order: Sequence[int]) -> dict[int, Site]:
    """The settlements that hold figures."""
    place = {seat: number for number, seat in enumerate(order)}
    influence = {s: [[0] * len(order) for _ in range(3)] for s, mask in enumerate(state.figures) if mask}
    missing = {s: len(LAND_AROUND[s]) for s in influence}
    for space, laid in enumerate(state.tokens):
        if laid is None:
            continue
        for settlement in SETTLEMENTS_BESIDE[space]:
            if settlement in influence:
                missing[settlement] -= TOKENS[laid.token].terrain != SEA
                for amounts, amount in zip(influence[settlement], INFLUENCE[laid.token], strict=True):
                    amounts[place[laid.seat]] += amount
    return {
        s: Site(state.figures[s], missing[s], (tuple(helmet), tuple(buddha), tuple(rice)))
        for s, (helmet, buddha, rice) in influence.items()
    }


def winner(influence: Influence) -> int | None:
    """Who wins a figure with this influence; None if there is a tie or no influence at all."""
    most = max(influence)
    return influence.index(most) if most and influence.count(most) == 1 else None


class Outlook:
    """A position as it looks to the seat that has just moved."""

    def __init__(
        self, state: State, order: Sequence[int], captured: Counts, pools: Sequence[tuple[int, ...]]
    ) -> None:
        """``captured`` and ``pools`` (the tokens not played yet) are listed by seat, as in a view."""
        self.sites = survey(state, order)
        *others, own = order
        size = state.setting.hand_size
        self._reach = [_reach(pools[seat], size) for seat in others]
        self._reach.append(_own_reach(state.hands[own], pools[own], size))
        self._values: dict[tuple[int, int, Influence], float] = {}
        counts = [list(captured[seat]) for seat in order]
        doubts = [0.0, 0.0, 0.0]
        for site in self.sites.values():
            for kind in KINDS_IN[site.figures]:
                for place, chance in enumerate(self.chances(kind, site.missing, site.influence[kind])):
                    counts[place][kind] += chance
                    doubts[kind] += chance * (1 - chance)
        race = Race(counts, [SPREAD * sqrt(doubt / len(order)) + LEAST_SPREAD for doubt in doubts])
        self.chance = race.win_chance
        """The chance to win."""
        self.worth = [[race.worth(kind, place) for place in range(len(order))] for kind in range(3)]
        """Kind → seat → how much our chance grows if this seat gets one more figure of the kind."""

    def value(self, settlement: int, filled: int = 0, more: Amounts = NONE, swap: int = 0) -> float:
        """What the figures of a settlement are worth, or would be after a change by the evaluating seat.

        That seat may fill land spaces, gain influence on each kind, and exchange figures (a bit mask).
        """
        site, total = self.sites[settlement], 0.0
        missing = site.missing - filled
        for kind in KINDS_IN[site.figures ^ swap]:
            influence = site.influence[kind]
            if more[kind]:
                influence = (*influence[:-1], influence[-1] + more[kind])
            key = (kind, missing, influence)
            found = self._values.get(key)
            if found is None:
                found = sum(map(mul, self.worth[kind], self.chances(*key)))
                self._values[key] = found
            total += found
        return total

    def chances(self, kind: int, missing: int, influence: Influence) -> Sequence[float]:
        """Each seat's chance to win a figure; the rest, up to 1, is the chance that nobody does."""
        if not missing:
            first = winner(influence)
            return [float(place == first) for place in range(len(influence))]
        return self._last_space(kind, influence) if missing == 1 else _far(missing, influence)

    def _last_space(self, kind: int, influence: Influence) -> list[float]:
        """One land space is missing: each seat in turn may fill it, and often does to win the figure."""
        *_, second, most = sorted(influence)
        still_open, attention = 1.0, ATTENTION
        found = []
        for amount, reach in zip(influence, self._reach, strict=True):
            need = min((second if amount == most else most) - amount + 1, OUT_OF_REACH)
            able = reach[kind]
            take = attention * able[max(need, 0)]
            deny = DENIAL * (able[need - 1] - able[need]) if need > 0 else 0.0
            found.append(still_open * take)
            still_open *= 1 - take - deny
            attention *= TEMPO
        share = still_open * REST / influence.count(most)
        return [chance + share * (amount == most) for chance, amount in zip(found, influence, strict=True)]


@lru_cache(maxsize=1 << 16)
def _far(missing: int, influence: Influence) -> list[float]:
    """Two or more land spaces are missing: only influence counts, more so the fewer are missing."""
    odds = [exp(GRIP[missing] * amount) for amount in influence]
    if missing == 2:
        odds[0] *= FIRST
    share = (1 - NOBODY[missing]) / sum(odds)
    return [share * odd for odd in odds]


Reach = Sequence[Sequence[float]]
"""Kind → influence → the chance that a seat can add that much when it fills the last land space."""


@lru_cache(maxsize=1 << 12)
def _reach(pool: tuple[int, ...], size: int) -> Reach:
    """What an unseen hand of a size drawn from these tokens may be able to add."""
    helpers = sum(TOKENS[token].fast and TOKENS[token].strength > 0 for token in pool)
    helped = EXTRA * any_drawn(helpers, len(pool), size)
    table = []
    for kind in range(3):
        amounts = [INFLUENCE[token][kind] for token in pool if ON_LAND[token]]
        able = [sum(amount >= need for amount in amounts) for need in range(OUT_OF_REACH + 1)]
        alone = [any_drawn(number, len(pool), size) for number in able]
        both = [(1 - helped) * this + helped * less for less, this in pairwise(alone)]
        table.append([alone[0], *both])
    return table


def _own_reach(hand: Sequence[int], pool: tuple[int, ...], size: int) -> Reach:
    """The same for a known hand: what it holds is certain, what it draws is not."""
    table = []
    for kind, row in enumerate(_reach(pool, size)):
        best = max([INFLUENCE[token][kind] for token in hand if ON_LAND[token]], default=-1)
        table.append([1.0 if need <= best else DRAW * chance for need, chance in enumerate(row)])
    return table


@cache
def any_drawn(good: int, tokens: int, size: int) -> float:
    """The chance that a hand of ``size`` of these tokens holds at least one of the ``good`` ones."""
    none = 1.0
    for n in range(min(size, tokens)):
        none *= max(0, tokens - good - n) / (tokens - n)
    return 1 - none


class Race:
    """The race for the most figures of each kind, seen by the last seat."""

    def __init__(self, counts: Counts, spreads: Sequence[float]) -> None:
        """``counts`` are the figures expected at the end, ``spreads`` how far off they may be, by kind."""
        self.counts, self.spreads = counts, spreads
        self.leads = [_leads([row[kind] for row in counts], spread) for kind, spread in enumerate(spreads)]
        self.others = [_others(row) for row in counts]
        self.win_chance = _win_chance(self.leads, self.others)

    def worth(self, kind: int, place: int) -> float:
        """How much the chance to win grows for each figure of a kind that a seat gets."""
        row = list(self.counts[place])
        row[kind] += STEP
        leads, others = self.leads.copy(), self.others.copy()
        column = [row[kind] if n == place else other[kind] for n, other in enumerate(self.counts)]
        leads[kind] = _leads(column, self.spreads[kind])
        others[place] = _others(row)
        return (_win_chance(leads, others) - self.win_chance) / STEP


def _leads(counts: Sequence[float], spread: float) -> list[float]:
    """Each seat's chance to have the most of a kind."""
    most = max(counts)
    odds = [exp((count - most) / spread) for count in counts]
    total = sum(odds)
    return [odd / total for odd in odds]


def _others(counts: Sequence[float]) -> list[float]:
    """For each kind a seat may lead, the strength of its other figures; only ratios matter."""
    total = sum(counts)
    return [exp((total - count) / OTHERS_SPREAD) for count in counts]


def _win_chance(leads: Sequence[Sequence[float]], others: Sequence[Sequence[float]]) -> float:
    """The chance that the last seat wins: it leads two kinds, or nobody does and its one lead counts most."""
    a, b, c = leads[0][-1], leads[1][-1], leads[2][-1]
    chance = a * b + b * c + c * a - 2 * a * b * c
    if len(others) == 2:
        return chance
    for kind, one, two in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        both = first = second = 0.0
        for x, y, strength in zip(leads[one][:-1], leads[two][:-1], others, strict=False):
            both += x * y
            first += x * strength[one]
            second += y * strength[two]
        not_one, not_two = 1 - leads[one][-1], 1 - leads[two][-1]
        mine = others[-1][kind]
        rivals = first / (not_one + TINY) + second / (not_two + TINY)
        chance += leads[kind][-1] * (not_one * not_two - both) * mine / (mine + rivals)
    return chance
