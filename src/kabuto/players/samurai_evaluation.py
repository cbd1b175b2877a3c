"""What a position of Samurai is worth: a quick guess at who will win, from what one seat may know.

Three steps. ``Outlook.chances`` guesses who will win one figure, from the influence on it, the land
spaces missing around it and the tokens that could still be laid there. Added to the figures captured
already that gives what each seat can expect of each kind. ``win_chance`` turns this into a chance to
win the game: the most of two kinds, or of one kind and many others besides.

Seats stand in turn order here, the next to move first; the seat that looks has just moved and is last.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import exp, sqrt
from typing import NamedTuple

from kabuto.samurai.board import LAND, LAND_AROUND, SETTLEMENTS_BESIDE, SPACES
from kabuto.samurai.state import State
from kabuto.samurai.tokens import HAND_SIZE, KINDS_IN, TOKENS

GRIP = 0.5
"""How much a point of influence counts while two or more land spaces are missing."""
NOBODY = 0.3
"""How often nobody wins such a figure: a tie, or the game ends before."""
ATTENTION = 0.4
"""How often a seat that can take a figure with the last land space does so, and nothing else."""
EXTRA = 0.3
"""How often a ship or ronin in the hand comes to its help with one more influence."""
DENIAL = 0.3
"""How often a seat that can only tie does so."""
REST = 0.5
"""How often the figure goes to the seat with the most influence when none of this happened."""
SPREAD, LEAST_SPREAD = 1.0, 0.35
"""How far counts of figures stray from what is expected: by the figures still open, and at least."""
OTHERS_SPREAD = 1.0
"""Likewise for the other figures that decide between seats that lead one kind each."""
DRAW = 0.3
STEP = 1.0

INFLUENCE = tuple(
    tuple(token.strength * (token.influences >> kind & 1) for kind in range(3)) for token in TOKENS
)
"""Token → the influence it has on each kind of figure."""
IS_LAND = tuple(space.terrain == LAND for space in SPACES)
OUT_OF_REACH = 6

Influence = tuple[int, ...]


class Site(NamedTuple):
    """How a settlement stands that still holds figures."""

    figures: int
    """As a bit mask."""
    missing: int
    """How many land spaces around it are empty."""
    influence: tuple[Influence, Influence, Influence]
    """Kind → influence of the seats."""


def survey(state: State, order: Sequence[int]) -> dict[int, Site]:
    """Settlement → how it stands, for those that hold figures."""
    place = {seat: number for number, seat in enumerate(order)}
    influence = {s: [[0] * len(order) for _ in range(3)] for s, figures in enumerate(state.figures) if figures}
    missing = {s: len(LAND_AROUND[s]) for s in influence}
    for space, laid in enumerate(state.tokens):
        if laid is not None:
            for settlement in SETTLEMENTS_BESIDE[space]:
                if settlement in influence:
                    missing[settlement] -= IS_LAND[space]
                    for amounts, amount in zip(influence[settlement], INFLUENCE[laid.token], strict=True):
                        amounts[place[laid.seat]] += amount
    return {
        s: Site(state.figures[s], missing[s], (tuple(h), tuple(b), tuple(r))) for s, (h, b, r) in influence.items()
    }


def winner(influence: Influence) -> int | None:
    """Who wins a figure with this influence; None in a tie or without any."""
    most = max(influence)
    return influence.index(most) if most and influence.count(most) == 1 else None


class Outlook:
    """How a position looks to the seat that has just moved."""

    def __init__(
        self,
        state: State,
        order: Sequence[int],
        captured: Sequence[Sequence[float]],
        pools: Sequence[tuple[int, ...]],
    ) -> None:
        """``captured`` and ``pools`` (the tokens not played yet) are listed by seat, as in a view."""
        self.sites = survey(state, order)
        self.reach = [_reach(pools[seat], min(HAND_SIZE, len(pools[seat]))) for seat in order[:-1]]
        self.reach.append(_own_reach(state.hands[order[-1]], pools[order[-1]]))
        self._chances: dict[tuple[int, Influence], list[float]] = {}
        counts = [list(captured[seat]) for seat in order]
        doubt = [0.0, 0.0, 0.0]
        for site in self.sites.values():
            for kind in KINDS_IN[site.figures]:
                for place, chance in enumerate(self.chances(kind, site.missing, site.influence[kind])):
                    counts[place][kind] += chance
                    doubt[kind] += chance * (1 - chance)
        self.race = Race(counts, [SPREAD * sqrt(d / len(order)) + LEAST_SPREAD for d in doubt])
        self.chance = self.race.win_chance()
        """The chance of the seat that looks to win."""
        self.worth = [
            [self.race.win_chance(kind, place) - self.chance for place in range(len(order))] for kind in range(3)
        ]
        """Kind → seat → how much that chance grows when the seat gets one figure more of the kind."""

    def value(self, site: Site, filled: int = 0, more: Sequence[int] = (0, 0, 0), swap: int = 0) -> float:
        """What the figures of a settlement are worth, after some changes by the seat that looks."""
        total, missing = 0.0, site.missing - filled
        for kind in KINDS_IN[site.figures ^ swap]:
            influence = site.influence[kind]
            if more[kind]:
                influence = (*influence[:-1], influence[-1] + more[kind])
            for worth, chance in zip(self.worth[kind], self.chances(kind, missing, influence)):
                total += worth * chance
        return total

    def chances(self, kind: int, missing: int, influence: Influence) -> Sequence[float]:
        """The chance of each seat to win a figure; what is missing from 1 is that nobody does."""
        if missing != 1:
            return _far(influence) if missing else _decided(influence)
        found = self._chances.get((kind, influence))
        if found is None:
            found = self._chances[kind, influence] = self._last_space(kind, influence)
        return found

    def _last_space(self, kind: int, influence: Influence) -> list[float]:
        """One land space is missing: each seat in turn may fill it, and will if that wins the figure."""
        open_, found = 1.0, []
        for place, amount in enumerate(influence):
            need = max(influence[:place] + influence[place + 1 :]) - amount + 1
            reach = self.reach[place][kind]
            take = ATTENTION * reach[min(OUT_OF_REACH, max(0, need))]
            deny = DENIAL * max(0.0, reach[need - 1] - reach[need]) if 0 < need <= OUT_OF_REACH else 0.0
            found.append(open_ * take)
            open_ *= 1 - take - deny
        most = max(influence)
        for place, amount in enumerate(influence):
            if amount == most:
                found[place] += open_ * REST / influence.count(most)
        return found


@lru_cache(maxsize=1 << 16)
def _decided(influence: Influence) -> list[float]:
    first = winner(influence)
    return [float(place == first) for place in range(len(influence))]


@lru_cache(maxsize=1 << 16)
def _far(influence: Influence) -> list[float]:
    odds = [exp(GRIP * amount) for amount in influence]
    share = (1 - NOBODY) / sum(odds)
    return [odd * share for odd in odds]


@lru_cache(maxsize=1 << 12)
def _reach(pool: tuple[int, ...], size: int) -> list[list[float]]:
    """Kind → influence → the chance that a hand from this pool can add so much with one more land space."""
    fast = EXTRA * _any(len(pool), sum(TOKENS[token].fast and TOKENS[token].strength > 0 for token in pool), size)
    table = []
    for kind in range(3):
        amounts = [INFLUENCE[token][kind] for token in pool if TOKENS[token].terrain == LAND]
        alone = [_any(len(pool), sum(a >= need for a in amounts), size) for need in range(OUT_OF_REACH)]
        helped = [(1 - fast) * one + fast * less for less, one in zip(alone, (*alone[1:], 0.0), strict=True)]
        table.append([alone[0], *helped])
    return table


def _own_reach(hand: Sequence[int], pool: tuple[int, ...]) -> list[list[float]]:
    """The same for a hand that is known: what it holds is sure, what it draws is not."""
    table = _reach(pool, min(HAND_SIZE, len(pool))).copy()
    for kind in range(3):
        best = max((INFLUENCE[token][kind] for token in hand if TOKENS[token].terrain == LAND), default=-1)
        table[kind] = [1.0 if need <= best else DRAW * chance for need, chance in enumerate(table[kind])]
    return table


@lru_cache(maxsize=None)
def _any(tokens: int, good: int, drawn: int) -> float:
    """The chance that one of the good tokens is among those drawn."""
    none = 1.0
    for n in range(min(drawn, tokens)):
        none *= max(0, tokens - good - n) / (tokens - n)
    return 1 - none


class Race:
    """The race for the most figures of each kind; the last seat is the one that looks."""

    def __init__(self, counts: Sequence[Sequence[float]], spreads: Sequence[float]) -> None:
        self.counts, self.spreads = counts, spreads
        self.leads = [_leads([row[kind] for row in counts], spread) for kind, spread in enumerate(spreads)]

    def win_chance(self, kind: int = 0, place: int = -1) -> float:
        """The chance to win when these figures are to be expected, and one more of a kind for a seat."""
        counts, leads = self.counts, self.leads
        if place >= 0:
            counts = [list(row) for row in counts]
            counts[place][kind] += STEP
            leads = leads.copy()
            leads[kind] = _leads([row[kind] for row in counts], self.spreads[kind])
        a, b, c = (lead[-1] for lead in leads)
        chance = a * b + b * c + c * a - 2 * a * b * c
        if len(counts) == 2:
            return chance
        own = counts[-1]
        # others[place][kind]: how strong its other figures are if it leads this kind
        total = sum(own)
        others = []
        for row in counts:
            t = sum(row) - total
            others.append([exp((t - n) / OTHERS_SPREAD) for n in row])
        for kind, one, two in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
            first, second = leads[one], leads[two]
            both = x = y = 0.0
            for place in range(len(counts) - 1):
                both += first[place] * second[place]
                x += first[place] * others[place][one]
                y += second[place] * others[place][two]
            no_one, no_two = 1 - first[-1], 1 - second[-1]
            strength = others[-1][kind]
            rivals = x / (no_one + 1e-9) + y / (no_two + 1e-9)
            chance += leads[kind][-1] * (no_one * no_two - both) * strength / (strength + rivals)
        return chance


def _leads(counts: Sequence[float], spread: float) -> list[float]:
    """The chance of each seat to have the most."""
    most = max(counts)
    odds = [exp((count - most) / spread) for count in counts]
    total = sum(odds)
    return [odd / total for odd in odds]
