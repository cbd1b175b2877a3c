"""A game in sentences: what a move means, and what came of it."""

from collections.abc import Callable
from typing import Any

from kabuto.table import Event, Mark, Seat, Text, Word
from kabuto.yedo.board import CATEGORIES, COLOURS, DISTRICTS, PILES, PLACES, SPOTS, WEAPON, WEAPONS
from kabuto.yedo.moves import Move
from kabuto.yedo.phases.activation import Activate
from kabuto.yedo.phases.districts import place_of
from kabuto.yedo.state.state import Fact, State
from kabuto.yedo.views.game_events import (
    UNSEEN,
    Amount,
    BlackmailChanged,
    BlessingsChanged,
    ChurchChanged,
    DisciplesChanged,
    DistrictClosed,
    GeishasChanged,
    HomeChanged,
    MarketChanged,
    MonChanged,
    OrderChanged,
    PatrolSwapped,
    PrestigeChanged,
    ReserveChanged,
    RoundBegan,
    ShogunKilled,
    Things,
    WeaponsDiscarded,
)
from kabuto.yedo.views.log_entry import Entry
from kabuto.yedo.views.view import YedoView
from kabuto.yedo.wording.prices import cost
from kabuto.yedo.words import Saying, spoken

PHASES = {
    "begin": "setup",
    "missions": "setup",
    "opening": "setup",
    "favours": "setup",
    "prepare": "bidding",
    "bidding": "bidding",
    "stepping": "bidding",
    "auction": "bidding",
    "market": "event",
    "event": "event",
    "event-cards": "event",
    "assign": "assignment",
    "patrol": "patrol",
    "5b": "patrol",
    "5c": "patrol",
    "arrest": "patrol",
    "activate": "action",
    "end": "action",
    "over": "over",
}
"""Step → the phase it belongs to; the steps of trading are the rest."""
_LOTS = ("auction", "choose")


def phase(s: State) -> Word:
    """The present phase, as a word."""
    return Word(f"phase_{PHASES.get(s.step, 'trading')}")


def tell(view: YedoView, move: Move, past: bool = False) -> Text:
    """A move in words; of a past one nothing that depends on how things lay then."""
    return tell_move(view.state, move, past)


def group(view: YedoView, move: Move) -> Text:
    """What a legal move is about, so that a screen can put its moves in groups: actions by their place."""
    place = place_of(move) if isinstance(view.state.tasks[-1], Activate) else None
    if place is not None:
        return spoken(Saying("group_place", {"place": Word(PLACES[place])}))
    return spoken(Saying(GROUPS.get(move.verb, "group_choose"), {}))


GROUPS = {
    "auction": "group_auction",
    "bid": "group_bid",
    "place": "group_disciple",
    "play": "group_card",
    "blackmail": "group_card",
    "fulfil": "group_mission",
    "offer": "group_offer",
    "give": "group_give",
    "ask": "group_ask",
    "mon": "group_mon",
    **dict.fromkeys(("pass", "out", "stay", "skip", "drop", "decline"), "group_pass"),
}
"""Verb → the group of its moves; of all others one is chosen."""


def tell_events(view: YedoView, entry: Entry) -> list[Text]:
    """What came of a move: what happened, and what changed on the open table."""
    facts = [tell_fact(view.state, fact) for fact in entry.facts]
    return [*(text for text in facts if text is not None), *tell_changes(entry)]


def tell_move(s: State, move: Move, past: bool = False) -> Text:
    """A move in words; of a past one nothing that depends on how things lay then."""
    words = [_thing(s, move, word) for word in move.words]
    key = f"move_{move.verb}"
    match move.verb:
        case "play":
            key, words = ("move_play", [words[0], words[1:]]) if words[1:] else ("move_play_alone", words)
        case "fulfil" if len(words) > 2:
            key, words = "move_fulfil_with", [words[0], words[1], words[2:]]
        case "bonus" if words:
            key, words = "move_bonus_with", [words]
        case "swap" if len(words) > 1:
            key = "move_swap_for"
        case "buy" | "take" if not past and (weapon := _on_market(s, move.word)) >= 0:
            key, words = f"move_{move.verb}_this", [move.word, Word(WEAPONS[weapon])]
        case "mon":
            key, words = "move_mon_ask" if move.word.startswith("-") else "move_mon", [move.word.lstrip("-")]
        case "order" if UNSEEN in move.words:
            key = "move_order_unseen"
        case "order":
            words = [" ".join(move.words)]
    told, price = Saying(key, dict(zip("abc", words, strict=False))), None if past else cost(s, move)
    return spoken(Saying("move_costing", {"move": told, "cost": price}) if price else told)


def _thing(s: State, move: Move, word: str) -> Any:
    """What a word of a move stands for."""
    if word == UNSEEN:
        return Word("unseen")
    found = s.setting.cards.find(word)
    if found is not None:
        return s.setting.cards.card(*found).mark
    for favour in s.setting.cards.favours:
        if favour.code == word:
            return favour.mark
    if move.verb in _LOTS or (move.verb == "play" and word in (*s.setting.board.lots, *CATEGORIES)):
        return Word(f"lot_{word}")
    if move.verb == "look" and word in PILES and word not in COLOURS:
        return Word(f"kind_{word}")
    if move.verb == "ask" and word in ("action", "bonus", *COLOURS):
        return Word(f"unseen_{word}")
    if word in (*PLACES, *DISTRICTS):
        return Mark("place", word, Word(word))
    if move.verb == "offer":
        return Seat(int(word))
    if move.verb == "play" and word.isdigit():
        return Saying("seat_among", {"seat": int(word)})
    return Word(word) if word in (*WEAPONS, *COLOURS, "geisha", "disciple", "mon", "prestige") else word


def _on_market(s: State, field: str) -> int:
    """The weapon on a field of the market, or -1; a mission is taken from no field."""
    return s.market[int(field) - 1] if field.isdigit() else -1


def tell_fact(s: State, fact: Fact) -> Text | None:
    """What came of a move, in words; None for what needs no sentence."""
    if fact.what in ("under", "order", "lay", "back"):
        return None
    other: Any = fact.other
    if fact.what == "won":
        other = Word(f"lot_{s.setting.board.lots[fact.other]}")
    elif fact.what in ("patrol", "arrest"):
        place = Word(DISTRICTS[fact.other] if fact.what == "patrol" else SPOTS[fact.other])
        other = Mark("place", str(place), place)
    elif fact.what in ("pass", "traded"):
        other = Seat(fact.other)
    cards = [card_name(s, fact.pile, card) for card in fact.cards]
    return spoken(Saying(f"fact_{fact.what}", {"seat": fact.seat, "other": other, "cards": cards}))


def tell_changes(entry: Entry) -> list[Text]:
    """What changed on the open table, in words: a sentence for each seat, and one for everything else."""
    return [text for _, text in changes_by_seat(entry)]


def changes_by_seat(entry: Entry) -> list[tuple[int | None, Text]]:
    """The same, each with the seat that it is about; what is about no seat comes last."""
    changes = entry.changes
    seats: dict[int, list[Saying]] = {}
    rest: list[Saying] = []
    for event in changes:
        if isinstance(event, (Amount, Things, DisciplesChanged)):
            seats.setdefault(event.seat, []).extend(_belongings(event, entry))
        elif type(event) in _CHANGES:  # the rest is told by the move or by what a seat gained
            rest.append(_CHANGES[type(event)](event))
    told = [
        (seat, spoken(Saying("change_seat", {"seat": seat, "changes": parts})))
        for seat, parts in seats.items()
        if parts
    ]
    return [*told, *((None, spoken(saying)) for saying in rest)]


def _belongings(event: Amount | Things | DisciplesChanged, entry: Entry) -> list[Saying]:
    """What a seat has more or less of, and where its disciples stand, unless the move or a fact tells it."""
    if isinstance(event, Things):
        signed = [*(("+", name) for name in event.gained), *(("-", name) for name in event.lost)]
        return [Saying("change_thing", {"sign": sign, "thing": Word(name)}) for sign, name in signed]
    if isinstance(event, DisciplesChanged):
        if event.number < 0 or entry.move.verb == "place":
            return []
        return [Saying("change_stands", {"place": Mark("place", event.place, Word(event.place))})]
    if isinstance(event, ReserveChanged):
        arrested = any(fact.what == "arrest" and fact.seat == event.seat for fact in entry.facts)
        return [] if event.number < 0 or arrested else [_amount(event)]
    return [] if isinstance(event, HomeChanged) and event.number < 0 else [_amount(event)]


def _amount(event: Amount) -> Saying:
    return Saying(_AMOUNTS[type(event)], {"number": f"{event.number:+}"})


_AMOUNTS: dict[type[Event], str] = {
    MonChanged: "change_mon",
    PrestigeChanged: "change_prestige",
    GeishasChanged: "change_geishas",
    BlessingsChanged: "change_blessings",
    BlackmailChanged: "change_blackmail",
    HomeChanged: "change_home",
    ReserveChanged: "change_reserve",
}
_PATROLS = {"red": "change_patrol_red", "blue": "change_patrol_blue"}
_CHANGES: dict[type[Event], Callable[[Any], Saying]] = {
    RoundBegan: lambda event: Saying("fact_round", {"other": event.number}),
    ChurchChanged: lambda event: Saying("change_church", {"number": f"{event.number:+}"}),
    MarketChanged: lambda event: Saying(
        "change_market", {"weapons": [Word(name) if name else "–" for name in event.fields]}
    ),
    WeaponsDiscarded: lambda event: Saying("change_discard", {"weapons": [Word(w) for w in event.weapons]}),
    PatrolSwapped: lambda event: Saying(_PATROLS[event.colour], {}),
    DistrictClosed: lambda event: (
        Saying("change_closed", {"district": Word(event.district)})
        if event.district
        else Saying("change_opened", {})
    ),
    OrderChanged: lambda event: Saying(
        "change_order", {"order": [Saying("seat_among", {"seat": seat}) for seat in event.order]}
    ),
    ShogunKilled: lambda event: Saying("change_shogun", {}),
}
"""Event → its sentence."""


def card_name(s: State, pile: int, card: int) -> Any:
    """The name of a card, or of its kind if its face is not seen."""
    if card < 0:
        return Word(f"unseen_{PILES[-1 - card]}")
    return Word(WEAPONS[card]) if pile == WEAPON else s.setting.cards.card(pile, card).mark
