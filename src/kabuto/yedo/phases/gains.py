"""What clans choose when they gain something: which card to keep or discard, which deck, which annex."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import permutations
from typing import ClassVar

from kabuto.table import Word
from kabuto.yedo.board import (
    ACTION,
    ANNEXES,
    BONUS,
    CATEGORIES,
    COLOURS,
    EVENT,
    GREEN,
    MISSION_PILES,
    PILES,
    WEAPON,
    WEAPONS,
)
from kabuto.yedo.moves import Move, move
from kabuto.yedo.state.pieces import (
    annexes_to_build,
    code,
    draw,
    drop_weapon,
    gain_annex,
    gain_weapon,
    hold,
    lift,
    own_card,
    own_codes,
    refuse_annex,
    top,
    tuck,
    under,
)
from kabuto.yedo.state.state import Fact, State, Task, swapped, unknown, without
from kabuto.yedo.words import Saying

CARDS_DRAWN = 3
"""How many cards are drawn to keep one of them, or looked at together."""


def has_won(s: State, seat: int, category: str) -> bool:
    """Whether a seat has won this category, or a group that it belongs to."""
    lot = s.won[seat]
    return lot >= 0 and category in [CATEGORIES[n] for n in s.setting.board.contents[lot]]


def draw_to_keep(s: State, seat: int, pile: int, number: int = CARDS_DRAWN) -> None:
    """Draw some cards and keep one of them."""
    cards = lift(s, pile, number)
    if pile == WEAPON:
        s.note(Fact("flip", seat, pile, cards))
    elif cards:
        s.note(Fact("drawn", seat, pile, cards, sees=1 << seat))
    if cards:
        s.add(Keep(seat, pile, cards))


def look(s: State, seat: int, pile: int) -> None:
    """Look at the top three; all but events may then be put back in any order."""
    cards = top(s, pile, CARDS_DRAWN)
    s.note(Fact("look", seat, pile, cards, sees=1 << seat))
    if len(cards) > 1 and pile != EVENT:
        s.add(Order(seat, pile, cards))


# Limits (Q45).


def check_limits(s: State, seat: int) -> None:
    """Ask the seat to discard whatever exceeds a limit."""
    clan, board = s.clans[seat], s.setting.board
    if any(task.defers_limits for task in s.tasks):
        return
    if len(clan.missions) > board.max_missions:
        s.add(Discard(seat, GREEN))
    if len(clan.bonuses) > board.max_bonuses:
        s.add(Discard(seat, BONUS))
    if len(clan.actions) > board.max_actions:
        s.add(Discard(seat, ACTION))
    if len(clan.weapons) > board.max_weapons:
        s.add(Discard(seat, WEAPON))


@dataclass(frozen=True, slots=True)
class Discard(Task):
    """One of a kind has to go, the new one included."""

    pile: int
    """What kind; the first mission pile stands for all missions."""
    steps: ClassVar = frozenset({"auction", "event-cards", "assign", "activate"})
    verbs: ClassVar = frozenset({"discard"})
    all_legal: ClassVar = True

    def fits(self, s: State) -> bool:
        return self.pile in (ACTION, BONUS, GREEN, WEAPON)

    def run(self, s: State) -> bool:
        clan, board = s.clans[self.seat], s.setting.board
        number, limit = {
            ACTION: (len(clan.actions), board.max_actions),
            BONUS: (len(clan.bonuses), board.max_bonuses),
            GREEN: (len(clan.missions), board.max_missions),
            WEAPON: (len(clan.weapons), board.max_weapons),
        }[self.pile]
        return number <= limit

    def candidates(self, s: State) -> Iterable[Move]:
        if self.pile == WEAPON:
            return (move("discard", WEAPONS[w]) for w in dict.fromkeys(s.clans[self.seat].weapons))
        return (move("discard", text) for text in own_codes(s, self.seat, self.pile))

    def refuse(self, s: State, move: Move) -> Saying | None:
        if move in self.candidates(s):
            return None
        return s.say("discard_other", card=move.word, kind=Word(f"kind_{PILES[self.pile]}"))

    def apply(self, s: State, move: Move) -> None:
        if self.pile == WEAPON:
            drop_weapon(s, self.seat, move.weapon)
        else:
            found = own_card(s, self.seat, move.word)
            assert found is not None
            tuck(s, self.seat, *found)
        s.add(self)


@dataclass(frozen=True, slots=True)
class Keep(Task):
    """One of the cards drawn is kept."""

    pile: int
    cards: tuple[int, ...]
    steps: ClassVar = frozenset({"opening", "auction"})
    verbs: ClassVar = frozenset({"keep"})
    all_legal: ClassVar = True

    def fits(self, s: State) -> bool:
        if s.step == "opening":
            return self.pile == ACTION and len(self.cards) > 1
        kind = "mission" if self.pile in MISSION_PILES else PILES[self.pile]
        return len(self.cards) > 1 and has_won(s, self.seat, kind)

    def run(self, s: State) -> bool:
        if len(self.cards) > 1:
            return False
        self._keep(s, self.cards[0])
        return True

    def candidates(self, s: State) -> Iterable[Move]:
        return (move("keep", code(s, self.pile, card)) for card in dict.fromkeys(self.cards))

    def refuse(self, s: State, move: Move) -> Saying | None:
        drawn = [code(s, self.pile, card) for card in self.cards]
        return None if move.word in drawn else s.say("not_drawn", card=move.word, drawn=drawn)

    def apply(self, s: State, move: Move) -> None:
        codes = s.setting.cards.codes[self.pile]
        self._keep(s, next(card for card in self.cards if codes[card] == move.word))

    def cards_in_limbo(self, s: State) -> Iterable[tuple[int, int]]:
        return ((self.pile, card) for card in self.cards)

    def _keep(self, s: State, card: int) -> None:
        rest = without(self.cards, card)
        if self.pile == WEAPON:
            gain_weapon(s, self.seat, card)
            s.discard = tuple(sorted(s.discard + rest))
        else:
            hold(s, self.seat, self.pile, card)
            under(s, self.pile, rest)
            s.note(Fact("keep", self.seat, self.pile, (card,), sees=1 << self.seat))
        if s.round:
            check_limits(s, self.seat)

    def masked(self, seat: int | None) -> Task:
        if seat == self.seat or self.pile == WEAPON:
            return self
        return replace(self, cards=(unknown(self.pile),) * len(self.cards))


@dataclass(frozen=True, slots=True)
class Order(Task):
    """Cards that were looked at go back in any order."""

    pile: int
    cards: tuple[int, ...]
    steps: ClassVar = frozenset({"activate"})
    verbs: ClassVar = frozenset({"order"})
    all_legal: ClassVar = True

    def fits(self, s: State) -> bool:
        return (
            len(self.cards) > 1 and self.pile != EVENT and self.cards == s.decks[self.pile][: len(self.cards)]
        )

    def candidates(self, s: State) -> Iterable[Move]:
        return _orders(len(self.cards))

    def refuse(self, s: State, move: Move) -> Saying | None:
        return None if move in _orders(len(self.cards)) else s.say("bad_order", number=len(self.cards))

    def apply(self, s: State, move: Move) -> None:
        cards = tuple(self.cards[int(word) - 1] for word in move.words)
        s.decks = swapped(s.decks, self.pile, cards + s.decks[self.pile][len(cards) :])
        s.note(Fact("order", self.seat, self.pile, cards, sees=1 << self.seat))

    def masked(self, seat: int | None) -> Task:
        return self if seat == self.seat else replace(self, cards=(unknown(self.pile),) * len(self.cards))


_ORDERS = tuple(
    tuple(move("order", *numbers) for numbers in permutations(range(1, size + 1))) for size in range(1, 4)
)


def _orders(size: int) -> tuple[Move, ...]:
    return _ORDERS[size - 1]


@dataclass(frozen=True, slots=True)
class Deck(Task):
    """A mission deck is chosen, to take the top card (number 1) or to keep one of three."""

    number: int
    steps: ClassVar = frozenset({"auction", "activate"})
    verbs: ClassVar = frozenset({"take"})

    def fits(self, s: State) -> bool:
        if s.step == "activate":
            return self.number == 1
        return self.number == CARDS_DRAWN and has_won(s, self.seat, "mission")

    def run(self, s: State) -> bool:
        full = [pile for pile in MISSION_PILES if s.decks[pile]]
        if len(full) > 1:
            return False
        for pile in full:
            self._take(s, pile)
        return True

    def candidates(self, s: State) -> Iterable[Move]:
        return (move("take", colour) for colour in COLOURS)

    def refuse(self, s: State, move: Move) -> Saying | None:
        if move.word not in COLOURS:
            return s.say("take_deck")
        return None if s.decks[move.pile] else s.say("deck_empty", colour=Word(move.word))

    def apply(self, s: State, move: Move) -> None:
        self._take(s, move.pile)

    def _take(self, s: State, pile: int) -> None:
        if self.number == 1:
            draw(s, self.seat, pile)
            check_limits(s, self.seat)
        else:
            draw_to_keep(s, self.seat, pile, self.number)


@dataclass(frozen=True, slots=True)
class Build(Task):
    """An annex is chosen from the supply."""

    steps: ClassVar = frozenset({"auction"})
    verbs: ClassVar = frozenset({"build"})

    def fits(self, s: State) -> bool:
        return has_won(s, self.seat, "annex")

    def run(self, s: State) -> bool:
        types = annexes_to_build(s, self.seat)
        if len(types) > 1:
            return False
        for annex in types:
            gain_annex(s, self.seat, annex)
        return True

    def candidates(self, s: State) -> Iterable[Move]:
        return (move("build", annex) for annex in ANNEXES)

    def refuse(self, s: State, move: Move) -> Saying | None:
        return refuse_annex(s, self.seat, move.word)

    def apply(self, s: State, move: Move) -> None:
        gain_annex(s, self.seat, move.annex)
