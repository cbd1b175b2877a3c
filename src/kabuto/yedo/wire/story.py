"""What a move brought about, and how a game ended."""

from collections.abc import Callable
from typing import Any

from kabuto.table import Event, Mark, Text
from kabuto.table.text import parts
from kabuto.yedo.board import EVENT, PILES
from kabuto.yedo.phases.scoring import YedoOutcome
from kabuto.yedo.views import game_events as happened
from kabuto.yedo.views.log_entry import Entry
from kabuto.yedo.views.view import YedoView
from kabuto.yedo.wire.types import Details, Fact, Step, Told
from kabuto.yedo.wording.log import PHASES, changes_by_seat, tell_fact, tell_move


def events(view: YedoView, entry: Entry, language: str = "en") -> Told:
    """A move of the log, and what it brought about."""
    facts, story, city = list[Fact](), list[Text](), list[int]()
    is_city = False
    for noted in entry.facts:
        event = happened.typed(entry.setting, noted)
        text = tell_fact(view.state, noted)
        facts.append(_fact(event, len(story) if text else -1))
        is_city |= _is_of_the_city(event)
        if text:
            city += [len(story)] if is_city else []
            story.append(text)
    for seat, text in changes_by_seat(entry):
        city += [len(story)] if is_city and seat != entry.seat else []
        story.append(text)
    before, after = (PHASES.get(step, "trading") for step in entry.steps)
    return Told(
        text=parts(tell_move(view.state, entry.move, past=True), language),
        facts=[*facts, *(_fact(event) for event in entry.changes)],
        story=[parts(text, language) for text in story],
        city=city,
        phase=after if after != before else "",
    )


def _is_of_the_city(event: Event) -> bool:
    """Whether from here on something happens that no one has chosen."""
    if isinstance(event, happened.CardsTurnedUp):
        return event.pile == PILES[EVENT]
    return isinstance(event, (happened.RoundBegan, happened.PatrolMoved, happened.DiscipleArrested))


def _fact(event: Event, line: int = -1) -> Fact:
    kind = type(event)
    told = next(tell for base, tell in _TOLD if issubclass(kind, base))
    return Fact(what=kind.__name__, line=line, **told(event))


_TOLD: tuple[tuple[type[Event], Callable[[Any], dict[str, Any]]], ...] = (
    (happened.Cards, lambda e: {"seat": e.seat, "pile": e.pile, "cards": list(e.cards)}),
    (happened.Amount, lambda e: {"seat": e.seat, "number": e.number}),
    (happened.Things, lambda e: {"seat": e.seat, "gained": list(e.gained), "lost": list(e.lost)}),
    (happened.DisciplesChanged, lambda e: {"seat": e.seat, "place": e.place, "number": e.number}),
    (
        happened.CardGiven,
        lambda e: {"seat": e.seat, "other": e.other, "pile": e.pile, "cards": [e.card]},
    ),
    (happened.RoundBegan, lambda e: {"number": e.number}),
    (happened.AuctionWon, lambda e: {"seat": e.seat, "lot": e.lot}),
    (happened.AuctionDefaulted, lambda e: {"seat": e.seat, "lot": e.lot}),
    (happened.BonusFulfilled, lambda e: {"seat": e.seat}),
    (happened.TradeMade, lambda e: {"seat": e.seat, "other": e.other}),
    (happened.PatrolMoved, lambda e: {"place": e.district}),
    (happened.DiscipleArrested, lambda e: {"seat": e.seat, "place": e.spot}),
    (happened.FavoursChanged, lambda e: {"things": list(e.left)}),
    (happened.ChurchChanged, lambda e: {"number": e.number}),
    (happened.MarketChanged, lambda e: {"things": list(e.fields)}),
    (happened.MarketFieldEmptied, lambda e: {"number": e.field}),
    (happened.WeaponsDiscarded, lambda e: {"things": list(e.weapons)}),
    (happened.WeaponsSalvaged, lambda e: {"things": list(e.weapons)}),
    (happened.PatrolSwapped, lambda e: {"colour": e.colour}),
    (happened.DistrictClosed, lambda e: {"place": e.district or ""}),
    (happened.OrderChanged, lambda e: {"order": list(e.order)}),
    (happened.ShogunKilled, lambda e: {}),
)
"""Kind of event → its fields."""


def details(outcome: YedoOutcome, language: str = "en") -> Details:
    """How a game ended, in a language."""
    return Details(list(outcome.scores), [_step(text, language) for text in outcome.steps])


def _step(text: str, language: str) -> Step:
    assert isinstance(text, Text)
    values = text.values
    seat, card = values.get("seat"), values.get("card")
    return Step(
        kind=_KINDS[text.key],  # type: ignore[arg-type]
        text=parts(text, language),
        seat=int(seat.value) if isinstance(seat, Mark) else None,
        card=str(card.value) if isinstance(card, Mark) else "",
        points=values.get("points", 0),
        met=values.get("met", ""),
    )


_KINDS = {
    "end_shogun": "end",
    "end_rounds": "end",
    "score_board": "track",
    "score_blackmail": "blackmail",
    "score_bonus": "bonus",
    "score_no_bonus": "bonus",
    "score_total": "total",
    "winner": "winner",
    "winner_by_order": "winner",
}
"""Sentence → the kind of step that it tells."""
