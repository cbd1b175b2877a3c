"""A game in sentences: what a move means, and what came of it."""

from typing import Any

from kabuto.table import Text, Word
from kabuto.yedo.board import CATEGORIES, COLOURS, DISTRICTS, PILES, PLACES, SPOTS, WEAPON, WEAPONS
from kabuto.yedo.moves import Move
from kabuto.yedo.state import Fact, Saying, State, spoken

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


def tell_move(s: State, move: Move, past: bool = False) -> Text:
    """A move in words; of a past one nothing that hangs on how things lay then."""
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
        case "buy" | "take" if not past and (weapon := _on_market(s, move.words[0])) >= 0:
            key, words = f"move_{move.verb}_this", [move.words[0], Word(WEAPONS[weapon])]
        case "order":
            words = [" ".join(move.words)]
    return spoken(Saying(key, dict(zip("abc", words, strict=False))))


def _thing(s: State, move: Move, word: str) -> Any:
    """What a word of a move stands for."""
    found = s.setting.cards.find(word)
    if found is not None:
        return s.setting.cards.card(*found).name
    for favour in s.setting.cards.favours:
        if favour.code == word:
            return favour.name
    if move.verb in _LOTS or (move.verb == "play" and word in (*s.setting.board.lots, *CATEGORIES)):
        return Word(f"lot_{word}")
    if move.verb == "look" and word in PILES and word not in COLOURS:
        return Word(f"kind_{word}")
    if move.verb == "ask" and word in ("action", "bonus", *COLOURS):
        return Word(f"unseen_{word}")
    names = (*PLACES, *DISTRICTS, *WEAPONS, *COLOURS, "geisha", "disciple", "mon", "prestige")
    return Word(word) if word in names else word


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
    elif fact.what == "patrol":
        other = Word(DISTRICTS[fact.other])
    elif fact.what == "arrest":
        other = Word(SPOTS[fact.other])
    cards = [card_name(s, fact.pile, card) for card in fact.cards]
    return spoken(Saying(f"fact_{fact.what}", {"seat": fact.seat, "other": other, "cards": cards}))


def card_name(s: State, pile: int, card: int) -> Any:
    """The name of a card, or of its kind if its face is not seen."""
    if card < 0:
        return Word(f"unseen_{PILES[-1 - card]}")
    return Word(WEAPONS[card]) if pile == WEAPON else s.setting.cards.card(pile, card).name
