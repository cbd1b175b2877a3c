"""The board and the cards of a game as one record, made from any card set that the readable rules have read.

Cards are never part of compiled code: the engine is handed this record beside that of the game, so a set from
a folder works as the built-in ones do. ``beyond`` says in which way a set is larger than the record has room
for; such a game is played by the readable rules alone.
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from math import prod
from typing import Any

from kabuto.compiling.records import Blank, Spec
from kabuto.table import BadOption, Text
from kabuto.yedo.board import DISTRICTS, PILES, SPOTS_OF, board
from kabuto.yedo.cards import CardSet, Effect
from kabuto.yedo.cards.vocabulary import CONDITIONS, EFFECTS, REWARDS, Word
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel.record import (
    GAINED_AT_MOST,
    MISSIONS,
    PILE_ROOM,
    SEATS,
    SPOTS,
    STACK,
)
from kabuto.yedo.options import Setting
from kabuto.yedo.words import WORDS

CARDS, FAVOURS, LOTS = 64, 16, 7
EFFECTS_ROOM, CONDITIONS_ROOM, REWARDS_ROOM = 6, 4, 8
INTEREST = 2**30
"""By how much the incomes of a game's events may multiply what a clan owns, so that it fits 64 bits."""

SETTING: Spec = [
    ("players", "i4"),
    ("overbids", "i4"),
    ("free", "i4"),  # 1: any offers are made
    ("spaces", "i1", SPOTS),
    ("lots", "i1"),
    ("minimum", "i1", LOTS),
    ("contents", "i1", (LOTS, 3)),
    ("n_contents", "i1", LOTS),
    ("rounds", "i1"),
    ("money", "i2"),
    ("prestige", "i2"),
    ("church", "i2"),
    ("step_out", "i2"),
    ("reserve", "i1"),  # how many disciples the reserve takes, and whether that holds always
    ("reserve_always", "i1"),
    ("limit", "i1", 3),  # cards of each hand
    ("max_weapons", "i1"),
    ("max_geishas", "i1"),
    ("prices", "i2", 5),
    ("school", "i2"),
    ("ring", "i1", 7),
    ("ring_place", "i1", 7),  # district → its place on the ring
    ("patrol_start", "i1"),
    ("first_walk", "i1"),
    ("direction", "i1", 2),
    ("blessings", "i1"),
    ("annexes", "i1"),
    ("geishas", "i1"),
    ("n_favours", "i1"),
    ("pile_size", "i1", len(PILES)),
    ("faces", "i1", (len(PILES), PILE_ROOM)),
    ("colour", "i1", MISSIONS),
    ("has_bonus", "i1", MISSIONS),
    # Of a mission and its part, 0 standard and 1 bonus.
    ("want", "i8", (MISSIONS, 2)),  # disciples by district, four bits each; of the bonus part for both
    ("asked", "i2", (MISSIONS, 2)),  # spots of its districts, as bits
    ("want_arms", "i8", (MISSIONS, 2)),  # weapons, four bits a kind
    ("arms", "i1", (MISSIONS, 2, 4)),  # the same as a list
    ("n_arms", "i1", (MISSIONS, 2)),
    ("annex_mask", "i1", (MISSIONS, 2)),
    ("ladies", "i1", (MISSIONS, 2)),
    ("blessing", "i1", (MISSIONS, 2)),
    ("pay", "i1", (MISSIONS, 2)),
    ("special", "i1", (MISSIONS, 2, CONDITIONS_ROOM, 3)),
    ("n_special", "i1", (MISSIONS, 2)),
    ("reward", "i1", (MISSIONS, 2, REWARDS_ROOM, 2)),
    ("n_reward", "i1", (MISSIONS, 2)),
    ("to_reserve", "i1", (MISSIONS, 2)),  # 1: the disciple goes to the reserve
    ("timing", "i1", CARDS),
    ("targeted", "i1", CARDS),  # the effect that needs a target, or -1
    ("effect", "i1", (CARDS, EFFECTS_ROOM, 3)),
    ("n_effect", "i1", CARDS),
    ("condition", "i1", (CARDS, CONDITIONS_ROOM, 3)),
    ("n_condition", "i1", CARDS),
    ("happens", "i1", (CARDS, EFFECTS_ROOM, 4)),  # the effects of an event
    ("n_happens", "i1", CARDS),
    ("price", "i2", (CARDS, len(c.PRICED))),  # event → by how much it changes each price
    ("steps", "i2", CARDS),  # event → how far the patrol walks
    ("no_patrol", "i1", CARDS),
    ("no_trade", "i1", CARDS),
    ("bonus", "i1", (CARDS, 3)),
    ("alone", "i1", CARDS),
    ("shared", "i1", CARDS),
    ("favour", "i1", (FAVOURS, REWARDS_ROOM, 2)),
    ("n_favour", "i1", FAVOURS),
]
"""What does not change during a game."""


@lru_cache(maxsize=64)
def setting_record(setting: Setting) -> Any:
    """Board, options and cards of a game as an array of one record; ``BadOption`` for a set too large."""
    from kabuto.compiling.arrays import record

    return record(SETTING, setting_fields(setting))


def setting_fields(setting: Setting) -> dict[str, Any]:
    """Board, options and cards of a game as the fields of a record; ``BadOption`` for a set too large."""
    check(setting.cards)
    t = Blank(SETTING)
    _write_board(t, setting)
    _write_missions(t, setting.cards)
    _write_actions(t, setting.cards)
    _write_events(t, setting.cards)
    for n, card in enumerate(setting.cards.bonuses):
        t["bonus"][n], t["alone"][n], t["shared"][n] = _condition(card.condition), card.alone, card.shared
    for n, favour in enumerate(setting.cards.favours):
        t["n_favour"][n] = len(favour.rewards)
        _write_rows(t["favour"][n], map(_reward, favour.rewards))
    return t


def check(cards: CardSet) -> None:
    """Refuse a card set that is too large."""
    if found := beyond(cards):
        raise BadOption(WORDS.say("readable_only", name=cards.name, reason=found), "cards")


@lru_cache(maxsize=64)
def beyond(cards: CardSet) -> Text | None:
    """In which way a card set is larger than the record has room for; None if it is not."""
    for key, number, most, *card in _sizes(cards):
        if number > most:
            named = {"card": card[0]} if card else {}
            return WORDS.say(key, number=number, most=most, **named)
    return None


def _sizes(cards: CardSet) -> Iterable[tuple[str, int, int] | tuple[str, int, int, str]]:
    """The sentence that says so if it is too large, how many there are, how many there may be; the card."""
    yield "large_missions", len(cards.missions), MISSIONS
    yield "large_pile", max(map(len, cards.deck_faces)), PILE_ROOM
    yield "large_favours", len(cards.favours), FAVOURS
    factors = []
    for card in cards.missions:
        parts = [card.standard, *([card.bonus] if card.bonus else [])]
        gained = Counter(effect.op for part in parts for effect in part.rewards)
        for part in parts:
            yield "large_conditions", len(part.special), CONDITIONS_ROOM, card.code
            yield "large_effects", len(part.rewards), REWARDS_ROOM, card.code
        yield "large_gains", max(gained[op] for op in _CARDS_GAINED), GAINED_AT_MOST, card.code
    for action in cards.actions:
        yield "large_effects", len(action.effects), EFFECTS_ROOM, action.code
        yield "large_conditions", len(action.conditions), CONDITIONS_ROOM, action.code
        yield "large_gains", _gained(action.effects, "gain"), GAINED_AT_MOST, action.code
    for event in cards.events:
        yield "large_effects", len(event.effects), EFFECTS_ROOM, event.code
        yield "large_gains", _gained(event.effects, "give"), GAINED_AT_MOST, event.code
        asked = sum(effect.op in ("lose", "lose-or-bless") for effect in event.effects)
        discards = sum(effect.op == "give" and effect.args[0] in _PILES_GAINED for effect in event.effects)
        yield "large_decisions", SEATS * (asked + 2 * discards), STACK, event.code
        income = [effect for effect in event.effects if effect.op == "income"]
        factors.append(1 + sum(effect.args[1] for effect in income if effect.args[0] in ("mon", "prestige")))
    rounds = board(2).rounds  # they are the same for any number of players
    yield "large_income", prod(sorted(factors)[-rounds:]), INTEREST
    for favour in cards.favours:
        yield "large_effects", len(favour.rewards), REWARDS_ROOM, favour.code


_CARDS_GAINED = ("action", "bonus", "mission", "weapon")
_PILES_GAINED = ("action", "bonus")


def _gained(effects: Iterable[Effect], op: str) -> int:
    """How many cards of one pile a card brings its owner at most."""
    gained = Counter[str]()
    for effect in effects:
        if effect.op == op and effect.args[0] in _PILES_GAINED:
            gained[effect.args[0]] += effect.args[1]
    return max(gained.values(), default=0)


def _write_rows(rows: Any, values: Iterable[tuple[int, ...]]) -> None:
    for n, value in enumerate(values):
        rows[n] = value


def _write_board(t: Any, setting: Setting) -> None:
    board, cards = setting.board, setting.cards
    t["players"], t["overbids"], t["free"] = setting.players, setting.overbids, setting.free_trade
    t["spaces"], t["lots"] = board.spaces, len(board.lots)
    for n, contents in enumerate(board.contents):
        t["minimum"][n], t["n_contents"][n] = board.minimum[n], len(contents)
        t["contents"][n][: len(contents)] = contents
    for name in ("rounds", "money", "prestige", "church", "step_out", "max_weapons", "max_geishas", "prices"):
        t[name] = getattr(board, name)
    for name in ("ring", "patrol_start", "blessings", "annexes", "geishas"):
        t[name] = getattr(board, name)
    t["reserve"], t["reserve_always"] = board.reserve_limit, board.reserve_limit_always
    t["limit"] = board.max_actions, board.max_bonuses, board.max_missions
    t["school"], t["first_walk"], t["direction"] = (
        board.school_rebate,
        board.first_move_round,
        board.directions,
    )
    t["ring_place"] = [board.ring.index(district) for district in range(len(DISTRICTS))]
    t["n_favours"] = len(cards.favours)
    for pile, faces in enumerate(cards.deck_faces):
        t["pile_size"][pile] = len(faces)
        t["faces"][pile][: len(faces)] = faces


def _write_missions(t: Any, cards: CardSet) -> None:
    for m, card in enumerate(cards.missions):
        t["colour"][m], t["has_bonus"][m] = card.colour, card.bonus is not None
        for p, part in enumerate([card.standard, *([card.bonus] if card.bonus else [])]):
            together = card.standard.districts + part.districts if p else part.districts
            t["want"][m][p] = sum(together.count(d) << 4 * d for d in set(part.districts))
            t["asked"][m][p] = sum(1 << spot for d in set(part.districts) for spot in SPOTS_OF[d])
            t["want_arms"][m][p] = sum(1 << 4 * weapon for weapon in part.weapons)
            t["n_arms"][m][p] = len(part.weapons)
            t["arms"][m][p][: len(part.weapons)] = part.weapons
            t["annex_mask"][m][p] = sum(1 << annex for annex in part.annexes)
            t["ladies"][m][p], t["blessing"][m][p], t["pay"][m][p] = part.geishas, part.blessing, part.mon
            t["n_special"][m][p], t["n_reward"][m][p] = len(part.special), len(part.rewards)
            _write_rows(t["special"][m][p], map(_condition, part.special))
            _write_rows(t["reward"][m][p], map(_reward, part.rewards))
            t["to_reserve"][m][p] = any(effect.op == "reserve" for effect in part.rewards)


def _write_actions(t: Any, cards: CardSet) -> None:
    for n, card in enumerate(cards.actions):
        t["timing"][n], t["n_effect"][n] = c.TIMINGS.index(card.timing), len(card.effects)
        aimed = [place for place, effect in enumerate(card.effects) if EFFECTS[effect.op].targeted]
        t["targeted"][n] = aimed[0] if aimed else -1
        _write_rows(t["effect"][n], (_effect(effect)[:3] for effect in card.effects))
        t["n_condition"][n] = len(card.conditions)
        _write_rows(t["condition"][n], map(_condition, card.conditions))


def _write_events(t: Any, cards: CardSet) -> None:
    for n, card in enumerate(cards.events):
        t["n_happens"][n] = len(card.effects)
        _write_rows(t["happens"][n], map(_effect, card.effects))
        for place, what in enumerate(c.PRICED):
            t["price"][n][place] = cards.price_change(n, what)
        ops = [effect.op for effect in card.effects]
        steps = [effect.args[0] - 1 for effect in card.effects if effect.op == "patrol-steps"]
        t["steps"][n] = 1 + sum(steps)
        t["no_patrol"][n], t["no_trade"][n] = "no-patrol" in ops, "no-trade" in ops


def _args(effect: Effect, words: dict[str, Word]) -> tuple[int, ...]:
    """What follows a word of the vocabulary, as numbers: words by their place among those it can be."""
    return tuple(
        arg if isinstance(known, str) else known.index(arg)
        for arg, known in zip(effect.args, words[effect.op].args, strict=True)
    )


def _condition(effect: Effect) -> tuple[int, ...]:
    return (c.CONDITIONS.index(effect.op), *_args(effect, CONDITIONS), 0, 0)[:3]


def _reward(effect: Effect) -> tuple[int, ...]:
    return (c.REWARDS.index(effect.op), *_args(effect, REWARDS), 0)[:2]


def _effect(effect: Effect) -> tuple[int, ...]:
    return (c.EFFECTS.index(effect.op), *_args(effect, EFFECTS), 0, 0, 0)[:4]
