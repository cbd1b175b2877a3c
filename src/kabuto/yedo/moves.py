"""Moves as values, and their notation: a verb and words after it, such as ``place tavern``.

A card whose face is not shown is written ``?``.
"""

import re
from dataclasses import dataclass, field
from functools import cache

from kabuto.table import IllegalMove
from kabuto.table.errors import short
from kabuto.yedo.board import (
    ANNEXES,
    CATEGORIES,
    COLOURS,
    DISTRICTS,
    GROUPS,
    PILES,
    PLACE,
    PLACES,
    SPOTS,
    WEAPONS,
)
from kabuto.yedo.words import WORDS

_SEAT, _FIELD, _NUMBER = "[0-4]", "[1-5]", "[1-9][0-9]{0,2}"
MOST_MON = 999
"""The largest amount that this can write."""
_PLACES, _SPOTS, _WEAPONS, _ANNEXES, _COLOURS = map("|".join, (PLACES, SPOTS, WEAPONS, ANNEXES, COLOURS))
_CARD = r"[MAB][1-9][0-9]{0,2}|\?"
_LOTS = "|".join((*CATEGORIES, *GROUPS))
_PILES = "|".join(PILES)
_STANDINS = "( yashiki)?( karesansui)?"
_TARGET = (
    rf"(?: (?:{_LOTS}|{'|'.join(DISTRICTS)}|{_PLACES}|{_WEAPONS}|{_SEAT} (?:{_SPOTS}|{_WEAPONS})"
    rf"|{_SEAT}|(?:{_SPOTS}) {_SEAT} (?:{_SPOTS})))?"
)

FORMS = {
    # set-up and rewards
    "take": (rf" (?:{_COLOURS}|{_FIELD})", "take red"),
    "keep": (rf" (?:{_CARD}|{_WEAPONS})", "keep A3"),
    "favour": (r" F[1-9][0-9]{0,2}", "favour F1"),
    "build": (rf" (?:{_ANNEXES})", "build dojo"),
    "discard": (rf" (?:{_CARD}|{_WEAPONS})", "discard A3"),
    # bidding
    "stay": ("", ""),
    "out": ("", ""),
    "auction": (rf" (?:{_LOTS})", "auction weapon"),
    "bid": (rf" {_NUMBER}", "bid 4"),
    "pass": ("", ""),
    "choose": (rf" (?:{_LOTS})", "choose weapon"),
    # events, cards and the patrol
    "lose": (rf" (?:{_CARD}|{_WEAPONS}|{_ANNEXES}|geisha|disciple|mon|prestige)", "lose katana"),
    "bless": ("", ""),
    "play": (rf" A[1-9][0-9]{{0,2}}{_TARGET}", "play A3"),
    "blackmail": (rf" (?:{_SPOTS})", "blackmail gates"),
    "place": (rf" (?:{_PLACES})", "place tavern"),
    # trading
    "offer": (rf" {_SEAT}", "offer 2"),
    "give": (rf" (?:{_CARD}|{_WEAPONS}|geisha)", "give katana"),
    "ask": (rf" (?:{_WEAPONS}|geisha|action|bonus|{_COLOURS})", "ask geisha"),
    "mon": (rf" -?{_NUMBER}", "mon -3"),
    "propose": ("", ""),
    "drop": ("", ""),
    "accept": ("", ""),
    "decline": ("", ""),
    "counter": ("", ""),
    "pick": (rf" (?:{_CARD})", "pick A3"),
    # activation
    "recruit": ("", ""),
    "sell": (" [12]", "sell 1"),
    "look": (rf" (?:gates|tavern|harbor|temple|karesansui) (?:{_PILES})", "look temple red"),
    "church": ("", ""),
    "honour": (" [13]", "honour 3"),
    "blessing": ("", ""),
    "geisha": (" (?:mon|prestige)", "geisha mon"),
    "draw": ("", ""),
    "buy": (rf" {_FIELD}", "buy 4"),
    "pawn": (rf" (?:{_CARD})", "pawn A3"),
    "prestige": ("", ""),
    "mission": (rf" (?:{_COLOURS})", "mission red"),
    "garden": ("", ""),
    "swap": (rf" (?:(?:{_WEAPONS}|{_CARD})|(?:{_CARD}) (?:{_COLOURS}))", "swap A3"),
    "idle": (rf" (?:{_PLACES})", "idle gates"),
    "fulfil": (rf" M[1-9][0-9]{{0,2}} (?:{_SPOTS}){_STANDINS}", "fulfil M17 temple"),
    "bonus": (_STANDINS, "bonus karesansui"),
    "skip": ("", ""),
    "order": (r" (?:[1-3](?: [1-3]){0,2}|\?)", "order 2 1 3"),
    "position": (" [1-5]", "position 1"),
}
"""Verb → what may follow it, as a pattern, and an example."""
_PATTERNS = {verb: re.compile(verb + rest) for verb, (rest, _) in FORMS.items()}
_EXAMPLES = ["auction weapon", "bid 4", "place tavern", "fulfil M17 temple", "pass"]


@dataclass(frozen=True, slots=True, repr=False)
class Move:
    """One choice of a player; it knows no game."""

    text: str
    """The notation."""
    verb: str = field(init=False, compare=False)
    """What it does."""
    words: tuple[str, ...] = field(init=False, compare=False)
    """What follows the verb."""
    word: str = field(init=False, compare=False)
    """The first word after the verb; empty if there is none."""
    number: int = field(init=False, compare=False)
    """That word as a number; 0 if it is none."""

    def __post_init__(self) -> None:
        """Refuse what is no notation: then every move has one text, and every text one move."""
        verb = str(self.text).partition(" ")[0]
        if verb not in _PATTERNS:
            raise IllegalMove(WORDS.say("bad_verb", text=short(self.text), examples=_EXAMPLES))
        if not _PATTERNS[verb].fullmatch(self.text):
            example = FORMS[verb][1]
            key = "bad_form" if example else "bad_alone"
            raise IllegalMove(WORDS.say(key, text=short(self.text), verb=verb, example=example))
        object.__setattr__(self, "verb", verb)
        words = tuple(self.text.split(" ")[1:])
        word = words[0] if words else ""
        object.__setattr__(self, "words", words)
        object.__setattr__(self, "word", word)
        object.__setattr__(self, "number", int(word) if word.removeprefix("-").isdigit() else 0)

    @property
    def weapon(self) -> int:
        """The weapon that its first word names."""
        return WEAPONS.index(self.word)

    @property
    def annex(self) -> int:
        """The annex that its first word names."""
        return ANNEXES.index(self.word)

    @property
    def pile(self) -> int:
        """The pile that its first word names: missions by their colour."""
        return PILES.index(self.word)

    @property
    def place(self) -> int:
        """The place that its first word names."""
        return PLACE[self.word]

    @classmethod
    def parse(cls, text: str) -> "Move":
        """Read a move in notation; ``IllegalMove`` says what is wrong with it."""
        if not isinstance(text, str):
            raise IllegalMove(WORDS.say("bad_type", given=type(text).__name__))
        return move(text) if len(text) <= 60 else cls(text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move.parse({self.text!r})"


@cache
def _move(text: str) -> Move:
    return Move(text)


@cache
def move(*words: object) -> Move:
    """A move from its words; equal moves are one object."""
    return _move(" ".join(map(str, words)) if len(words) > 1 else str(words[0]))


STAY, OUT, PASS, BLESS, SKIP, BONUS_PART = map(move, ("stay", "out", "pass", "bless", "skip", "bonus"))
PROPOSE, DROP, ACCEPT, DECLINE, COUNTER = map(move, ("propose", "drop", "accept", "decline", "counter"))
RECRUIT, CHURCH, BLESSING, DRAW, PRESTIGE, GARDEN = map(
    move, ("recruit", "church", "blessing", "draw", "prestige", "garden")
)
