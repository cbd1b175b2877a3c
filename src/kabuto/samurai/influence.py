"""Influence on a settlement: who has how much, from which tokens, and who would get each figure."""

from collections.abc import Sequence
from dataclasses import dataclass

from kabuto.samurai.board import LAND_AROUND, NEIGHBOURS, SETTLEMENTS, SPACES
from kabuto.samurai.tokens import FIGURES, KINDS_IN, TOKENS, Laid
from kabuto.table.event import Event

Tokens = Sequence[Laid | None]


@dataclass(frozen=True)
class Contest:
    """The contest for one kind of figure in one settlement."""

    space: int
    figure: int
    influence: tuple[int, ...]
    """Seat → influence."""
    sources: tuple[tuple[tuple[int, int], ...], ...]
    """Seat → the tokens it comes from, as (space, token)."""

    @property
    def winner(self) -> int | None:
        """The seat with more influence than every other one; None in a tie or without any influence."""
        most = max(self.influence)
        return self.influence.index(most) if most and self.influence.count(most) == 1 else None

    @property
    def tied(self) -> tuple[int, ...]:
        """The seats that share the most influence, if more than one does and there is any."""
        most = max(self.influence)
        seats = tuple(seat for seat, amount in enumerate(self.influence) if amount == most)
        return seats if most and len(seats) > 1 else ()

    def to_json(self) -> dict[str, object]:
        """The contest in names."""
        return {
            "space": SPACES[self.space].name,
            "figure": FIGURES[self.figure],
            "influence": list(self.influence),
            "tokens": [
                [[SPACES[space].name, TOKENS[token].code] for space, token in mine] for mine in self.sources
            ],
            "winner": self.winner,
        }


class Capture(Contest, Event):
    """A contest that was decided: the figure left the board, to its winner or set aside."""


def contest(tokens: Tokens, players: int, settlement: int, figure: int) -> Contest:
    """Who has how much influence on a kind of figure in a settlement."""
    return Contest(SETTLEMENTS[settlement], figure, *_add_up(tokens, players, settlement, figure))


def captures(tokens: Tokens, players: int, settlement: int, figures: int) -> list[Capture]:
    """The figures of a surrounded settlement, each decided by itself."""
    return [
        Capture(SETTLEMENTS[settlement], figure, *_add_up(tokens, players, settlement, figure))
        for figure in KINDS_IN[figures]
    ]


def missing_land(tokens: Tokens, settlement: int) -> tuple[int, ...]:
    """The land spaces around a settlement that are still empty."""
    return tuple(space for space in LAND_AROUND[settlement] if tokens[space] is None)


def is_surrounded(tokens: Tokens, settlement: int) -> bool:
    """Whether every land space around a settlement is taken."""
    return all(tokens[space] is not None for space in LAND_AROUND[settlement])


def _add_up(
    tokens: Tokens, players: int, settlement: int, figure: int
) -> tuple[tuple[int, ...], tuple[tuple[tuple[int, int], ...], ...]]:
    amounts = [0] * players
    sources: list[list[tuple[int, int]]] = [[] for _ in range(players)]
    for space in NEIGHBOURS[SETTLEMENTS[settlement]]:
        laid = tokens[space]
        if laid is not None and TOKENS[laid.token].influences >> figure & 1:
            amounts[laid.seat] += TOKENS[laid.token].strength
            sources[laid.seat].append((space, laid.token))
    return tuple(amounts), tuple(map(tuple, sources))
