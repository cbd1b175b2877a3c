"""What a seat knows of the tops of the piles: it remembers every card that it looked at.

``card_tracking`` follows every card, for games that fit a view. Here only the tops matter, and it is quick.
"""

from collections.abc import Callable, Iterator

from kabuto.yedo.board import PILES
from kabuto.yedo.state.pieces import code
from kabuto.yedo.state.state import Fact, State, without
from kabuto.yedo.views.view import YedoView
from kabuto.yedo.wire.types import Known

Top = list[int | tuple[int, ...] | None]
"""The top of a pile: a face, one of some faces that another person put in order, or None."""


def known(view: YedoView) -> dict[str, Known]:
    """Pile → its top cards, as far as the seat of a view knows them."""
    tops: dict[int, Top] = {}
    for fact in _facts(view):
        follow = _FOLLOW.get(fact.what)
        if follow and (fact.pile in tops or fact.what == "look"):
            follow(tops.setdefault(fact.pile, []), fact, view.seat)
    found = {PILES[pile]: _known(view.state, pile, tops[pile]) for pile in sorted(tops)}
    return {pile: each for pile, each in found.items() if each.top or each.mixed}


def _facts(view: YedoView) -> Iterator[Fact]:
    """What happened to piles; the order of the moves and of what came of them."""
    for entry in view.log:
        yield from entry.facts


def _known(s: State, pile: int, top: Top) -> Known:
    faces: list[str] = []
    for card in top:
        if not isinstance(card, int):
            break
        faces.append(code(s, pile, card))
    rest = top[len(faces) :]
    mixed = rest[0] if rest and isinstance(rest[0], tuple) else ()
    is_whole = len(mixed) <= len(rest) and all(card is mixed for card in rest[: len(mixed)])
    return Known(faces, sorted(code(s, pile, card) for card in mixed) if is_whole else [])


def _off(top: Top, fact: Fact, seat: int | None) -> None:
    """Cards were taken off; of a mixture that one of them came from, only the rest is left."""
    for face in fact.cards:
        card = top.pop(0) if top else None
        if isinstance(card, tuple):
            left = without(card, face) if face in card else ()
            rest = left if len(left) > 1 else left[0] if left else None
            top[:] = [rest if each is card else each for each in top]


def _look(top: Top, fact: Fact, seat: int | None) -> None:
    if fact.seat == seat:
        top[: len(fact.cards)] = fact.cards


def _order(top: Top, fact: Fact, seat: int | None) -> None:
    """Cards were put back: in an order that the seat knows, or another's."""
    number = len(fact.cards)
    if fact.seat == seat:
        top[:number] = fact.cards
        return
    there = [card for card in top[:number] if isinstance(card, int)]
    mixed = tuple(sorted(there)) if len(there) == number else None
    top[:number] = [mixed] * number


_FOLLOW: dict[str, Callable[[Top, Fact, int | None], None]] = {
    "draw": _off,
    "drawn": _off,
    "flip": _off,
    "look": _look,
    "order": _order,
}
"""Fact → what it does to the top of its pile."""
