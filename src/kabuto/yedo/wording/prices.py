"""What a move of the present decision costs or brings, in a few words: prices change with the event."""

from collections.abc import Callable

from kabuto.yedo.board import PLACES
from kabuto.yedo.cards.card_text import say_effect
from kabuto.yedo.moves import Move
from kabuto.yedo.phases.activation import Activate
from kabuto.yedo.phases.auction import StepOut, minimum
from kabuto.yedo.phases.districts import (
    GEISHA_PRESTIGE,
    HONOUR,
    PAWN,
    SELL,
    annex_price,
    draw_price,
    geisha_price,
    market_price,
    recruit_price,
)
from kabuto.yedo.state.state import State
from kabuto.yedo.words import Saying


def cost(s: State, move: Move) -> Saying | None:
    """What a move costs or brings; None if its words say all."""
    found = _COSTS.get(move.verb)
    return found(s, move) if found and s.tasks else None


def what_it_does(s: State, place: int) -> Saying:
    """What a disciple can do on a place, at present prices."""
    name = PLACES[place].replace("-", "_")
    return Saying(
        f"does_{name}",
        {
            "recruit": recruit_price(s),
            "sold": " / ".join(map(str, SELL.values())),
            "annex": annex_price(s),
            "church": s.church,
            "honoured": " / ".join(map(str, HONOUR.values())),
            "geisha": geisha_price(s),
            "prestige": GEISHA_PRESTIGE,
            "draw": draw_price(s),
            "pawn": PAWN,
        },
    )


def _costs(mon: int) -> Saying:
    return Saying("costs_mon", {"number": mon})


def _brings(mon: int) -> Saying:
    return Saying("brings_mon", {"number": mon})


def _out(s: State, move: Move) -> Saying:
    if isinstance(s.tasks[-1], StepOut):
        return _brings(s.setting.board.step_out)
    return Saying("brings_nothing", {})


def _favour(s: State, move: Move) -> Saying:
    card = next(card for card in s.setting.cards.favours if card.code == move.word)
    return Saying("listed", {"things": [say_effect(reward) for reward in card.rewards]})


def _geisha(s: State, move: Move) -> Saying:
    if move.word == "mon":
        return _costs(geisha_price(s))
    return Saying("costs_prestige", {"number": GEISHA_PRESTIGE})


_COSTS: dict[str, Callable[[State, Move], Saying | None]] = {
    "auction": lambda s, move: Saying(
        "bids_from", {"number": minimum(s, s.setting.board.lots.index(move.word))}
    ),
    "out": _out,
    "favour": _favour,
    "place": lambda s, move: what_it_does(s, move.place),
    "recruit": lambda s, move: _costs(recruit_price(s)),
    "sell": lambda s, move: _brings(SELL[move.number]),
    "build": lambda s, move: _costs(annex_price(s)) if isinstance(s.tasks[-1], Activate) else None,
    "church": lambda s, move: _brings(s.church),
    "honour": lambda s, move: _costs(HONOUR[move.number]),
    "geisha": _geisha,
    "draw": lambda s, move: _costs(draw_price(s)),
    "buy": lambda s, move: _costs(market_price(s, s.tasks[-1].seat, move.number - 1)),
}
"""Verb → what it costs or brings."""
