"""What one seat alone sees: its cards and how they stand, its prices, its legal moves in words."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from kabuto.table import Word
from kabuto.table.text import parts, translate
from kabuto.table.wire import Sentence
from kabuto.yedo.board import (
    ANNEXES,
    DISTRICTS,
    FIRST_ANNEX,
    KARESANSUI,
    MISSION_PILES,
    PILES,
    PLACES,
    SPOTS,
    SPOTS_OF,
    WEAPONS,
    YASHIKI,
)
from kabuto.yedo.cards import Action
from kabuto.yedo.cards import Part as PartCard
from kabuto.yedo.cards.card_text import say_effect
from kabuto.yedo.moves import Move
from kabuto.yedo.phases.action_cards import Answer, Window
from kabuto.yedo.phases.auction import purse
from kabuto.yedo.phases.districts import (
    ACTIONS,
    GEISHA_PRESTIGE,
    HONOUR,
    PAWN,
    SELL,
    annex_price,
    draw_price,
    geisha_price,
    market_price,
    offered,
    recruit_price,
)
from kabuto.yedo.phases.gains import Keep
from kabuto.yedo.phases.scoring import bonus_points, how_met
from kabuto.yedo.phases.trade import Offer, Trade, offers_left
from kabuto.yedo.state.counts import holds
from kabuto.yedo.state.state import State, Task
from kabuto.yedo.views.view import YedoView
from kabuto.yedo.wire.knowledge import known
from kabuto.yedo.wire.tasks import goods, task
from kabuto.yedo.wire.types import ActionCard, BonusCard, Choice, Line, Mission, Need, Part, Private
from kabuto.yedo.wording.bid_warnings import explain
from kabuto.yedo.wording.log import group, tell
from kabuto.yedo.words import Saying, spoken


def _prompt(s: State) -> Saying:
    """What is to be decided; where trading is free, how many offers are left for it."""
    name = f"prompt_{s.tasks[-1].name}"
    left = offers_left(s, s.tasks[-1].seat) if isinstance(s.tasks[-1], Trade) else None
    if left is None:
        return s.say(name)
    return s.say(f"{name}_free", left=left) if left else s.say(f"{name}_done")


def private(view: YedoView, language: str = "en") -> Private:
    """What only the seat of this view has."""
    s, seat = view.state, view.seat
    assert seat is not None
    is_mine = view.to_move == seat
    moves = view.legal_moves() if is_mine else ()
    clan, now = s.clans[seat], s.tasks[-1] if s.tasks else None
    return Private(
        prompt=parts(spoken(_prompt(s)), language) if is_mine else [],
        task=task(s) if is_mine else None,
        moves=[_choice(view, move, language) for move in moves],
        missions=[_mission(s, seat, number, moves, language) for number in clan.missions],
        actions=[_action(s, seat, number, moves, language) for number in clan.actions],
        bonuses=[_bonus(s, seat, number) for number in clan.bonuses],
        lines={PLACES[place]: list(_lines(s, seat, place, language)) for place in _places(s, seat)},
        prices=[market_price(s, seat, field) for field in range(len(s.market))],
        purse=purse(s, seat) if s.rebate else clan.mon,
        known=known(view),
        goods=goods(s, now) if is_mine and isinstance(now, (Trade, Offer)) else None,
        drawn=[_mission(s, seat, number, (), language) for number in _drawn(now)] if is_mine else [],
    )


def _choice(view: YedoView, move: Move, language: str) -> Choice:
    return Choice(
        move=str(move),
        text=parts(tell(view, move), language),
        group=translate(group(view, move), language),
        warnings=[parts(warning, language) for warning in explain(view.state, move)],
    )


# Missions.


def _drawn(now: Task | None) -> tuple[int, ...]:
    """The missions of which one is kept."""
    return now.cards if isinstance(now, Keep) and now.pile in MISSION_PILES else ()


def _mission(s: State, seat: int, number: int, moves: Sequence[Move], language: str) -> Mission:
    card = s.setting.cards.missions[number]
    standard = part(s, seat, card.standard, (), language)
    bonus = part(s, seat, card.bonus, card.standard.districts, language) if card.bonus else None
    others = all(need.met for need in standard.needs if need.kind != "district")
    short = sum(max(0, need.number - need.have) for need in standard.needs if need.kind == "district")
    found = [str(move) for move in moves if move.verb == "fulfil" and move.word == card.code]
    return Mission(card.code, PILES[2 + card.colour], standard, bonus, short if others else None, found)


def part(s: State, seat: int, card: PartCard, also: tuple[int, ...], language: str) -> Part:
    """How a part of a mission stands; ``also`` are the districts of the other part."""
    needs = list(_needs(s, seat, card, also, language))
    return Part(needs, all(need.met for need in needs))


def _needs(s: State, seat: int, card: PartCard, also: tuple[int, ...], language: str) -> Iterator[Need]:
    clan = s.clans[seat]
    wanted = card.districts + also
    for district in dict.fromkeys(card.districts):
        there = sum(s.spaces[spot].count(seat) for spot in SPOTS_OF[district])
        yield _need("district", DISTRICTS[district], wanted.count(district), there)
    lent = [weapon for owner, weapon in s.borrowed if owner == seat]
    for weapon in dict.fromkeys(card.weapons):
        owned, number = clan.weapons.count(weapon) + lent.count(weapon), card.weapons.count(weapon)
        helps = owned + 1 == number and -1 in lent
        if helps:
            lent.remove(-1)
        by = "card" if helps or weapon in lent else ""
        yield _need("weapon", WEAPONS[weapon], number, owned + helps, by)
    for annex in card.annexes:
        yield _need("annex", ANNEXES[annex], 1, int(annex in clan.annexes))
    if card.geishas:
        helps = clan.geishas + 1 == card.geishas and YASHIKI in clan.manned
        yield _need("geisha", "", card.geishas, clan.geishas + helps, "yashiki" if helps else "")
    if card.blessing:
        helps = not clan.blessing and KARESANSUI in clan.manned
        yield _need("blessing", "", card.blessing, clan.blessing + helps, "karesansui" if helps else "")
    if card.mon:
        yield _need("mon", "", card.mon, clan.mon)
    for condition in card.special:
        met = holds(s, seat, condition)
        yield Need("special", "", 1, int(met), met, "", parts(spoken(say_effect(condition)), language))


def _need(kind: str, name: str, number: int, have: int, by: str = "") -> Need:
    return Need(kind, name, number, have, have >= number, by)  # type: ignore[arg-type]


# Cards.


def _action(s: State, seat: int, number: int, moves: Sequence[Move], language: str) -> ActionCard:
    card = s.setting.cards.actions[number]
    playable = any(move.verb == "play" and move.word == card.code for move in moves)
    why = [] if playable else parts(spoken(_why_unplayable(s, seat, card)), language)
    return ActionCard(card.code, playable, why, _leads(s, card))


def _why_unplayable(s: State, seat: int, card: Action) -> Saying:
    """Why a card can't be played now: the time is wrong, its condition is not met, or it would do nothing."""
    if not all(holds(s, seat, condition) for condition in card.conditions):
        return s.say("condition_unmet", card=card.mark)
    now = s.tasks[-1] if s.tasks else None
    if now is None or now.seat != seat or _time(now) != card.timing:
        return s.say("wrong_time", card=card.mark, time=Word(f"time_{card.timing}"))
    return s.say("no_effect", card=card.mark)


def _time(now: Task) -> str:
    """The time of the cards that a task lets be played."""
    if isinstance(now, Window):
        return now.timing
    if isinstance(now, Answer):
        return "reaction"
    return _TIMES.get(now.name, "")


_TIMES = {"begin": "auction", "place": "place", "protect": "5c", "activate": "act"}


def _leads(s: State, card: Action) -> str:
    """Where the patrol would stand after a card that moves it."""
    ring, steps = s.setting.board.ring, 0
    for effect in card.effects:
        if effect.op == "patrol-step":
            steps += effect.args[0]
    if not steps:
        return ""
    place = ring.index(s.patrol) + steps * s.setting.board.directions[s.colour]
    return DISTRICTS[ring[place % len(ring)]]


def _bonus(s: State, seat: int, number: int) -> BonusCard:
    met = how_met(s, seat, number)
    return BonusCard(s.setting.cards.bonuses[number].code, met, bonus_points(s, seat, number))  # type: ignore[arg-type]


# What can be done where.


def _places(s: State, seat: int) -> Iterator[int]:
    """The places of the board, and the annexes of the clan."""
    yield from range(len(SPOTS))
    yield from (FIRST_ANNEX + annex for annex in s.clans[seat].annexes)


def _lines(s: State, seat: int, place: int, language: str) -> Iterator[Line]:
    for move in offered(s, seat, place):
        refusal = ACTIONS[place].refuse(s, seat, move)
        mon, prestige = _effect(s, seat, move)
        why = _said(refusal.key, tuple(refusal.values.items()), language) if refusal else []
        yield Line(str(move), mon, prestige, why)


@lru_cache(maxsize=1 << 12)
def _said(key: str, values: tuple[tuple[str, Any], ...], language: str) -> Sentence:
    """A refusal in a language: the same few are said over and over."""
    return parts(spoken(Saying(key, dict(values))), language)


def _effect(s: State, seat: int, move: Move) -> tuple[int, int]:
    """What an action changes: Mon and prestige."""
    match move.verb:
        case "recruit":
            return -recruit_price(s), 0
        case "sell":
            return SELL[move.number], -move.number
        case "build":
            return -annex_price(s), 0
        case "church":
            return s.church, 0
        case "honour":
            return -HONOUR[move.number], move.number
        case "geisha":
            return (-geisha_price(s), 0) if move.word == "mon" else (0, -GEISHA_PRESTIGE)
        case "draw":
            return -draw_price(s), 0
        case "buy":
            return -market_price(s, seat, move.number - 1), 0
        case "pawn":
            return PAWN, 0
        case "prestige":
            return 0, 1
    return 0, 0
