"""Moves as numbers and back: ``verb << 24 | a << 16 | b << 8 | c``.

| verb                          | a                                  | b             | c                    |
|-------------------------------|------------------------------------|---------------|----------------------|
| take                          | 0: a mission; 1: a weapon          | colour, field |                      |
| keep, discard, pick, pawn     | pile                               | card          |                      |
| lose                          | pile, or 8 + what is lost          | card, weapon, annex |                |
| play                          | card                               | target, 255 for none | target        |
| give, ask                     | kind of thing                      | weapon, card  |                      |
| look                          | place                              | pile          |                      |
| swap                          | annex                              | mission, weapon, card | colour       |
| fulfil                        | mission                            | spot          | stand-ins            |
| order                         | how many cards                     | which order   |                      |
| bid, mon                      | mon: 1 if it is asked for          | the amount, in b and c together      ||
| any other                     | place, seat, lot, … that it names  |               |                      |
"""

from functools import lru_cache
from itertools import permutations

from kabuto.table import IllegalMove
from kabuto.table.errors import short
from kabuto.yedo.board import (
    ACTION,
    ANNEXES,
    CATEGORIES,
    COLOURS,
    DOJO,
    GREEN,
    KOBUDO,
    PILES,
    PLACE,
    PLACES,
    SPOTS,
    WEAPON,
    WEAPONS,
    YASHIKI,
)
from kabuto.yedo.cards import CardSet
from kabuto.yedo.cards.vocabulary import EFFECTS
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.moves import Move, move
from kabuto.yedo.options import Setting
from kabuto.yedo.state.wares import CARD_ITEM, GEISHA_ITEM, KINDS, WEAPON_ITEM, kind_of
from kabuto.yedo.words import WORDS

_ORDERS = {
    size: tuple(" ".join(map(str, each)) for each in permutations(range(1, size + 1))) for size in (2, 3)
}
_HELP = ("", " yashiki", " karesansui", " yashiki karesansui")
_PAYS = ("mon", "prestige")
Parts = tuple[int, int, int]


class Packing:
    """Moves of the games with one card set and one board, as numbers and back."""

    def __init__(self, cards: CardSet, lots: tuple[str, ...]) -> None:
        self.cards, self.lots = cards, lots
        self._numbers = dict[Move, int]()
        self._moves = dict[int, Move]()
        self._favours = {card.code: n for n, card in enumerate(cards.favours)}

    def pack(self, played: Move) -> int:
        """The number of a move; ``IllegalMove`` if it names what these cards and this board do not have."""
        found = self._numbers.get(played)
        if found is None:
            try:
                a, b, third = self._parts(played)
            except (KeyError, StopIteration, TypeError, ValueError):
                raise IllegalMove(WORDS.say("no_action_id", move=short(str(played)))) from None
            found = c.VERBS.index(played.verb) << 24 | a << 16 | b << 8 | third
            self._numbers[played] = found
        return found

    def unpack(self, number: int) -> Move:
        """The move of a number."""
        found = self._moves.get(number)
        if found is None:
            found = self._moves[number] = move(self.text(number))
        return found

    def _card(self, code: str) -> tuple[int, int]:
        """Pile and number of a card or a weapon."""
        if code in WEAPONS:
            return WEAPON, WEAPONS.index(code)
        found = self.cards.find(code)
        if found is None:
            raise KeyError(code)
        return found

    def _parts(self, played: Move) -> Parts:
        word, words = played.word, played.words
        match played.verb:
            case "take":
                return (0, COLOURS.index(word), 0) if word in COLOURS else (1, played.number, 0)
            case "keep" | "discard" | "pick" | "pawn":
                return (*self._card(word), 0)
            case "favour":
                return self._favours[word], 0, 0
            case "build":
                return played.annex, 0, 0
            case "auction":
                return self.lots.index(word), 0, 0
            case "choose":
                return CATEGORIES.index(word), 0, 0
            case "bid":
                return 0, played.number >> 8, played.number & 255
            case "lose":
                return self._loss(word)
            case "play":
                card = self._card(word)[1]
                return (card, *self._target(card, words[1:]))
            case "blackmail" | "place" | "idle":
                return played.place, 0, 0
            case "give":
                if word == "geisha":
                    return GEISHA_ITEM, 0, 0
                pile, card = self._card(word)
                return (WEAPON_ITEM if pile == WEAPON else kind_of(pile)), card, 0
            case "ask":
                return (WEAPON_ITEM, played.weapon, 0) if word in WEAPONS else (KINDS.index(word), 0, 0)
            case "mon":
                amount = abs(played.number)
                return int(played.number < 0), amount >> 8, amount & 255
            case "look":
                return played.place, PILES.index(words[1]), 0
            case "geisha":
                return _PAYS.index(word), 0, 0
            case "mission":
                return COLOURS.index(word), 0, 0
            case "swap":
                pile, card = self._card(word)
                if len(words) > 1:
                    return YASHIKI, card, COLOURS.index(words[1])
                return (DOJO if pile == WEAPON else KOBUDO), card, 0
            case "fulfil":
                help_ = _HELP.index("".join(f" {each}" for each in words[2:]))
                return self._card(word)[1], SPOTS.index(words[1]), help_
            case "bonus":
                return _HELP.index("".join(f" {each}" for each in words)), 0, 0
            case "order":
                return len(words), _ORDERS[len(words)].index(" ".join(words)), 0
        return played.number, 0, 0

    def _loss(self, word: str) -> Parts:
        if word in WEAPONS:
            return c.LOSS + c.L_WEAPON, WEAPONS.index(word), 0
        if word in ANNEXES:
            return c.LOSS + c.L_ANNEX, ANNEXES.index(word), 0
        return (c.LOSS + c.LOSSES.index(word), 0, 0) if word in c.LOSSES else (*self._card(word), 0)

    def _op(self, card: int) -> str:
        """The effect of an action card that needs a target."""
        effects = self.cards.actions[card].effects
        return next(effect.op for effect in effects if EFFECTS[effect.op].targeted)

    def _target(self, card: int, words: tuple[str, ...]) -> tuple[int, int]:
        if not words:
            return c.NO_TARGET, 0
        match self._op(card):
            case "bar":
                return self.lots.index(words[0]), 0
            case "salvage":
                return WEAPONS.index(words[0]), 0
            case "exchange":
                return SPOTS.index(words[0]), int(words[1]) << 4 | SPOTS.index(words[2])
            case "ambush":
                return int(words[0]), SPOTS.index(words[1])
            case "force-sale":
                return int(words[0]), WEAPONS.index(words[1])
            case "rob":
                return int(words[0]), 0
        return PLACE[words[0]], 0

    def target(self, card: int, b: int, third: int) -> tuple[str, ...]:
        """What a card is aimed at, in the words of the notation."""
        if b == c.NO_TARGET:
            return ()
        match self._op(card):
            case "bar":
                return (self.lots[b],)
            case "salvage":
                return (WEAPONS[b],)
            case "exchange":
                return SPOTS[b], str(third >> 4), SPOTS[third & 15]
            case "ambush":
                return str(b), SPOTS[third]
            case "force-sale":
                return str(b), WEAPONS[third]
            case "rob":
                return (str(b),)
        return (PLACES[b],)

    def aim(self, card: int, target: tuple[str, ...]) -> int:
        """The inverse, as it stands in the record of a game."""
        b, third = self._target(card, target)
        return b << 8 | third

    def text(self, number: int) -> str:
        """The notation of a number."""
        a, b, third = number >> 16 & 255, number >> 8 & 255, number & 255
        verb = c.VERBS[number >> 24]
        return " ".join((verb, *self._words(verb, a, b, third)))

    def _words(self, verb: str, a: int, b: int, third: int) -> tuple[str, ...]:
        codes = self.cards.codes
        match verb:
            case "take":
                return (str(b) if a else COLOURS[b],)
            case "keep" | "discard" | "pick" | "pawn":
                return (codes[a][b],)
            case "favour":
                return (self.cards.favours[a].code,)
            case "build":
                return (ANNEXES[a],)
            case "auction":
                return (self.lots[a],)
            case "choose":
                return (CATEGORIES[a],)
            case "bid":
                return (str(b << 8 | third),)
            case "lose":
                what = c.LOSSES[a - c.LOSS] if a >= c.LOSS else ""
                names = {"": codes[a % c.LOSS], "weapon": WEAPONS, "annex": ANNEXES}.get(what)
                return (names[b] if names else what,)
            case "play":
                return (codes[ACTION][a], *self.target(a, b, third))
            case "blackmail" | "place" | "idle":
                return (PLACES[a],)
            case "give":
                pile = WEAPON if a == WEAPON_ITEM else min(a - CARD_ITEM, GREEN)
                return ("geisha" if a == GEISHA_ITEM else codes[pile][b],)
            case "ask":
                return (WEAPONS[b] if a == WEAPON_ITEM else KINDS[a],)
            case "mon":
                return (f"{'-' if a else ''}{b << 8 | third}",)
            case "look":
                return PLACES[a], PILES[b]
            case "geisha":
                return (_PAYS[a],)
            case "mission":
                return (COLOURS[a],)
            case "swap":
                if a == YASHIKI:
                    return codes[GREEN][b], COLOURS[third]
                return (WEAPONS[b] if a == DOJO else codes[ACTION][b],)
            case "fulfil":
                return (codes[GREEN][a], SPOTS[b], *_HELP[third].split())
            case "bonus":
                return tuple(_HELP[a].split())
            case "order":
                return (_ORDERS[a][b],)
            case "offer" | "sell" | "honour" | "buy" | "position":
                return (str(a),)
        return ()


@lru_cache(maxsize=64)
def packing(setting: Setting) -> Packing:
    """The packing of the games with this setting."""
    return Packing(setting.cards, setting.board.lots)
